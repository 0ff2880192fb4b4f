internal import CGSL
import RealModule

/// Least squares among noise that repeats itself in time, over all shapes of the noise that the data allow.
///
/// The noise is one Gauss-Markov process with white noise (`NoiseShape`). A time constant fitted to a short series comes out
/// too short, and limits that take it as known are too narrow. Here nothing is plugged in: for each shape the parameters
/// have Student's distribution around generalised least squares, and the shapes are weighed by their restricted likelihood
/// |V|^-1/2 |X^T V^-1 X|^-1/2 S^-(n - p)/2 (Harville, "Bayesian inference for variance components using only error
/// contrasts", Biometrika 61, 1974), S the sum of squares after whitening. The prior is flat in the white share and goes with T^-3/2
/// dT in the time constant T, from a quarter of a sampling interval to the length of the series: short memories are the
/// rule, and the least that data can tell of a long one is its length. A curve that bends with a parameter
/// follows slow noise further than the restricted likelihood allows for, so that short memories would win by the prior
/// alone; there the prior is dT / T, which has no scale of its own.
///
/// A curve with one parameter that is not linear has a grid over that parameter too. Its prior is Jeffreys's for
/// independent rows, |J^T J|^1/2, J the slopes over all parameters: the length along the curve in the space of data, whatever
/// the parameter's scale (Jeffreys 1946; Bates and Watts 1988, section 6.2).
struct CorrelatedRegression {
  /// Columns of a design; with a curve, for a value of its parameter.
  typealias Design = (Double) -> (columns: [[Double]], slope: [Double])

  private struct Node {
    var weight: Double
    let shape: NoiseShape
    let curve: Double
    let values: [Double]
    /// The noise's variance.
    let scale: Double
    /// Inverse of X^T V^-1 X times the scale.
    let covariance: [[Double]]
  }

  private let nodes: [Node]
  /// Shapes without white noise and with a time constant over a fifth of the series that a likelihood ratio does not exclude.
  private let longMemories: [Node]
  private let degreesOfFreedom: Double
  private let steps: [Double]
  /// How many linear parameters there are; a curve's own one comes after them.
  let linear: Int
  private let hasCurve: Bool
  /// Of the grid over ln of the curve's parameter, with which its distribution is read.
  private let curveStep: Double
  /// Of the grid over ln of the noise's time constant.
  private let timeStep: Double
  /// Of the noise's time constant, in sampling intervals.
  private let timeLimits: ClosedRange<Double>

  /// - Parameters:
  ///   - response: not on the curve itself, or no noise shows.
  ///   - steps: of each row from the one before, in sampling intervals; infinite at the start of a leg.
  ///   - scaleIsKnown: whether rows have a noise of variance 1.
  ///   - curve: the range of the parameter that is not linear, above 0; the design is called inside it.
  ///   - timeReach: the longest time constant, in lengths of the series.
  ///   - bends: whether the columns are the slopes of a curve that is not linear in its parameters.
  ///   - allowsLongMemory: whether intervals hold those of every shape in `longMemories` too. The prior of 40 rows or fewer is
  ///     dT / T then: they say too little of T for one of short memories.
  ///   - whiteCells: of the grid over the white share. More where the noise itself is asked for.
  /// - Throws: `singularJacobian` where no shape of the noise lets the columns be told apart.
  init(
    response: [Double], steps: [Double], scaleIsKnown: Bool = false, curve: ClosedRange<Double>? = nil,
    whiteCells: Int = 4, timeReach: Double = 1, bends: Bool = false,
    allowsLongMemory: Bool = false, names: [String] = [], design: Design
  ) throws(EstimationError) {
    let rows = response.count
    self.steps = steps
    hasCurve = curve != nil
    let longest = Self.longestLeg(steps)
    timeLimits = 0.25...max(2, timeReach * longest)
    let timePrior = hasCurve || bends || (allowsLongMemory && rows <= 40) ? 0.0 : 0.5
    var long: [(node: Node, height: Double)] = []
    var highestOfAll = -Double.infinity
    // Independent rows have no shape of noise to look for.
    let isIndependent = !steps.contains { $0.isFinite }
    var axes = [
      Axis(
        low: Double.log(timeLimits.lowerBound), high: Double.log(timeLimits.upperBound),
        cells: isIndependent ? 1 : hasCurve ? 10 : timeReach > 1 ? 20 : 16),
      Axis(low: 0, high: 0.9, cells: isIndependent ? 1 : whiteCells),
    ]
    if let curve {
      axes.append(Axis(low: Double.log(curve.lowerBound), high: Double.log(curve.upperBound), cells: 24))
    }
    let plain = curve == nil ? design(1) : nil
    let linear = (plain ?? design(curve?.lowerBound ?? 1)).columns.count
    self.linear = linear
    let freedom = Double(rows - linear)
    degreesOfFreedom = scaleIsKnown ? .infinity : freedom
    var found: [Node] = []
    for round in 0..<5 {
      found = []
      var logWeights: [Double] = []
      for k in 0...(hasCurve ? axes[2].cells : 0) {
        let place = hasCurve ? Double.exp(axes[2].place(k)) : 1
        let (columns, slope) = plain ?? design(place)
        guard let prior = try Self.logPrior(columns, slope, response, hasCurve: hasCurve) else { continue }
        for i in 0...axes[0].cells {
          for j in 0...axes[1].cells {
            let shape = NoiseShape(time: Double.exp(axes[0].place(i)), white: axes[1].place(j))
            guard
              let (node, height) = Self.node(
                shape, columns, response, steps, curve: place, scaleIsKnown: scaleIsKnown, freedom: freedom)
            else { continue }
            if round == 0 {
              highestOfAll = max(highestOfAll, height)
              if allowsLongMemory, shape.white == 0, shape.time > longest / 5 { long.append((node, height)) }
            }
            let weight = height + prior - timePrior * axes[0].place(i) + (hasCurve ? axes[2].place(k) : 0)
            guard weight.isFinite else { continue }
            logWeights.append(weight)
            found.append(node)
          }
        }
      }
      guard let highest = logWeights.max() else { throw .singularJacobian(parameters: names) }
      for k in found.indices { found[k].weight = Double.exp(logWeights[k] - highest) }
      if round == 4 { break }
      var finer = false
      for a in axes.indices {
        let places = found.map { a == 0 ? Double.log($0.shape.time) : a == 1 ? $0.shape.white : Double.log($0.curve) }
        finer = axes[a].refine(zip(places, found).map { ($0, $1.weight) }) || finer
      }
      if !finer { break }
    }
    nodes = found
    longMemories = isIndependent ? [] : long.filter { $0.height > highestOfAll - 1.92 }.map(\.node)
    curveStep = hasCurve ? axes[2].step : 0
    timeStep = axes[0].step
  }

  /// A grid along one coordinate.
  struct Axis {
    var low: Double
    var high: Double
    let cells: Int

    var step: Double { (high - low) / Double(cells) }

    func place(_ k: Int) -> Double { low + Double(k) * step }

    /// Narrows to where the weight is, if it is on few places; whether it did.
    mutating func refine(_ weights: [(place: Double, weight: Double)]) -> Bool {
      var sums = [Double](repeating: 0, count: cells + 1)
      for (place, weight) in weights {
        sums[min(cells, max(0, Int(((place - low) / step).rounded())))] += weight
      }
      let largest = sums.max() ?? 0
      guard let first = sums.firstIndex(where: { $0 > 1e-4 * largest }),
        let last = sums.lastIndex(where: { $0 > 1e-4 * largest }), (last - first + 2) * 2 <= cells || last == first
      else { return false }
      (low, high) = (place(max(0, first - 1)), place(min(cells, last + 1)))
      return true
    }
  }

  /// ln |J^T J|^1/2 for independent rows; 0 without a curve. `nil` where the columns cannot be told apart.
  private static func logPrior(
    _ columns: [[Double]], _ slope: [Double], _ response: [Double], hasCurve: Bool
  ) throws(EstimationError) -> Double? {
    guard hasCurve else { return 0 }
    guard let products = Cholesky(products(columns)) else { return nil }
    let inverse = products.inverse
    let amplitude = columns.indices.reduce(0.0) { $0 + inverse[columns.count - 1][$1] * dot(columns[$1], response) }
    let pulls = columns.map { dot($0, slope) }
    var rest = dot(slope, slope)
    for a in columns.indices { for b in columns.indices { rest -= pulls[a] * inverse[a][b] * pulls[b] } }
    guard rest > 0, amplitude != 0 else { return nil }
    return 0.5 * (products.logDeterminant + Double.log(rest)) + Double.log(abs(amplitude))
  }

  private static func node(
    _ shape: NoiseShape, _ columns: [[Double]], _ response: [Double], _ steps: [Double], curve: Double,
    scaleIsKnown: Bool, freedom: Double
  ) -> (Node, height: Double)? {
    var all = columns + [response]
    let logDeterminant = shape.whiten(&all, steps: steps)
    let y = all.removeLast()
    guard let matrix = Cholesky(products(all)) else { return nil }
    let inverse = matrix.inverse
    let pulls = all.map { dot($0, y) }
    let values = all.indices.map { a in all.indices.reduce(0.0) { $0 + inverse[a][$1] * pulls[$1] } }
    var squares = 0.0
    for i in y.indices {
      var rest = y[i]
      for a in all.indices { rest -= values[a] * all[a][i] }
      squares += rest * rest
    }
    guard squares > 0, squares.isFinite else { return nil }
    let scale = scaleIsKnown ? 1 : squares / freedom
    let fit = scaleIsKnown ? -squares / 2 : -freedom / 2 * Double.log(squares)
    return (
      Node(
        weight: 0, shape: shape, curve: curve, values: values, scale: scale,
        covariance: inverse.map { $0.map { $0 * scale } }),
      -logDeterminant / 2 - matrix.logDeterminant / 2 + fit
    )
  }

  static func products(_ columns: [[Double]]) -> [[Double]] {
    columns.map { a in columns.map { dot(a, $0) } }
  }

  private static func longestLeg(_ steps: [Double]) -> Double {
    var (longest, length) = (0.0, 0.0)
    for step in steps {
      length = step.isFinite ? length + step : 1
      longest = max(longest, length)
    }
    return longest
  }

  // MARK: - What came out

  struct Estimate {
    /// The median.
    let value: Double
    /// Half of the central 68.3 %.
    let standardError: Double
    let interval95: ClosedRange<Double>

    func moved(by origin: Double, times unit: Double) -> Estimate {
      Estimate(
        value: origin + unit * value, standardError: unit * standardError,
        interval95: origin + unit * interval95.lowerBound...origin + unit * interval95.upperBound)
    }
  }

  /// Of a linear parameter, or of the curve's own (the one after them); `nil` where the data leave it open.
  func estimate(_ parameter: Int) -> Estimate? {
    if parameter >= linear { return Self.estimate { curveQuantile($0) } }
    let direction = (0..<linear).map { $0 == parameter ? 1.0 : 0 }
    return estimate { _ in direction }
  }

  /// Of a sum of the linear parameters, with factors that may depend on the curve's own.
  func estimate(along direction: (Double) -> [Double]) -> Estimate? {
    let mixture = StudentMixture(
      nodes.map { node in
        let factors = direction(node.curve)
        return StudentMixture.Part(
          weight: node.weight, centre: Self.along(factors, node.values),
          error: Self.across(factors, node.covariance, factors).squareRoot())
      }, degreesOfFreedom: degreesOfFreedom)
    guard let estimate = Self.estimate({ mixture.quantile($0) }) else { return nil }
    let t = degreesOfFreedom.isFinite ? (try? GSL.studentQuantile(degreesOfFreedom)) ?? 0 : LikelihoodFit.score
    var (low, high) = (estimate.interval95.lowerBound, estimate.interval95.upperBound)
    for node in longMemories {
      let factors = direction(node.curve)
      let centre = Self.along(factors, node.values)
      let half = t * Self.across(factors, node.covariance, factors).squareRoot()
      (low, high) = (min(low, centre - half), max(high, centre + half))
    }
    return Estimate(value: estimate.value, standardError: estimate.standardError, interval95: low...high)
  }

  /// Whether the rows may be shorter than five time constants of noise that has no white part.
  var mayBeShort: Bool { !longMemories.isEmpty }

  var likeliestShape: NoiseShape {
    nodes.max { $0.weight < $1.weight }?.shape ?? NoiseShape(time: 1, white: 0)
  }

  private static func estimate(_ read: (Double) -> Double?) -> Estimate? {
    guard let low = read(0.025), let lower = read(0.158_655), let middle = read(0.5), let upper = read(0.841_345),
      let high = read(0.975), low <= middle, middle <= high
    else { return nil }
    return Estimate(value: middle, standardError: (upper - lower) / 2, interval95: low...high)
  }

  private static func along(_ factors: [Double], _ values: [Double]) -> Double {
    var sum = 0.0
    for k in values.indices where factors[k] != 0 { sum += factors[k] * values[k] }
    return sum
  }

  private static func across(_ a: [Double], _ matrix: [[Double]], _ b: [Double]) -> Double {
    var sum = 0.0
    for i in matrix.indices where a[i] != 0 {
      for j in matrix.indices where b[j] != 0 { sum += a[i] * matrix[i][j] * b[j] }
    }
    return sum
  }

  private func curveQuantile(_ p: Double) -> Double? { gridQuantile(p, step: curveStep) { $0.curve } }

  /// The weights along ln of a coordinate, each spread evenly over its cell.
  private func gridQuantile(_ p: Double, step: Double, _ coordinate: (Node) -> Double) -> Double? {
    var sums: [Double: Double] = [:]
    for node in nodes { sums[Double.log(coordinate(node)), default: 0] += node.weight }
    // In their order: sums in that of a hash table would differ from run to run.
    let sorted = sums.sorted { $0.key < $1.key }
    let total = sorted.reduce(0) { $0 + $1.value }
    var below = 0.0
    for (place, weight) in sorted {
      let share = weight / total
      if below + share >= p, share > 0 { return Double.exp(place + step * ((p - below) / share - 0.5)) }
      below += share
    }
    return nil
  }

  // MARK: - The noise itself

  /// Time constant of the noise, in sampling intervals.
  ///
  /// - Returns: with the limit of the grid that an end of the interval lies on, if one does.
  var time: (estimate: Estimate, limit: Double?)? {
    var limit: Double?
    func read(_ p: Double) -> Double? {
      gridQuantile(p, step: timeStep) { $0.shape.time }.map {
        if !timeLimits.contains($0), p < 0.03 || p > 0.97 {
          limit = $0 < timeLimits.lowerBound ? timeLimits.lowerBound : timeLimits.upperBound
        }
        return min(timeLimits.upperBound, max(timeLimits.lowerBound, $0))
      }
    }
    return Self.estimate(read).map { ($0, limit) }
  }

  /// The deviation that a share of the noise's variance amounts to. For each shape the variance has a scaled inverse
  /// chi-square distribution.
  func deviation(_ share: (NoiseShape) -> Double) -> Estimate? {
    GSL.prepare()
    let parts = nodes.map { (weight: $0.weight, variance: $0.scale * share($0.shape)) }
    let total = parts.reduce(0) { $0 + $1.weight }
    let largest = parts.reduce(0) { max($0, $1.variance) }
    guard total > 0, largest > 0, degreesOfFreedom.isFinite else { return nil }
    return Self.estimate { p in
      var (low, high) = (1e-4 * largest.squareRoot(), 1e3 * largest.squareRoot())
      for _ in 0..<60 {
        let middle = (low * high).squareRoot()
        let below = parts.reduce(0) { sum, part in
          sum + part.weight * gsl_cdf_chisq_Q(degreesOfFreedom * part.variance / (middle * middle), degreesOfFreedom)
        }
        if below < p * total { low = middle } else { high = middle }
      }
      return (low * high).squareRoot()
    }
  }

  /// Whether the data allow a process without white noise: the density of its share at 0 is no less than exp(-1.92) of the
  /// largest, as a likelihood ratio at 5 % has it.
  var allowsNoWhiteNoise: Bool {
    var sums: [Double: Double] = [:]
    for node in nodes { sums[node.shape.white, default: 0] += node.weight }
    return (sums[0] ?? 0) >= Double.exp(-1.92) * (sums.values.max() ?? .infinity)
  }

  /// Correlations of a linear parameter, the process's deviation, the logarithm of its time constant and the white deviation.
  func noiseCorrelation(_ parameter: Int) -> [[Double]] {
    let total = nodes.reduce(0) { $0 + $1.weight }
    let places = nodes.map { node in
      [
        node.values[parameter], (node.scale * (1 - node.shape.white)).squareRoot(), Double.log(node.shape.time),
        (node.scale * node.shape.white).squareRoot(),
      ]
    }
    let means = (0..<4).map { a in zip(nodes, places).reduce(0) { $0 + $1.0.weight * $1.1[a] } / total }
    var matrix = [[Double]](repeating: [Double](repeating: 0, count: 4), count: 4)
    for (node, place) in zip(nodes, places) {
      for a in 0..<4 {
        for b in 0..<4 {
          // Both deviations go with the root of one variance.
          var inside = a % 2 == 1 && b % 2 == 1 ? place[a] * place[b] / (2 * degreesOfFreedom) : 0
          if a == 0, b == 0 { inside = node.covariance[parameter][parameter] }
          if a == 2, b == 2 { inside = timeStep * timeStep / 12 }
          matrix[a][b] += node.weight / total * (inside + (place[a] - means[a]) * (place[b] - means[b]))
        }
      }
    }
    return Self.correlation(matrix)
  }

  private static func correlation(_ matrix: [[Double]]) -> [[Double]] {
    matrix.indices.map { a in
      matrix.indices.map { b in
        let product = matrix[a][a] * matrix[b][b]
        return a == b ? 1 : product > 0 ? max(-0.9999, min(0.9999, matrix[a][b] / product.squareRoot())) : 0
      }
    }
  }

  /// Correlations of the parameters themselves, the curve's own one last and by its logarithm.
  var correlation: [[Double]] {
    let size = linear + (hasCurve ? 1 : 0)
    return correlation(along: (0..<size).map { k in { _ in (0..<size).map { $0 == k ? 1 : 0 } } })
  }

  /// Correlations of sums of the parameters over the whole mixture. A direction has a factor for each linear parameter and,
  /// with a curve, one for the logarithm of its own.
  func correlation(along directions: [(Double) -> [Double]]) -> [[Double]] {
    let largest = nodes.reduce(0) { max($0, $1.weight) }
    let kept = nodes.filter { $0.weight > 1e-9 * largest }
    let total = kept.reduce(0) { $0 + $1.weight }
    let factors = kept.map { node in directions.map { $0(node.curve) } }
    let places = zip(kept, factors).map { node, rows in
      rows.map { Self.along($0, node.values + (hasCurve ? [Double.log(node.curve)] : [])) }
    }
    let size = directions.count
    let means = (0..<size).map { a in zip(kept, places).reduce(0) { $0 + $1.0.weight * $1.1[a] } / total }
    var matrix = [[Double]](repeating: [Double](repeating: 0, count: size), count: size)
    for (k, node) in kept.enumerated() {
      for a in 0..<size {
        for b in 0...a {
          let inside = Self.across(factors[k][a], node.covariance, factors[k][b])
          matrix[a][b] += node.weight * (inside + (places[k][a] - means[a]) * (places[k][b] - means[b]))
        }
      }
    }
    for a in 0..<size { for b in 0..<a { matrix[b][a] = matrix[a][b] } }
    return Self.correlation(matrix)
  }

  /// The shapes of the noise with their weights, which add up to 1; those under a ten-thousandth of the largest are left out.
  var shapes: [(shape: NoiseShape, weight: Double)] {
    let largest = nodes.reduce(0) { max($0, $1.weight) }
    let kept = nodes.filter { $0.weight > 1e-4 * largest }
    let total = kept.reduce(0) { $0 + $1.weight }
    return kept.map { ($0.shape, $0.weight / total) }
  }

  /// How many independent samples the rows are worth, as a mean sees them.
  var effectiveSamples: Double {
    let total = nodes.reduce(0) { $0 + $1.weight }
    return nodes.reduce(0) { $0 + $1.weight * Double(steps.count) / $1.shape.integratedTime(steps: steps) } / total
  }

  /// Time constant of the noise in sampling intervals: its middle.
  var noiseTime: Double {
    let sorted = nodes.map { ($0.shape.time, $0.weight) }.sorted { $0.0 < $1.0 }
    let half = sorted.reduce(0) { $0 + $1.1 } / 2
    var sum = 0.0
    for (time, weight) in sorted {
      sum += weight
      if sum >= half { return time }
    }
    return 0
  }
}
