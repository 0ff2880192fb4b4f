import RealModule

/// Fits one or two Gauss-Markov processes and white noise to errors along one axis.
///
/// The likelihood is the exact Gaussian one, by Kalman's filter over the samples' own times (`NoiseFilter`), maximized over
/// deviations and time constants. Intervals are its profiles. They end at 0 where the data allow no white noise. One or two processes:
/// Akaike's criterion. Short series of one process come from `GaussMarkovPosterior` instead, which has no
/// errors around a time constant that came out too short; the slow one of two has errors of at least that posterior's, with the fast one as
/// white noise. Valid for stationary errors; outliers raise the white part. Of more than 20,000 samples the first ones count.
package struct GaussMarkovFit: Sendable {
  package init() {}

  static let mostSamples = 20_000

  /// - Parameter series: signed errors in metres, at least 50. East and north may be given together as separate legs.
  /// - Throws: `tooFewSamples`; `badInput` for errors that do not repeat each other; `didNotConverge` and the like when not even one process can be fitted.
  package func fit(_ series: TimeSeries) throws(EstimationError) -> GaussMarkovReport {
    guard series.points.count >= 50 else { throw .tooFewSamples(have: series.points.count, need: 50) }
    guard let interval = series.medianInterval else { throw .badInput("no two samples at different times") }
    guard series.points.contains(where: { $0.value != series.points[0].value }) else {
      throw .badInput("all values are equal")
    }
    let effective = try CorrelationTime(series).effectiveSamples
    let integratedTime = Double(series.points.count) / effective
    let longestLeg = series.legs.reduce(0.0) {
      max($0, series.points[$1.upperBound - 1].time - series.points[$1.lowerBound].time)
    }
    // The plotted lags reach over ten integrated autocorrelation times.
    let longest = max(10 * interval, min(longestLeg / 2, 10 * integratedTime * interval))
    let covariance = try Autocovariance(series, width: interval, longestLag: longest)
    let (candidates, failures) = FitFailure.ranked([1, 2], by: \GaussMarkovReport.Candidate.aic) {
      (count) throws(EstimationError) in try candidate(count, series, covariance, effective)
    }
    let white = 2 + Double(series.points.count) * (Double.log(2 * .pi * covariance.variance) + 1)
    // Without a maximum, series that repeat themselves could still have no end of their memory.
    if candidates.first.map({ $0.aic >= white }) ?? (integratedTime < 1.5) {
      throw .badInput("neighbouring errors are independent: no process describes them better than white noise alone")
    }
    guard !candidates.isEmpty else {
      throw failures.first?.error ?? .didNotConverge(reason: "no process could be fitted")
    }
    return GaussMarkovReport(ranking: candidates, failures: failures, autocovariance: covariance)
  }

  private func candidate(
    _ count: Int, _ series: TimeSeries, _ covariance: Autocovariance, _ effective: Double
  ) throws(EstimationError) -> GaussMarkovReport.Candidate {
    let fit = Self.likelihood(series, mean: covariance.mean, processes: count)
    let time = max(covariance.width, 0.5 * Double(series.points.count) / effective * covariance.width)
    let deviation = (0.4 * covariance.variance).squareRoot()
    let starts =
      count == 1
      ? [[1.4 * deviation, time, 0.5 * deviation]]
      : [(0.2, 2.0), (0.05, 1.0)].map {
        [deviation, max(0.5 * covariance.width, $0.0 * time), deviation, $0.1 * time, 0.5 * deviation]
      }
    var maximum = try fit.maximum(starts: starts)
    maximum.starts = []
    let aic = 2 * Double(fit.specifications.count - maximum.pinned.count) - 2 * maximum.logLikelihood
    var model = Self.model(fit.values(maximum.free, maximum.pinned), count)
    var (parameters, errors, warnings) = ([FittedParameter](), [[Double]](), [FitWarning]())
    if count == 1, let posterior = try GaussMarkovPosterior(series) {
      (model, parameters) = (posterior.model, posterior.parameters)
      (errors, warnings) = (posterior.covariance, posterior.warnings)
    } else {
      let estimate = try fit.estimate(at: maximum)
      (parameters, errors, warnings) = (estimate.parameters, estimate.covariance, estimate.warnings)
    }
    if count == 2, let slow = try GaussMarkovPosterior(series, beside: model.processes[0].timeConstant) {
      for (k, wide) in slow.parameters.prefix(2).enumerated() {
        guard let error = wide.standardError, let interval = wide.interval95 else { continue }
        let factor = parameters[2 + k].widen(error: error, interval: interval, wide.intervalMethod)
        for l in errors.indices {
          errors[2 + k][l] *= factor
          errors[l][2 + k] *= factor
        }
      }
    }
    if count == 2, model.processes[1].timeConstant > covariance.bins.last?.lag ?? .infinity {
      warnings.append(.note("the slow time constant is longer than the longest lag: it is hardly known"))
    }
    if series.points.count > Self.mostSamples {
      warnings.append(
        .note("the likelihood is that of the first \(Self.mostSamples) of \(series.points.count) samples"))
    }
    let rest = covariance.bins.filter { $0.lag > 0 }.map {
      ($0.covariance - model.covariance($0.lag)) * Double($0.pairs).squareRoot() / covariance.variance
    }
    let summary = FitSummary(
      model: count == 1 ? "one Gauss-Markov process" : "two Gauss-Markov processes",
      formula: "C(lag) = sum of deviation^2 exp(-lag / time_constant), plus white_deviation^2 at lag 0",
      parameters: parameters, covariance: errors, logLikelihood: maximum.logLikelihood, samples: covariance.samples,
      effectiveSamples: effective, residuals: try ResidualDiagnostics(residuals: rest), warnings: warnings)
    return GaussMarkovReport.Candidate(model: model, summary: summary, aic: aic)
  }

  // MARK: - Likelihood

  static func names(_ processes: Int) -> [String] {
    (processes == 1
      ? ["deviation", "time_constant"]
      : ["fast_deviation", "fast_time_constant", "slow_deviation", "slow_time_constant"]) + ["white_deviation"]
  }

  private static func likelihood(_ series: TimeSeries, mean: Double, processes: Int) -> LikelihoodFit {
    let (values, interval) = (series.points.prefix(mostSamples).map { $0.value - mean }, series.medianInterval ?? 1)
    let steps = series.steps.prefix(values.count).map { $0 * interval }
    let constant = 0.5 * Double(values.count) * Double.log(2 * .pi)
    return LikelihoodFit(
      specifications: names(processes).map { name in
        ParameterSpecification(
          name: name, unit: name.hasSuffix("time_constant") ? "s" : "m",
          closedBounds: name == "white_deviation" ? [0] : [])
      },
      logLikelihood: { p in
        // The slow process stays the slow one.
        if processes == 2, p[1] >= p[3] { return -.infinity }
        return NoiseFilter(model(p, processes), steps: steps).logDensity(values) - constant
      }, weight: 1)
  }

  private static func model(_ p: [Double], _ processes: Int) -> GaussMarkovModel {
    GaussMarkovModel(
      processes: (0..<processes).map {
        GaussMarkovModel.Process(variance: p[2 * $0] * p[2 * $0], timeConstant: p[2 * $0 + 1])
      }, white: p[2 * processes] * p[2 * processes])
  }
}

/// Fits of one and of two Gauss-Markov processes, the better first.
package struct GaussMarkovReport: Sendable {
  /// One fit.
  package struct Candidate: Sendable {
    let model: GaussMarkovModel
    package let summary: FitSummary
    /// Akaike's criterion with the exact Gaussian likelihood.
    package let aic: Double

    /// The fitted autocovariance at `lag` seconds, white noise counted at lag 0 only.
    package func covariance(_ lag: Double) -> Double { model.covariance(lag) }

    package var processes: Int { model.processes.count }
  }

  /// In ascending order of AIC; at least one.
  package let ranking: [Candidate]
  /// By the number of processes.
  package let failures: [FitFailure<Int>]
  /// For plots.
  package let autocovariance: Autocovariance

  package var winner: Candidate { ranking[0] }

  /// Whether the second-best is 2 units of AIC or more behind, or there is none.
  package var isDecided: Bool { ranking.count < 2 || ranking[1].aic - ranking[0].aic >= 2 }
}
