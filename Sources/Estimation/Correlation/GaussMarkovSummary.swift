import RealModule

/// Standard errors and residuals of an autocovariance fit.
struct GaussMarkovSummary {
  let model: GaussMarkovModel
  let hasWhite: Bool
  /// Lag 0 first.
  let lags: [Double]
  let observed: [Double]
  let pairs: [Double]
  /// Of the least squares.
  let weights: [Double]
  /// Sampling step in seconds.
  let width: Double
  let samples: Int
  let effective: Double
  let iterations: Int

  static func names(_ count: Int, _ hasWhite: Bool) -> [String] {
    (count == 1
      ? ["deviation", "time_constant"]
      : [
        "fast_deviation", "fast_time_constant", "slow_deviation", "slow_time_constant",
      ]) + (hasWhite ? ["white_deviation"] : [])
  }

  private typealias Errors = (parameters: [FittedParameter], covariance: [[Double]], warnings: [FitWarning])

  /// - Parameters:
  ///   - exact: the likelihood's estimate; without it Bartlett's errors.
  ///   - slow: of two processes, the slow one over all shapes of noise; errors and intervals are at least as wide.
  func summary(
    exact: LikelihoodFit.Estimate? = nil, slow: GaussMarkovPosterior? = nil
  ) throws(EstimationError) -> FitSummary {
    let names = Self.names(model.processes.count, hasWhite)
    var (parameters, covariance, warnings) =
      if let exact { Errors(exact.parameters, exact.covariance, exact.warnings) } else { try errors() }
    if let slow, let first = names.firstIndex(of: "slow_deviation") {
      for (k, wide) in slow.parameters.prefix(2).enumerated() {
        let factor = parameters[first + k].widen(by: wide)
        for l in names.indices {
          covariance[first + k][l] *= factor
          covariance[l][first + k] *= factor
        }
      }
    }
    if !hasWhite { warnings.append(.parameterOnBound(name: "white_deviation", bound: 0)) }
    if model.processes.count == 2, model.processes[1].timeConstant > lags[lags.count - 1] {
      warnings.append(.note("the slow time constant is longer than the longest lag: it is hardly known"))
    }
    return try summary(parameters, covariance, warnings)
  }

  /// (J^T W J)^-1 J^T W V W J (J^T W J)^-1 with V Bartlett's covariance of the lags, in deviations and time constants.
  private func errors() throws(EstimationError) -> Errors {
    let names = Self.names(model.processes.count, hasWhite)
    let values =
      model.processes.flatMap { [$0.variance.squareRoot(), $0.timeConstant] }
      + (hasWhite ? [model.white.squareRoot()] : [])
    let bartlett = BartlettCovariance(model: model, lags: lags, pairs: pairs, width: width)
    let scatter = lags.indices.map { i in lags.indices.map { k in bartlett.element(i, k) } }
    let jacobian = lags.map { derivatives(at: $0, values) }
    let size = values.count
    func sandwich(_ term: (Int, Int) -> Double) -> [[Double]] {
      (0..<size).map { a in (0..<size).map { b in term(a, b) } }
    }
    let information = sandwich { a, b in
      lags.indices.reduce(0) { $0 + jacobian[$1][a] * weights[$1] * jacobian[$1][b] }
    }
    guard let inverse = try PositiveDefinite.inverse(information) else {
      throw .singularJacobian(parameters: names)
    }
    let half = (0..<size).map { a in
      lags.indices.map { i in
        (0..<size).reduce(0) { $0 + inverse[a][$1] * jacobian[i][$1] } * weights[i]
      }
    }
    let covariance = sandwich { a, b in
      lags.indices.reduce(0.0) { sum, i in
        sum + half[a][i] * lags.indices.reduce(0.0) { $0 + scatter[i][$1] * half[b][$1] }
      }
    }
    var warnings: [FitWarning] = []
    var parameters: [FittedParameter] = []
    for (i, name) in names.enumerated() {
      let error = max(0, covariance[i][i]).squareRoot()
      let factor = Double.exp(min(50, LikelihoodFit.score * error / values[i]))
      let known = values[i] > 0 && error.isFinite && factor < 1e6
      if !known { warnings.append(.openInterval(name: name)) }
      parameters.append(
        FittedParameter(
          name: name, value: values[i], standardError: error.isFinite ? error : nil,
          interval95: known ? values[i] / factor...values[i] * factor : nil, intervalMethod: .logNormal,
          unit: name.hasSuffix("time_constant") ? "s" : "m"))
    }
    return (parameters, covariance, warnings)
  }

  /// The residuals of this curve with the errors of another method.
  func summary(_ posterior: GaussMarkovPosterior) throws(EstimationError) -> FitSummary {
    try summary(posterior.parameters, posterior.covariance, posterior.warnings)
  }

  private func summary(
    _ parameters: [FittedParameter], _ covariance: [[Double]], _ warnings: [FitWarning]
  ) throws(EstimationError) -> FitSummary {
    let scores = lags.indices.dropFirst().map {
      (observed[$0] - model.covariance(lags[$0])) * weights[$0].squareRoot()
    }
    let later = lags.indices.dropFirst()
    let mean =
      later.reduce(0) { $0 + weights[$1] * observed[$1] }
      / max(later.reduce(0) { $0 + weights[$1] }, .leastNormalMagnitude)
    let (left, total) = later.reduce((0.0, 0.0)) { sum, i in
      let (off, apart) = (observed[i] - model.covariance(lags[i]), observed[i] - mean)
      return (sum.0 + weights[i] * off * off, sum.1 + weights[i] * apart * apart)
    }
    return FitSummary(
      model: model.processes.count == 1 ? "one Gauss-Markov process" : "two Gauss-Markov processes",
      formula: "C(lag) = sum of deviation^2 exp(-lag / time_constant), plus white_deviation^2 at lag 0",
      parameters: parameters, covariance: covariance, logLikelihood: nil, samples: samples,
      effectiveSamples: effective,
      goodnessOfFit: total > 0
        ? [
          GoodnessOfFit(
            name: "R squared", statistic: 1 - left / total, pValue: nil,
            method: "share of the autocovariance's variation over lags that the curve explains, weighted as in the fit")
        ] : [],
      residuals: try ResidualDiagnostics(residuals: scores), warnings: warnings,
      iterations: iterations)
  }

  private func derivatives(at lag: Double, _ values: [Double]) -> [Double] {
    var row: [Double] = []
    for process in model.processes {
      let decay = Double.exp(-lag / process.timeConstant)
      row.append(2 * process.variance.squareRoot() * decay)
      row.append(process.variance * decay * lag / (process.timeConstant * process.timeConstant))
    }
    if hasWhite { row.append(lag == 0 ? 2 * values[values.count - 1] : 0) }
    return row
  }
}

extension FittedParameter {
  /// Takes on the error and the interval of another estimate where those are wider.
  ///
  /// - Returns: by what the standard error grew.
  fileprivate mutating func widen(by other: FittedParameter) -> Double {
    guard let error = standardError, error > 0, let wide = other.standardError else { return 1 }
    self = FittedParameter(
      name: name, value: value, standardError: max(error, wide),
      interval95: interval95.flatMap { own in
        other.interval95.map {
          min(own.lowerBound, $0.lowerBound)...max(own.upperBound, $0.upperBound)
        }
      }, intervalMethod: other.intervalMethod, unit: unit, bound: bound)
    return max(1, wide / error)
  }
}
