import RealModule

/// One Gauss-Markov process with white noise, over all shapes that the data allow (`CorrelatedRegression`).
///
/// On short series a time constant comes out too short, and errors around it are too narrow. Here values are medians, intervals quantiles of the posterior; the mean is not taken as known.
struct GaussMarkovPosterior {
  let model: GaussMarkovModel
  let parameters: [FittedParameter]
  let covariance: [[Double]]
  let warnings: [FitWarning]

  /// Longer series are thinned, which leaves the process and its white noise as they are.
  static let mostPoints = 2_000
  private static let leastPoints = 20
  /// In intervals of the thinned series; a shorter time constant shows in its neighbours only before thinning.
  private static let leastTime = 4.0

  /// - Parameter fast: the time constant in seconds of a faster process beside it. Samples of three time constants apart see it as
  ///   white noise.
  /// - Returns: `nil` where the series is so long that thinning would hide the process: there the likelihood's errors hold.
  init?(_ given: TimeSeries, beside fast: Double = 0) throws(EstimationError) {
    guard let sampling = given.medianInterval else { throw .badInput("no two samples at different times") }
    let stride = max(
      (given.points.count + Self.mostPoints - 1) / Self.mostPoints,
      Int(min(3 * fast / sampling, Double(given.points.count)).rounded(.up)))
    var series = given
    if stride > 1 {
      series = try TimeSeries(
        given.legs.flatMap { leg in
          Swift.stride(from: leg.lowerBound, to: leg.upperBound, by: stride).map { given.points[$0] }
        })
    }
    guard series.points.count >= Self.leastPoints else {
      throw .tooFewSamples(have: series.points.count, need: Self.leastPoints)
    }
    guard let interval = series.medianInterval else { throw .badInput("no two samples at different times") }
    let ones = [Double](repeating: 1, count: series.points.count)
    let regression = try CorrelatedRegression(
      response: series.points.map(\.value), steps: series.steps, whiteCells: 12,
      names: GaussMarkovFit.names(1),
      design: { _ in ([ones], []) })
    guard let deviation = regression.deviation({ 1 - $0.white }), let white = regression.deviation({ $0.white }),
      let time = regression.time
    else { throw .singularJacobian(parameters: GaussMarkovFit.names(1)) }
    if fast == 0, stride > 1, time.estimate.value < Self.leastTime { return nil }
    var warnings: [FitWarning] = []
    if let limit = time.limit {
      warnings.append(.intervalEndsAtBound(name: "time_constant", bound: limit * interval))
    }
    if regression.allowsNoWhiteNoise { warnings.append(.intervalEndsAtBound(name: "white_deviation", bound: 0)) }
    let ends = [
      deviation.interval95,
      time.estimate.interval95.lowerBound * interval...time.estimate.interval95.upperBound * interval,
      (regression.allowsNoWhiteNoise ? 0 : white.interval95.lowerBound)...white.interval95.upperBound,
    ]
    let (values, errors) = (
      [deviation.value, time.estimate.value * interval, white.value],
      [deviation.standardError, time.estimate.standardError * interval, white.standardError]
    )
    parameters = GaussMarkovFit.names(1).enumerated().map { i, name in
      FittedParameter(
        name: name, value: values[i], standardError: errors[i], interval95: ends[i],
        intervalMethod: .correlatedPosterior, unit: i == 1 ? "s" : "m")
    }
    let correlation = regression.noiseCorrelation(0)
    covariance = errors.indices.map { a -> [Double] in
      errors.indices.map { b -> Double in correlation[a + 1][b + 1] * errors[a] * errors[b] }
    }
    model = GaussMarkovModel(
      processes: [GaussMarkovModel.Process(variance: values[0] * values[0], timeConstant: values[1])],
      white: values[2] * values[2])
    self.warnings = warnings
  }
}
