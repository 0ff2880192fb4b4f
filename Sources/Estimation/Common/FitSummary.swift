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
  package let iterations: Int

  /// - Parameter namesCloseCorrelations: whether parameters that the data hardly tell apart become a warning; not where
  ///   some are sums of others.
  package init(
    model: String, formula: String, parameters: [FittedParameter], covariance: [[Double]], logLikelihood: Double?,
    samples: Int, effectiveSamples: Double, goodnessOfFit: [GoodnessOfFit] = [],
    residuals: ResidualDiagnostics? = nil, warnings: [FitWarning] = [], iterations: Int = 0,
    namesCloseCorrelations: Bool = true
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
    self.iterations = iterations
    for parameter in parameters where parameter.bound == nil {
      guard let error = parameter.standardError, !(error > 1e-12 * abs(parameter.value)) else { continue }
      self.warnings.append(
        .note(
          "the standard error of \(parameter.name) is \(error.isNaN ? "no number" : "0"): the data repeat themselves exactly "
            + "and do not show how it scatters"))
    }
    for i in parameters.indices where namesCloseCorrelations {
      for j in 0..<i {
        let correlation = correlation(i, j)
        if abs(correlation) > 0.95 {
          self.warnings.append(
            .stronglyCorrelated(parameters[j].name, parameters[i].name, correlation: correlation))
        }
      }
    }
  }

  package subscript(name: String) -> FittedParameter? { parameters.first { $0.name == name } }

  /// Between two estimates, -1 to 1; 0 beside a parameter on its bound.
  package func correlation(_ i: Int, _ j: Int) -> Double {
    if i == j { return 1 }
    let product = covariance[i][i] * covariance[j][j]
    return product > 0 ? max(-1, min(1, covariance[i][j] / product.squareRoot())) : 0
  }

  package var correlation: [[Double]] {
    parameters.indices.map { i in parameters.indices.map { j in correlation(i, j) } }
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
