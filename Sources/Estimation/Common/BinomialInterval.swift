import CGSL
import RealModule

/// 95 % intervals of a share. Trials may be an effective number and need not be whole.
public enum BinomialInterval {
  /// Clopper and Pearson 1934: covers at least 95 %, often more.
  ///
  /// - Throws: `badInput` unless 0 <= successes <= trials and trials is above 0.
  public static func clopperPearson(
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
  public static func wilson(successes: Double, trials: Double) throws(EstimationError) -> ClosedRange<Double> {
    try check(successes, trials)
    let z = LikelihoodFit.score
    let share = successes / trials
    let centre = share + z * z / (2 * trials)
    let half = z * (share * (1 - share) / trials + z * z / (4 * trials * trials)).squareRoot()
    let scale = 1 + z * z / trials
    return max(0, (centre - half) / scale)...min(1, (centre + half) / scale)
  }

  private static func check(_ successes: Double, _ trials: Double) throws(EstimationError) {
    guard trials > 0, trials.isFinite, successes >= 0, successes <= trials else {
      throw .badInput("\(successes) successes in \(trials) trials")
    }
  }
}
