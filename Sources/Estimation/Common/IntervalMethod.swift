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
  /// Quantiles over resampled data.
  case bootstrap = "bootstrap"
  /// The exact binomial interval of Clopper and Pearson 1934.
  case clopperPearson = "Clopper-Pearson"
  /// The binomial score interval of Wilson 1927.
  case wilson = "Wilson"
  /// Garwood's exact interval of a count (1936).
  case poisson = "exact Poisson"

  /// The paper behind it, for a page's references.
  package var citation: String? {
    switch self {
    case .profileLikelihood: "D. J. Venzon and S. H. Moolgavkar, Applied Statistics 37, 1988, 87-94"
    case .studentT, .correlatedStudentT: "Student, Biometrika 6, 1908, 1-25"
    case .bootstrap: "B. Efron, Annals of Statistics 7, 1979, 1-26"
    case .clopperPearson: "C. J. Clopper and E. S. Pearson, Biometrika 26, 1934, 404-413"
    case .wilson: "E. B. Wilson, J. Am. Stat. Assoc. 22, 1927, 209-212"
    case .poisson: "F. Garwood, Biometrika 28, 1936, 437-442"
    case .correlatedPosterior, .posterior, .logNormal, .logOdds, .normal: nil
    }
  }
}
