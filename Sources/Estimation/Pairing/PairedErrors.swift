/// Errors of fixes against a truth, and how they were paired.
public struct PairedErrors: Sendable {
  public let errors: [PairedError]
  public let geometry: ErrorGeometry
  /// Estimated from the data or given; `nil` where time plays no part.
  public let clock: ClockOffset?
  /// Fixes that could not be paired: before, after or in a gap of the truth, or nearest to a route's very end.
  public let unpaired: Int
  /// Fixes that were paired and then left out by the trimming rule.
  public let trimmed: Int
  /// What a reader has to know.
  public let warnings: [FitWarning]
}
