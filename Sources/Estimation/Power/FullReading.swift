/// How likely a gauge still shows 100 % at a reading, given the readings below it.
///
/// The unrounded drop there is normal with mean m and variance v given the run's other rows; the gauge shows 100 when
/// it is at most half a point.
struct FullReading {
  /// (1/2 - m) / sqrt(v).
  let score: Double
  let deviation: Double
  /// How m follows each column of the run through the rows below 100 %.
  let weights: [Double]

  /// - Parameters:
  ///   - columns: at that reading, without the drop.
  ///   - residual: shown minus expected drop, as a combination of columns.
  init(
    _ columns: [Double], _ weighted: WeightedProducts, drain: [Double], residual: [Double], reading2: Double,
    plateau2: Double, run2: Double
  ) {
    let size = drain.count
    var drained = 0.0
    var expected = 0.0
    for j in 0..<(size - 1) {
      drained += drain[j] * columns[j]
      expected -= residual[j] * columns[j]
    }
    // The covariance with the rows is the combination `link` of their columns.
    var link = drain.map { $0 * run2 * drained }
    link[0] += plateau2
    let weights = weighted.times(link)
    var (shift, explained) = (0.0, 0.0)
    for j in 0..<size {
      shift += weights[j] * residual[j]
      explained += weights[j] * link[j]
    }
    let before = reading2 + plateau2 + run2 * drained * drained
    let variance = max(max(reading2, 1e-6), before - explained)
    self.weights = weights
    deviation = variance.squareRoot()
    score = (0.5 - expected - shift) / deviation
  }
}
