import RealModule

/// What comes out of a regression over all shapes of the noise.
extension CorrelatedRegression {
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

    func parameter(_ name: String, unit: String, _ method: IntervalMethod) -> FittedParameter {
      FittedParameter(
        name: name, value: value, standardError: standardError, interval95: interval95, intervalMethod: method,
        unit: unit)
    }
  }

  /// Of a linear parameter, or of the curve's own (the one after them); `nil` where the data leave it open.
  func estimate(_ parameter: Int) -> Estimate? {
    if parameter >= linear { return Self.estimate { quantile($0, curveAxis) { $0.curve } } }
    let direction = (0..<linear).map { $0 == parameter ? 1.0 : 0 }
    return estimate { _ in direction }
  }

  /// Of a sum of the linear parameters, with factors that may depend on the curve's own.
  func estimate(along direction: (Double) -> [Double]) -> Estimate? {
    let mixture = StudentMixture(parts(along: direction), degreesOfFreedom: degreesOfFreedom)
    guard let estimate = Self.estimate({ mixture.quantile($0) }) else { return nil }
    let t = degreesOfFreedom.isFinite ? (try? GSL.studentQuantile(degreesOfFreedom)) ?? 0 : LikelihoodFit.score
    var (low, high) = (estimate.interval95.lowerBound, estimate.interval95.upperBound)
    var error = estimate.standardError
    for node in longMemories {
      let factors = direction(node.curve)
      let centre = dot(node.values, factors)
      let own = quadraticForm(factors, node.covariance, factors).squareRoot()
      (low, high, error) = (min(low, centre - t * own), max(high, centre + t * own), max(error, own))
    }
    return Estimate(value: estimate.value, standardError: error, interval95: low...high)
  }

  private func parts(along direction: (Double) -> [Double]) -> [StudentMixture.Part] {
    nodes.map { node in
      let factors = direction(node.curve)
      return StudentMixture.Part(
        weight: node.weight, centre: dot(node.values, factors),
        error: quadraticForm(factors, node.covariance, factors).squareRoot())
    }
  }

  /// The root of the mean square of such a sum's distance from a value.
  func distance(from value: Double, along direction: (Double) -> [Double]) -> Double {
    let (parts, total) = (parts(along: direction), nodes.reduce(0) { $0 + $1.weight })
    let squares = parts.reduce(0) {
      $0 + $1.weight * ($1.error * $1.error + ($1.centre - value) * ($1.centre - value))
    }
    return (squares / total).squareRoot()
  }

  /// Whether the rows may be shorter than five time constants of noise that shows.
  var mayBeShort: Bool { !longMemories.isEmpty }

  var likeliestShape: NoiseShape {
    nodes.max { $0.weight < $1.weight }?.shape ?? NoiseShape(time: 1, white: 0)
  }

  static func estimate(_ read: (Double) -> Double?) -> Estimate? {
    guard let low = read(0.025), let lower = read(0.158_655), let middle = read(0.5), let upper = read(0.841_345),
      let high = read(0.975), low <= middle, middle <= high
    else { return nil }
    return Estimate(value: middle, standardError: (upper - lower) / 2, interval95: low...high)
  }

  /// Of a coordinate that has an axis over its logarithm.
  func quantile(_ p: Double, _ axis: Axis, _ coordinate: (Node) -> Double) -> Double? {
    let weights = axis.sums(nodes.map { (Double.log(coordinate($0)), $0.weight) })
    return gridQuantile(p, weights, from: axis.low - axis.step / 2, step: axis.step).map { Double.exp($0) }
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
    let factors = kept.map { node in directions.map { $0(node.curve) } }
    let places = zip(kept, factors).map { node, rows in
      rows.map { dot(node.values + (hasCurve ? [Double.log(node.curve)] : []), $0) }
    }
    return Self.correlation(kept, places) { k, a, b in
      quadraticForm(factors[k][a], kept[k].covariance, factors[k][b])
    }
  }

  /// Over a mixture of nodes, each with its own place and its own covariances inside.
  static func correlation(
    _ nodes: [Node], _ places: [[Double]], inside: (_ node: Int, _ a: Int, _ b: Int) -> Double
  ) -> [[Double]] {
    let total = nodes.reduce(0) { $0 + $1.weight }
    let axes = (places.first ?? []).indices
    let means = axes.map { a in zip(nodes, places).reduce(0) { $0 + $1.0.weight * $1.1[a] } / total }
    let covariance = axes.map { a in
      axes.map { b in
        nodes.indices.reduce(0) { sum, k in
          let apart = (places[k][a] - means[a]) * (places[k][b] - means[b])
          return sum + nodes[k].weight * (inside(k, a, b) + apart)
        }
      }
    }
    return FitSummary.correlation(covariance, most: 0.9999)
  }

  /// The shapes of the noise with their weights, which add up to 1; those under a ten-thousandth of the largest are left out.
  var shapes: [(shape: NoiseShape, weight: Double)] {
    let largest = nodes.reduce(0) { max($0, $1.weight) }
    let kept = nodes.filter { $0.weight > 1e-4 * largest }
    let total = kept.reduce(0) { $0 + $1.weight }
    return kept.map { ($0.shape, $0.weight / total) }
  }

  /// How many independent samples the rows are worth, as a mean sees them.
  var effectiveSamples: Double { shapes.reduce(0) { $0 + $1.weight * $1.shape.effectiveSamples(steps: steps) } }
}
