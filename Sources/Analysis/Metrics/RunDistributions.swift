/// How the errors and ages of one or more runs are distributed over their seconds.
public struct RunDistributions: Sendable, Hashable {
  /// Distances in metres from the truth to the position held.
  public var errors = LogHistogram()
  /// Ages in seconds of the position held.
  public var ages = LogHistogram()
  /// Distances in metres from the truth to the track, while the user moves.
  public var movingErrors = LogHistogram()

  public init() {}

  public mutating func merge(_ other: RunDistributions) {
    errors.merge(other.errors)
    ages.merge(other.ages)
    movingErrors.merge(other.movingErrors)
  }
}
