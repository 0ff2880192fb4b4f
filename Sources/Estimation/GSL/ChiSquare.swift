import CGSL

/// The chi-square distribution.
enum ChiSquare {
  /// The probability of a value above `x`.
  static func upperTail(_ x: Double, degreesOfFreedom: Double) -> Double {
    GSL.prepare()
    return gsl_cdf_chisq_Q(x, degreesOfFreedom)
  }

  /// The value that a share of the distribution stays below.
  ///
  /// - Throws: `EstimationError.gsl` when it is not finite.
  static func quantile(_ share: Double, degreesOfFreedom: Double) throws(EstimationError) -> Double {
    try GSL.finite("chi-square quantile") { gsl_cdf_chisq_Pinv(share, degreesOfFreedom) }
  }
}
