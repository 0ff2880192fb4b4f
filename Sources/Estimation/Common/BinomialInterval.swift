import CGSL
import RealModule

/// 95 % intervals of a share. Trials may be an effective number and need not be whole.
package enum BinomialInterval {
  /// Clopper and Pearson 1934: covers at least 95 %, often more.
  ///
  /// - Throws: `badInput` unless 0 <= successes <= trials and trials is above 0.
  package static func clopperPearson(
    successes: Double, trials: Double
  ) throws(EstimationError) -> ClosedRange<Double> {
    try check(successes, trials)
    let low =
      try successes > 0
      ? GSL.finite("beta quantile") { gsl_cdf_beta_Pinv(0.025, successes, trials - successes + 1) } : 0
    let high =
      try successes < trials
      ? GSL.finite("beta quantile") { gsl_cdf_beta_Pinv(0.975, successes + 1, trials - successes) } : 1
    return low...max(low, high)
  }

  /// Wilson 1927: covers 95 % on average.
  ///
  /// - Throws: as above.
  package static func wilson(successes: Double, trials: Double) throws(EstimationError) -> ClosedRange<Double> {
    try check(successes, trials)
    let z = LikelihoodFit.score
    let share = successes / trials
    let centre = share + z * z / (2 * trials)
    let half = z * (share * (1 - share) / trials + z * z / (4 * trials * trials)).squareRoot()
    let scale = 1 + z * z / trials
    return max(0, (centre - half) / scale)...min(1, (centre + half) / scale)
  }

  /// Between which ranks of a sample, as shares of it, the share `p` of the distribution lies in 95 % of samples: exact for
  /// whole numbers of trials up to a step of the ranks (Hahn and Meeker, "Statistical Intervals", 1991, section 5.2).
  ///
  /// - Returns: `nil` for an end beyond all samples, which the data leave open.
  static func quantileRanks(_ p: Double, trials: Double) -> (low: Double?, high: Double?) {
    GSL.prepare()
    /// Where a function that rises crosses 0.
    func root(_ function: (Double) -> Double) -> Double {
      var (low, high) = (0.0, 1.0)
      for _ in 0..<60 {
        let middle = (low + high) / 2
        if function(middle) < 0 { low = middle } else { high = middle }
      }
      return (low + high) / 2
    }
    // Few trials: no rank is surely beyond the quantile.
    let low: Double? =
      1 - Double.pow(0.025, 1 / trials) > p
      ? nil : root { gsl_cdf_beta_Pinv(0.975, $0 * trials + 1, max(1e-9, (1 - $0) * trials)) - p }
    let high: Double? =
      Double.pow(0.025, 1 / trials) < p
      ? nil : root { gsl_cdf_beta_Pinv(0.025, max(1e-9, $0 * trials), (1 - $0) * trials + 1) - p }
    return (low, high)
  }

  private static func check(_ successes: Double, _ trials: Double) throws(EstimationError) {
    guard trials > 0, trials.isFinite, successes >= 0, successes <= trials else {
      throw .badInput("\(successes) successes in \(trials) trials")
    }
  }
}
