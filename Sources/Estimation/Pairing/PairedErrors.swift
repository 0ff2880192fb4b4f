/// Errors of fixes against a truth, and how they were paired.
package struct PairedErrors: Sendable {
  package let errors: [PairedError]
  package let geometry: ErrorGeometry
  /// Estimated from the data or given; `nil` where time plays no part.
  package let clock: ClockOffset?
  /// Fixes that could not be paired: before, after or in a gap of the truth, or nearest to a route's very end.
  package let unpaired: Int
  /// Fixes that were paired and then left out by the trimming rule.
  package let trimmed: Int
  /// What a reader has to know.
  package let warnings: [FitWarning]
}
