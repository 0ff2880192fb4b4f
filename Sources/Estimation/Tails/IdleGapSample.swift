/// One probe of a radio's state: after how long a silence, and how long the answer took.
public struct IdleGapSample: Sendable, Hashable {
  /// Time since the last byte, in seconds; 0 or more.
  public let gap: Double
  /// In seconds; above 0.
  public let roundTrip: Double

  public init(gap: Double, roundTrip: Double) {
    self.gap = gap
    self.roundTrip = roundTrip
  }
}
