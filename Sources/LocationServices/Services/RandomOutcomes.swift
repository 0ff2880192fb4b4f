package import Core

/// Random outcomes of what the system does, the same for every strategy on one day.
package protocol RandomOutcomes {
  /// Patience of automatic pausing in the nth stretch of one way of moving, a standard normal number.
  func pauseVariation(stretch: Int) -> Double
  /// Delay of a background app refresh that is due at an instant.
  func refreshDelay(due: Instant) -> TimeSpan
  /// The `part`-th part of the `ordinal`-th outcome of a kind, a standard normal number.
  func score(_ outcome: String, ordinal: Int, part: Int) -> Double
  /// Offset by which Android moves the approximate place of apps before it takes the middle of a square.
  var placeOffset: PlaceOffset { get }
}

extension RandomOutcomes {
  package var placeOffset: PlaceOffset { .none }
  package func score(_ outcome: String, ordinal: Int, part: Int) -> Double { 0 }
}

/// Two standard normal numbers: an offset on the ground in deviations.
package struct PlaceOffset: Sendable, Hashable {
  package let east: Double
  package let north: Double

  package init(east: Double, north: Double) {
    self.east = east
    self.north = north
  }

  package static let none = PlaceOffset(east: 0, north: 0)
}

/// The median of every outcome; refreshes are granted when they were requested.
package struct MedianOutcomes: RandomOutcomes {
  package init() {}
  package func pauseVariation(stretch: Int) -> Double { 0 }
  package func refreshDelay(due: Instant) -> TimeSpan { .zero }
}
