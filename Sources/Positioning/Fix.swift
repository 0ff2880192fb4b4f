public import Quantities
public import World

/// A position as the phone determined it.
public struct Fix: Sendable, Hashable {
  public let technology: PositioningTechnology
  public let timestamp: Instant
  public let position: EarthVector
  /// Reported radius of uncertainty in metres.
  public let horizontalAccuracy: Double
  /// Metres per second, negative when unknown.
  public let speed: Double
  /// The floor of a surveyed building, 0 for the ground floor; `nil` elsewhere.
  public let floor: Int?

  public init(
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
