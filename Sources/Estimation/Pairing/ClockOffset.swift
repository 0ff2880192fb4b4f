/// How much later the truth's clock reads than the fixes' clock: true time = fix time + offset.
///
/// A delay between measurement and time stamp looks the same and is part of it.
package struct ClockOffset: Sendable, Hashable {
  /// In seconds.
  package let seconds: Double
  /// In seconds, few and correlated fixes allowed for (`CorrelationTime`); `nil` for an offset that was given.
  package let standardError: Double?
  /// Fixes in motion, on which the estimate rests; 0 for an offset that was given.
  package let movingFixes: Int

  /// Value ± 1.96 standard errors.
  package var interval95: ClosedRange<Double>? {
    standardError.map { seconds - LikelihoodFit.score * $0...seconds + LikelihoodFit.score * $0 }
  }
}
