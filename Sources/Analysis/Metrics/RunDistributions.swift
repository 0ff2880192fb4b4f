/// How the errors and ages of one or more runs are distributed over their seconds.
package struct RunDistributions: Sendable, Hashable {
  /// Distances in metres from the truth to the position held.
  package var errors = LogHistogram()
  /// Ages in seconds of the position held.
  package var ages = LogHistogram()
  /// Distances in metres from the truth to the track, while the user moves.
  package var movingErrors = LogHistogram()

  package init() {}

  package mutating func merge(_ other: RunDistributions) {
    errors.merge(other.errors)
    ages.merge(other.ages)
    movingErrors.merge(other.movingErrors)
  }
}
