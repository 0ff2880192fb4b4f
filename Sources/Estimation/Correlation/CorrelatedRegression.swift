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

  struct Node {
    var weight: Double
    let shape: NoiseShape
    /// Of the white share, what the node stands for.
    let whiteCell: Double
    let curve: Double
    let values: [Double]
    /// The noise's variance.
    let scale: Double
    /// Inverse of X^T V^-1 X times the scale.
    let covariance: [[Double]]
  }

  let nodes: [Node]
  /// Shapes with a time constant over a fifth of the series that a likelihood ratio at 5 % does not exclude; under white noise those within
  /// 1 of the best, of rows that repeat by 0.1 at least (by counts of walks and white rows: less evidence widens white rows twofold).
  let longMemories: [Node]
  let degreesOfFreedom: Double
  let steps: [Double]
  /// How many linear parameters there are; a curve's own one comes after them.
  let linear: Int
  let hasCurve: Bool
  /// Over ln of the curve's parameter; a single place without a curve.
  let curveAxis: Axis
  /// Over ln of the noise's time constant.
  let timeAxis: Axis
  /// Of the noise's time constant, in sampling intervals.
  let timeLimits: ClosedRange<Double>

  /// - Parameters:
  ///   - response: not on the curve itself, or no noise shows.
  ///   - steps: of each row from the one before, in sampling intervals; infinite at the start of a leg.
  ///   - scaleIsKnown: whether rows have a noise of variance 1.
  ///   - curve: the range of the parameter that is not linear, above 0; the design is called inside it.
  ///   - timeReach: the longest time constant, in lengths of the series.
  ///   - bends: whether the columns are the slopes of a curve that is not linear in its parameters.
  ///   - allowsLongMemory: whether intervals hold those of every shape in `longMemories` too. Then the prior is dT / T for rows that
  ///     repeat each other by a likelihood ratio at 32 %: one of short memories would hide a long one under white noise.
  ///   - whiteCells: of the grid over the root of the white share: a tenth of white noise on a long memory changes as much as half of it
  ///     on a short one. More where the noise itself is asked for.
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
    var timePrior = hasCurve || bends ? 0.0 : 0.5
    var long: [(node: Node, height: Double)] = []
    var (highestOfAll, highestIndependent) = (-Double.infinity, -Double.infinity)
    // Independent rows have no shape of noise to look for.
    let isIndependent = !steps.contains { $0.isFinite }
    var axes = [
      Axis(
        low: Double.log(timeLimits.lowerBound), high: Double.log(timeLimits.upperBound),
        cells: isIndependent ? 1 : hasCurve ? 10 : timeReach > 1 ? 20 : 16),
      Axis(low: 0, high: Self.mostWhite.squareRoot(), cells: isIndependent ? 1 : whiteCells),
    ]
    axes.append(
      curve.map { Axis(low: Double.log($0.lowerBound), high: Double.log($0.upperBound), cells: 24) }
        ?? Axis(low: 0, high: 0, cells: 0))
    let plain = curve == nil ? design(1) : nil
    let linear = (plain ?? design(curve?.lowerBound ?? 1)).columns.count
    self.linear = linear
    let freedom = Double(rows - linear)
    degreesOfFreedom = scaleIsKnown ? .infinity : freedom
    var found: [Node] = []
    for round in 0..<5 {
      found = []
      var logWeights: [Double] = []
      for k in 0...axes[2].cells {
        let place = Double.exp(axes[2].place(k))
        let (columns, slope) = plain ?? design(place)
        guard let prior = try Self.logPrior(columns, slope, response, hasCurve: hasCurve) else { continue }
        for i in 0...axes[0].cells {
          for j in 0...axes[1].cells {
            let root = axes[1].place(j)
            let shape = NoiseShape(time: Double.exp(axes[0].place(i)), white: root * root)
            let (below, above) = (max(0, root - axes[1].step / 2), root + axes[1].step / 2)
            let cell = min(Self.mostWhite, above * above) - below * below
            guard
              let (node, height) = Self.node(
                shape, columns, response, steps, curve: place, whiteCell: cell, scaleIsKnown: scaleIsKnown,
                freedom: freedom)
            else { continue }
            if round == 0 {
              highestOfAll = max(highestOfAll, height)
              if i == 0 { highestIndependent = max(highestIndependent, height) }
              if allowsLongMemory, !isIndependent, shape.time > longest / 5 { long.append((node, height)) }
            }
            let weight = height + prior + Double.log(cell) + axes[2].place(k)
            guard weight.isFinite else { continue }
            logWeights.append(weight)
            found.append(node)
          }
        }
      }
      if round == 0, allowsLongMemory, highestOfAll > highestIndependent + 0.5 { timePrior = 0 }
      for k in found.indices { logWeights[k] -= timePrior * Double.log(found[k].shape.time) }
      guard let highest = logWeights.max() else { throw .singularJacobian(parameters: names) }
      for k in found.indices { found[k].weight = Double.exp(logWeights[k] - highest) }
      if round == 4 { break }
      var finer = false
      for a in axes.indices {
        let places = found.map {
          a == 0 ? Double.log($0.shape.time) : a == 1 ? $0.shape.white.squareRoot() : Double.log($0.curve)
        }
        finer = axes[a].refine(zip(places, found).map { ($0, $1.weight) }) || finer
      }
      if !finer { break }
    }
    nodes = found
    let repeats = highestOfAll > highestIndependent + 0.1
    longMemories = long.filter {
      ($0.node.shape.white == 0 || repeats) && $0.height > highestOfAll - ($0.node.shape.white == 0 ? 1.92 : 1)
    }.map(\.node)
    (timeAxis, curveAxis) = (axes[0], axes[2])
  }

  /// Of a series around its mean.
  init(mean series: TimeSeries, whiteCells: Int = 4) throws(EstimationError) {
    let ones = [Double](repeating: 1, count: series.points.count)
    try self.init(
      response: series.points.map(\.value), steps: series.steps, whiteCells: whiteCells, names: ["mean"],
      design: { _ in ([ones], []) })
  }

  private static let mostWhite = 0.9

  /// A grid along one coordinate.
  struct Axis {
    var low: Double
    var high: Double
    let cells: Int

    var step: Double { (high - low) / Double(max(1, cells)) }

    func place(_ k: Int) -> Double { low + Double(k) * step }

    func sums(_ weights: [(place: Double, weight: Double)]) -> [Double] {
      var sums = [Double](repeating: 0, count: cells + 1)
      for (place, weight) in weights {
        sums[cells == 0 ? 0 : min(cells, max(0, Int(((place - low) / step).rounded())))] += weight
      }
      return sums
    }

    /// Narrows to where the weight is, if it is on few places; whether it did.
    mutating func refine(_ weights: [(place: Double, weight: Double)]) -> Bool {
      guard cells > 0 else { return false }
      let sums = sums(weights)
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
    guard let amplitude = products.solve(columns.map { dot($0, response) }).last else { return nil }
    let pulls = columns.map { dot($0, slope) }
    let rest = dot(slope, slope) - dot(pulls, products.solve(pulls))
    guard rest > 0, amplitude != 0 else { return nil }
    return 0.5 * (products.logDeterminant + Double.log(rest)) + Double.log(abs(amplitude))
  }

  private static func node(
    _ shape: NoiseShape, _ columns: [[Double]], _ response: [Double], _ steps: [Double], curve: Double,
    whiteCell: Double, scaleIsKnown: Bool, freedom: Double
  ) -> (Node, height: Double)? {
    var all = columns + [response]
    let filter = NoiseFilter(shape, steps: steps)
    for k in all.indices { filter.whiten(&all[k]) }
    let y = all.removeLast()
    guard let matrix = Cholesky(products(all)) else { return nil }
    let inverse = matrix.inverse
    let pulls = all.map { dot($0, y) }
    let values = inverse.map { dot($0, pulls) }
    let rest = zip(y, combination(all, values)).map { $0 - $1 }
    let squares = dot(rest, rest)
    guard squares > 0, squares.isFinite else { return nil }
    let scale = scaleIsKnown ? 1 : squares / freedom
    let fit = scaleIsKnown ? -squares / 2 : -freedom / 2 * Double.log(squares)
    return (
      Node(
        weight: 0, shape: shape, whiteCell: whiteCell, curve: curve, values: values, scale: scale,
        covariance: inverse.map { $0.map { $0 * scale } }),
      -filter.logDeterminant / 2 - matrix.logDeterminant / 2 + fit
    )
  }

  private static func longestLeg(_ steps: [Double]) -> Double {
    runs(of: steps.indices) { !steps[$0].isFinite }.map { steps[$0].dropFirst().reduce(1, +) }.max() ?? 0
  }
}
