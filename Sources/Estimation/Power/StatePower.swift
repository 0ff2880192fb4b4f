/// Mean power of one state, as measured.
public struct StatePower: Sendable, Hashable {
  public let state: String
  /// In watts, with what is known about its error.
  public let power: CorrelatedMean
  /// How long the state was measured, guard times left out, in seconds.
  public let seconds: Double
  public let outliers: Int
  /// In watts.
  public let median: Double
}
