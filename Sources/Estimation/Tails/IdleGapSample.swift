/// One probe of a radio's state: after how long a silence, and how long the answer took.
package struct IdleGapSample: Sendable, Hashable {
  /// Time since the last byte, in seconds; 0 or more.
  package let gap: Double
  /// In seconds; above 0.
  package let roundTrip: Double

  package init(gap: Double, roundTrip: Double) {
    self.gap = gap
    self.roundTrip = roundTrip
  }
}
