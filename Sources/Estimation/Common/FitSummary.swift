import RealModule

/// What every fit of this module returns.
package struct FitSummary: Sendable, Hashable {
  /// The model's name, such as "lognormal".
  package let model: String
  package let formula: String
  package let parameters: [FittedParameter]
  /// Rows and columns in the order of `parameters`; 0 in the row of a parameter on its bound.
  package let covariance: [[Double]]
  /// As it stands, all samples counted fully; `nil` where the method has none.
  package let logLikelihood: Double?
  package let samples: Int
  /// What the samples are worth when neighbours in time repeat each other.
  package let effectiveSamples: Double
  package var goodnessOfFit: [GoodnessOfFit]
  package var residuals: ResidualDiagnostics?
  package var warnings: [FitWarning]
  /// Of methods beside those of the intervals, each after its name, for a page's references.
  package var citations: [String] = []

  /// - Parameter namesCloseCorrelations: whether parameters that the data hardly tell apart become a warning; not where
  ///   some are sums of others.
  package init(
    model: String, formula: String, parameters: [FittedParameter], covariance: [[Double]], logLikelihood: Double?,
    samples: Int, effectiveSamples: Double, goodnessOfFit: [GoodnessOfFit] = [],
    residuals: ResidualDiagnostics? = nil, warnings: [FitWarning] = [], namesCloseCorrelations: Bool = true
  ) {
    self.model = model
    self.formula = formula
    self.parameters = parameters
    self.covariance = covariance
    self.logLikelihood = logLikelihood
    self.samples = samples
    self.effectiveSamples = effectiveSamples
    self.goodnessOfFit = goodnessOfFit
    self.residuals = residuals
    self.warnings = warnings
    for parameter in parameters where parameter.bound == nil {
      guard let error = parameter.standardError, !(error > 1e-12 * abs(parameter.value)) else { continue }
      self.warnings.append(
        .note(
          "the standard error of \(parameter.name) is \(error.isNaN ? "no number" : "0"): the data repeat themselves exactly "
            + "and do not show how it scatters"))
    }
    guard namesCloseCorrelations else { return }
    for (i, row) in correlation.enumerated() {
      for j in 0..<i where abs(row[j]) > 0.95 {
        self.warnings.append(.stronglyCorrelated(parameters[j].name, parameters[i].name, correlation: row[j]))
      }
    }
  }

  package subscript(name: String) -> FittedParameter? { parameters.first { $0.name == name } }

  /// Between estimates, -1 to 1; 0 beside a parameter on its bound.
  package var correlation: [[Double]] { Self.correlation(covariance) }

  /// - Parameter most: the largest size; below 1 for numbers that are not exactly each other's multiples.
  static func correlation(_ covariance: [[Double]], most: Double = 1) -> [[Double]] {
    covariance.indices.map { i in
      covariance.indices.map { j in
        let product = covariance[i][i] * covariance[j][j]
        return i == j ? 1 : product > 0 ? max(-most, min(most, covariance[i][j] / product.squareRoot())) : 0
      }
    }
  }

  /// Of parameters with these correlations; 0 beside one without a standard error.
  static func covariance(_ correlation: [[Double]], _ parameters: [FittedParameter]) -> [[Double]] {
    let errors = parameters.map { $0.standardError ?? 0 }
    return zip(correlation, errors).map { row, own in zip(row, errors).map { $0 * own * $1 } }
  }

  /// Of parameters that are taken as independent.
  static func diagonal(_ parameters: [FittedParameter]) -> [[Double]] {
    let errors = parameters.map { $0.standardError ?? 0 }
    return errors.indices.map { i in errors.indices.map { $0 == i ? errors[i] * errors[i] : 0 } }
  }

  /// Log-likelihood times effectiveSamples / samples: what the data are worth when they repeat each other.
  package var effectiveLogLikelihood: Double? { logLikelihood.map { $0 * effectiveSamples / Double(samples) } }

  /// Akaike's criterion 2 k - 2 ln L with the effective log-likelihood; smaller is better.
  package var aic: Double? { effectiveLogLikelihood.map { 2 * Double(parameters.count) - 2 * $0 } }

  /// Schwarz's criterion k ln n_eff - 2 ln L with the effective log-likelihood; smaller is better.
  package var bic: Double? {
    effectiveLogLikelihood.map { Double(parameters.count) * .log(effectiveSamples) - 2 * $0 }
  }
}

/// A model without a result, and why.
package struct FitFailure<Model: Sendable & Hashable>: Sendable, Hashable {
  package let model: Model
  package let error: EstimationError

  /// Fits every model.
  ///
  /// - Returns: the fits in ascending order of a criterion, and what could not be fitted.
  static func ranked<Fit>(
    _ models: [Model], by criterion: (Fit) -> Double?, _ fit: (Model) throws(EstimationError) -> Fit
  ) -> (ranking: [Fit], failures: [FitFailure]) {
    var (fits, failures) = ([Fit](), [FitFailure]())
    for model in models {
      do {
        fits.append(try fit(model))
      } catch {
        failures.append(FitFailure(model: model, error: error))
      }
    }
    return (fits.sorted { (criterion($0) ?? .infinity) < (criterion($1) ?? .infinity) }, failures)
  }
}

/// One estimated number with what is known about it.
package struct FittedParameter: Sendable, Hashable {
  /// In snake case, as it is written into files.
  package internal(set) var name: String
  package let value: Double
  /// Of the value; `nil` where it has no meaning, as on a bound.
  package internal(set) var standardError: Double?
  /// `nil` where the data leave it open; the summary's warnings say so.
  package internal(set) var interval95: ClosedRange<Double>?
  package internal(set) var intervalMethod: IntervalMethod
  /// Its symbol, empty for a plain number.
  package let unit: String
  /// The bound the value lies on, if it does.
  package internal(set) var bound: Double?

  /// Value ± Student's t x standard error.
  ///
  /// - Parameter freedom: degrees of it; fewer than one count as one.
  static func student(
    _ name: String, _ value: Double, error: Double, freedom: Double, unit: String
  ) throws(EstimationError) -> FittedParameter {
    let reach = try GSL.studentQuantile(max(1, freedom)) * error
    return FittedParameter(
      name: name, value: value, standardError: error, interval95: value - reach...value + reach,
      intervalMethod: .studentT, unit: unit)
  }

  /// exp(ln value ± quantile x relative error); open where that overflows.
  static func logNormal(
    _ name: String, _ value: Double, relative: Double, quantile: Double = LikelihoodFit.score, unit: String
  ) -> FittedParameter {
    let factor = Double.exp(quantile * relative)
    return FittedParameter(
      name: name, value: value, standardError: value * relative,
      interval95: factor.isFinite ? value / factor...value * factor : nil, intervalMethod: .logNormal, unit: unit)
  }

  /// Takes on the error and the interval of another estimate where those are wider.
  ///
  /// - Returns: by what the standard error grew.
  mutating func widen(error wide: Double, interval: ClosedRange<Double>, _ method: IntervalMethod) -> Double {
    // On its bound a parameter has no error, and an interval from there.
    let error = bound == nil ? standardError ?? wide : nil
    standardError = error.map { max($0, wide) }
    interval95 = interval95.map {
      min(interval.lowerBound, $0.lowerBound)...max(interval.upperBound, $0.upperBound)
    }
    intervalMethod = method
    return error.map { $0 > 0 ? max(1, wide / $0) : 1 } ?? 1
  }

  package func renamed(_ name: String) -> FittedParameter {
    var copy = self
    copy.name = name
    return copy
  }

  /// With each half of its interval, and its standard error, so many times as wide.
  func widened(by factor: Double, error errorFactor: Double) -> FittedParameter {
    var copy = self
    copy.standardError = standardError.map { $0 * errorFactor }
    copy.interval95 = interval95.map {
      value - factor * (value - $0.lowerBound)...value + factor * ($0.upperBound - value)
    }
    return copy
  }
}

/// How a 95 % interval was made; printed beside it.
package enum IntervalMethod: String, Sendable, Hashable, CaseIterable {
  /// The values that a likelihood-ratio test at 5 % does not reject, the other parameters fitted anew at each
  /// (Venzon and Moolgavkar 1988).
  case profileLikelihood = "profile likelihood"
  /// Value ± t x standard error, exact for linear models with normal errors.
  case studentT = "Student's t"
  /// Quantiles of Student's distributions over all shapes of noise that repeats itself (`CorrelatedRegression`).
  case correlatedStudentT = "Student's t over correlated noise"
  /// Quantiles of the posterior over all shapes of noise that repeats itself (`CorrelatedRegression`); for distributions of errors
  /// the profile likelihood's interval where that is wider (`ShortSeriesPosterior`).
  case correlatedPosterior = "posterior over correlated noise"
  /// Quantiles of the posterior.
  case posterior = "posterior"
  /// exp(ln value ± 1.96 x standard error of ln value).
  case logNormal = "normal in the logarithm"
  /// Of a share p: normal in ln (p / (1 - p)).
  case logOdds = "normal in the log-odds"
  /// Value ± 1.96 x standard error.
  case normal = "normal"
  /// The exact binomial interval of Clopper and Pearson 1934.
  case clopperPearson = "Clopper-Pearson"
  /// Garwood's exact interval of a count (1936).
  case poisson = "exact Poisson"

  /// The paper behind it, for a page's references.
  package var citation: String? {
    switch self {
    case .profileLikelihood: "D. J. Venzon and S. H. Moolgavkar, Applied Statistics 37, 1988, 87-94"
    case .studentT: "Student, Biometrika 6, 1908, 1-25"
    case .correlatedStudentT, .correlatedPosterior: "D. A. Harville, Biometrika 61, 1974, 383-385"
    case .clopperPearson: "C. J. Clopper and E. S. Pearson, Biometrika 26, 1934, 404-413"
    case .poisson: "F. Garwood, Biometrika 28, 1936, 437-442"
    case .posterior, .logNormal, .logOdds, .normal: nil
    }
  }
}

/// A test of whether the fitted model could have made the data.
package struct GoodnessOfFit: Sendable, Hashable {
  /// Such as "Kolmogorov-Smirnov".
  package let name: String
  package let statistic: Double
  /// The share of data sets from the fitted model that look at least as odd; `nil` where none was computed.
  package let pValue: Double?
  /// How the p-value was made.
  package let method: String

  /// The share of a response's variance that a model explains; `nil` where it does not vary.
  static func explained(_ response: [Double], residuals: [Double], _ what: String) -> GoodnessOfFit? {
    let total = response.scatter
    guard total > 0 else { return nil }
    return GoodnessOfFit(
      name: "R squared", statistic: 1 - residuals.reduce(0) { $0 + $1 * $1 } / total, pValue: nil,
      method: "share of the variance of \(what) explains")
  }
}
