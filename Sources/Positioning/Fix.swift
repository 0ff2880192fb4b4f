package import Quantities
package import World

/// A position as the phone determined it.
package struct Fix: Sendable, Hashable {
  package let technology: PositioningTechnology
  package let timestamp: Instant
  package let position: EarthVector
  /// Reported radius of uncertainty in metres.
  package let horizontalAccuracy: Double
  /// Metres per second, negative when unknown.
  package let speed: Double
  /// The floor of a surveyed building, 0 for the ground floor; `nil` elsewhere.
  package let floor: Int?

  package init(
    technology: PositioningTechnology, timestamp: Instant, position: EarthVector, horizontalAccuracy: Double,
    speed: Double, floor: Int? = nil
  ) {
    self.technology = technology
    self.timestamp = timestamp
    self.position = position
    self.horizontalAccuracy = horizontalAccuracy
    self.speed = speed
    self.floor = floor
  }
}
