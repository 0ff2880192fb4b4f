internal import CGSL

/// Spearman's rank correlation (American Journal of Psychology 15, 1904), which sees any steady rise or fall.
///
/// The p-value is two-sided, by Student's t with n - 2 degrees of freedom: r sqrt((n - 2) / (1 - r^2)). Range of
/// validity: 6 pairs or more; below 10 the p-value is rough.
struct SpearmanCorrelation {
  /// -1 to 1.
  let value: Double
  let pValue: Double

  /// - Throws: `tooFewSamples` under 6 pairs; `gsl` where all values of a series are equal.
  init(_ first: [Double], _ second: [Double]) throws(EstimationError) {
    let count = min(first.count, second.count)
    guard count >= 6 else { throw .tooFewSamples(have: count, need: 6) }
    var work = [Double](repeating: 0, count: 2 * count)
    let r = try GSL.finite("Spearman's correlation") { gsl_stats_spearman(first, 1, second, 1, count, &work) }
    let freedom = Double(count - 2)
    let t = abs(r) * (freedom / max(1 - r * r, 1e-12)).squareRoot()
    value = r
    pValue = try GSL.finite("Student's t") { 2 * gsl_cdf_tdist_Q(t, freedom) }
  }
}
