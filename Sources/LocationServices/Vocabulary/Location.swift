package import Core
public import World

/// A position as Core Location delivers it: `CLLocation` on a simulated clock.
public struct Location: Sendable, Hashable {
  /// Where the phone believes it is, Earth-centred.
  package let position: EarthVector
  /// Reported radius of uncertainty in metres.
  public let horizontalAccuracy: Double
  // A number, so that the compiler of an app needs none of the package's imports to know how large a position is.
  private let nanoseconds: Int64
  /// Speed over ground in metres per second, negative when unknown.
  public let speed: Double
  /// The floor of a surveyed building, 0 for the ground floor (`CLFloor.level`); `nil` elsewhere.
  public let floor: Int?

  package init(position: EarthVector, horizontalAccuracy: Double, instant: Instant, speed: Double, floor: Int? = nil) {
    self.position = position
    self.horizontalAccuracy = horizontalAccuracy
    nanoseconds = instant.nanoseconds
    self.speed = speed
    self.floor = floor
  }

  /// When the position was determined.
  package var instant: Instant { Instant(nanoseconds: nanoseconds) }
  /// When the position was determined, in seconds from the start of the run.
  public var timestamp: Double { instant.seconds }
  /// Latitude and longitude in degrees.
  public var coordinate: GeodeticPosition { GeodeticPosition(position) }

  /// The distance to another location in metres, whatever their accuracies.
  public func distance(from other: Location) -> Double { position.distance(to: other.position) }
}
