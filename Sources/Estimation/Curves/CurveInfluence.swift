import RealModule

/// What rows that follow each other in time do to the errors of a curve's parameters.
///
/// To first order an estimate is the truth plus a sum over rows, each row's influence (X^T W X)^-1 x_i w_i r_i. Its variance
/// for independent rows, times the widening of that series' mean (`CorrelationTime`), is its variance. Residuals that
/// repeat each other widen a slope only where its x does so too. Correlations stay those of independent rows.
struct CurveInfluence {
  /// Widenings of the variances, one per parameter.
  let times: [Double]
  let covariance: [[Double]]

  /// - Parameters:
  ///   - slopes: of each parameter, in order of time, times the root of each row's weight.
  ///   - covariance: for independent rows.
  ///   - times: of the rows.
  ///   - pulls: residuals times the root of each row's weight, and times the loss's own weight where it is robust.
  init(slopes: [[Double]], covariance: [[Double]], pulls: [Double], times: [Double]) throws(EstimationError) {
    let count = slopes.count
    let series = (0..<count).map { k in
      pulls.indices.map { i in
        var sum = 0.0
        for l in 0..<count { sum += covariance[k][l] * slopes[l][i] }
        return sum * pulls[i]
      }
    }
    // In units of its own spread; a column of nothing stays as it is.
    let units = series.map { values -> [Double] in
      let size = (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
      return size > 0 ? values.map { $0 / size } : values
    }
    let widenings = try units.map { (values) throws(EstimationError) in try Self.time(values, times) }
    self.times = widenings
    self.covariance = covariance.indices.map { k in
      covariance.indices.map { covariance[k][$0] * (widenings[k] * widenings[$0]).squareRoot() }
    }
  }

  private static func time(_ values: [Double], _ times: [Double]) throws(EstimationError) -> Double {
    let series = try TimeSeries(
      zip(times, values).map { TimeSeries.Point(time: $0, value: $1) })
    return try CorrelationTime(series).widening
  }
}
