import Core
import RealModule

/// Fits distributions to position errors by maximum likelihood and ranks them.
///
/// Errors repeat each other in time. The likelihood that ranks the models counts n_eff / n, n_eff that of the errors' normal
/// scores; the error and the interval of each parameter count what that parameter sees of it (`ScoreCorrelation`).
package struct PositionErrorFit: Sendable {
  /// What the errors were measured against.
  package var geometry: ErrorGeometry
  package var models: [ErrorModel] = ErrorModel.allCases
  /// Deviation per axis of the simulator's white noise in metres (sources F: 0.4 m).
  package var whiteNoise = 0.4
  /// Smaller magnitudes are raised to this, metres: positions are not written more finely, and several models have no
  /// density at 0.
  package var resolution = 0.01

  package init(geometry: ErrorGeometry) { self.geometry = geometry }

  /// Fewer different errors than this are warned of.
  private static let fewValues = 10
  /// Of models with outliers or a tail. Intervals of the outliers' size held 74 % of 24 errors, 86 of 40 and 98 of 80.
  private static let leastForOutliers = 50

  /// - Parameter samples: magnitudes of errors in metres, 0 or more; at least 20, in any order.
  /// - Throws: `tooFewSamples`; `badInput` for a magnitude that is negative or not finite, for errors of which more than
  ///   half are under the resolution, and for errors of one or two different values. A model that cannot be
  ///   fitted is among the report's failures instead; all failing throws the last one's reason.
  package func fit(_ samples: [TimeSeries.Point]) throws(EstimationError) -> PositionErrorReport {
    GSL.prepare()
    guard samples.count >= 20 else { throw .tooFewSamples(have: samples.count, need: 20) }
    guard samples.allSatisfy({ $0.value >= 0 && $0.value.isFinite }) else {
      throw .badInput("an error magnitude is negative or not a finite number")
    }
    guard resolution > 0, whiteNoise >= 0 else {
      throw .badInput("the resolution must be above 0, white noise not less")
    }
    let series = try TimeSeries(samples)
    let raised = series.points.count { $0.value < resolution }
    let magnitudes = series.points.map { max(resolution, $0.value) }
    let sample = MagnitudeSample(magnitudes)
    guard sample.values.first != sample.values.last else { throw .badInput("all errors are equal") }
    guard raised * 2 <= magnitudes.count else {
      throw .badInput(
        "\(raised) of \(magnitudes.count) errors are under \(resolution) m: the fixes repeat their own truth")
    }
    let different = Set(magnitudes).count
    guard different > 2 else { throw .badInput("the errors take only two different values: no distribution shows") }
    let scores = series.replacing(NormalTail.scores(magnitudes))
    let effective = try CorrelationTime(scores).effectiveSamples
    let isShort = effective <= ShortSeriesPosterior.mostEffective
    let short = try isShort ? ShortSeriesPosterior(scores, magnitudes) : nil

    var shared: [FitWarning] = []
    if raised > 0 {
      shared.append(.alteredSamples(count: raised, reason: "errors under \(resolution) m were raised to it"))
    }
    if different < Self.fewValues {
      shared.append(
        .note("the errors take only \(different) different values: their steps, not the distribution, decide the fit"))
    }
    shared += FitWarning.effective(samples: samples.count, worth: effective)
    if geometry == .crossTrack {
      shared.append(.note("cross-track errors are a lower bound of the distance to the true position"))
    }
    let (fits, failures) = FitFailure.ranked(models, by: \FittedErrorModel.summary.aic) {
      (model) throws(EstimationError) in try fit(model, series, magnitudes, sample, effective, short, shared)
    }
    guard !fits.isEmpty else { throw failures.last?.error ?? .badInput("no model was asked for") }
    return PositionErrorReport(
      geometry: geometry, ranking: fits, failures: failures, effectiveSamples: effective,
      observed: [0.5, 0.68, 0.95].map { MeasuredQuantile($0, of: sample, trials: effective) })
  }

  private func fit(
    _ model: ErrorModel, _ series: TimeSeries, _ magnitudes: [Double], _ sample: MagnitudeSample,
    _ effective: Double, _ short: ShortSeriesPosterior?, _ warnings: [FitWarning]
  ) throws(EstimationError) -> FittedErrorModel {
    let distribution = model.distribution(geometry, white: whiteNoise)
    guard distribution.specifications.count < 3 || magnitudes.count >= Self.leastForOutliers else {
      throw .tooFewSamples(have: magnitudes.count, need: Self.leastForOutliers)
    }
    let coarse = sample.thinned(to: 2_000)
    let fit = LikelihoodFit(
      specifications: distribution.specifications,
      logLikelihood: { distribution.logLikelihood(sample, $0) }, weight: effective / sample.count)
    var maximum = try fit.maximum(
      starts: distribution.starts(coarse), coarse: { distribution.logLikelihood(coarse, $0) })
    // With many samples the summit stands alone, and refits take long.
    if sample.values.count > 1_000 { maximum.starts = [] }
    var estimate = try fit.estimate(at: maximum) { (maximum) throws(EstimationError) in
      try ScoreCorrelation.times(
        fit, at: maximum, distribution, series, magnitudes, otherwise: sample.count / effective)
    }
    maximum = estimate.maximum
    if let short { estimate = estimate.widened(by: short, distribution) }
    if estimate.times.contains(where: { $0 > 1.5 }) {
      let worth = zip(estimate.parameters, estimate.times).filter { $0.0.bound == nil }.map {
        "\($0.name) \(ShortNumber.short(sample.count / $1))"
      }
      estimate.warnings.append(
        .note("errors and intervals rest on as many independent samples: \(worth.joined(separator: ", "))"))
    }
    let values = fit.values(maximum.free, maximum.pinned)
    let pairs = ResidualDiagnostics.places(sample.values).map {
      ResidualDiagnostics.QuantilePair(expected: distribution.quantile($0.p, values), observed: $0.value)
    }
    let scores = magnitudes.map {
      NormalDistribution.quantile(min(1 - 1e-15, max(1e-15, distribution.cumulative($0, values))))
    }
    var summary = FitSummary(
      model: model.rawValue, formula: distribution.formula, parameters: estimate.parameters,
      covariance: estimate.covariance, logLikelihood: maximum.logLikelihood, samples: magnitudes.count,
      effectiveSamples: effective, residuals: try ResidualDiagnostics(residuals: scores, quantiles: pairs),
      warnings: warnings + estimate.warnings)
    if let share = summary["outlier_probability"] ?? summary["tail_share"], share.value > 0.5 {
      summary.warnings.append(.note("\(share.name) is over one half: what is called the tail is the rule"))
    }
    let distance = EmpiricalDistance.kolmogorovSmirnov(sample.values.map { distribution.cumulative($0, values) })
    let (test, p) = ("Kolmogorov-Smirnov", EmpiricalDistance.pValue(distance, samples: effective))
    summary.goodnessOfFit = [
      GoodnessOfFit(
        name: test, statistic: distance, pValue: p,
        method: "over the effective samples; the parameters were fitted, so p is an upper limit")
    ]
    if p < 0.05 { summary.warnings.append(.poorFit(test: test, pValue: p)) }
    return FittedErrorModel(
      model: model, geometry: geometry, summary: summary, distribution: distribution, values: values)
  }
}

/// How far a sample's distribution function is from a model's.
enum EmpiricalDistance {
  /// The largest vertical distance (Kolmogorov 1933, Smirnov 1948).
  ///
  /// - Parameter probabilities: the model's cumulative function at the values in ascending order.
  static func kolmogorovSmirnov(_ probabilities: [Double]) -> Double {
    let n = Double(probabilities.count)
    return probabilities.enumerated().reduce(0) {
      max($0, Double($1.offset + 1) / n - $1.element, $1.element - Double($1.offset) / n)
    }
  }

  /// The probability of a larger distance where the model is right (Kolmogorov's limit with Stephens's correction for few samples,
  /// J. R. Stat. Soc. B 32, 1970). Fitted parameters make distances smaller: then it is an upper limit.
  static func pValue(_ distance: Double, samples: Double) -> Double {
    let root = samples.squareRoot()
    let size = (root + 0.12 + 0.11 / root) * distance
    // The series converges slowly where its sum is 1 to nine digits.
    guard size > 0.3 else { return 1 }
    var sum = 0.0
    for k in 1...20 {
      let term = 2 * Double.exp(-2 * Double(k * k) * size * size)
      sum += k % 2 == 1 ? term : -term
    }
    return min(1, max(0, sum))
  }
}
