import CGSL

/// The chi-square distribution.
enum ChiSquare {
  /// The probability of a value above `x`.
  static func upperTail(_ x: Double, degreesOfFreedom: Double) -> Double {
    GSL.prepare()
    return gsl_cdf_chisq_Q(x, degreesOfFreedom)
  }
}
