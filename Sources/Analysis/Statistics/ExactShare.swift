import RealModule

/// The exact interval of a share (Clopper and Pearson, "The use of confidence or fiducial limits illustrated in the case of the
/// binomial", Biometrika 26, 1934): a little too wide rather than too narrow.
enum ExactShare {
  /// - Parameters:
  ///   - hits: of `count`.
  ///   - confidence: above 0, below 1.
  /// - Returns: `nil` without any.
  static func interval(_ hits: Int, of count: Int, confidence: Double = 0.95) -> ClosedRange<Double>? {
    guard count > 0 else { return nil }
    /// The share at which the chance of such numbers is half of what is left.
    func edge(_ hits: ClosedRange<Int>, isRising: Bool) -> Double {
      var (low, high) = (0.0, 1.0)
      for _ in 0..<50 {
        let share = (low + high) / 2
        let chance = hits.reduce(0) { sum, hit in
          sum
            + Double.exp(
              logChoices(count, hit) + Double(hit) * Double.log(share) + Double(count - hit)
                * Double.log(onePlus: -share))
        }
        if (chance < (1 - confidence) / 2) == isRising { low = share } else { high = share }
      }
      return (low + high) / 2
    }
    return (hits == 0 ? 0 : edge(hits...count, isRising: true))...(hits == count ? 1 : edge(0...hits, isRising: false))
  }

  /// The logarithm of the number of ways to choose `k` of `n`.
  static func logChoices(_ n: Int, _ k: Int) -> Double {
    guard k >= 0, k <= n else { return -.infinity }
    return Double.logGamma(Double(n + 1)) - Double.logGamma(Double(k + 1)) - Double.logGamma(Double(n - k + 1))
  }
}
