public import World

/// A stay at a place: `CLVisit`. Sent when the user has arrived, and again when the user has left.
public struct Visit: Sendable, Hashable {
  /// An arrival date that is not known, because visits were not monitored then (`NSDate.distantPast`).
  public static let distantPast = -Double.infinity
  /// The departure date of a visit that goes on (`NSDate.distantFuture`).
  public static let distantFuture = Double.infinity

  /// Where, Earth-centred, as the phone determined it.
  package let position: EarthVector
  /// Reported radius of uncertainty in metres.
  public let horizontalAccuracy: Double
  /// Seconds from the run's start, or `distantPast`.
  public let arrivalDate: Double
  /// Seconds from the run's start, or `distantFuture`.
  public let departureDate: Double

  package init(position: EarthVector, horizontalAccuracy: Double, arrivalDate: Double, departureDate: Double) {
    self.position = position
    self.horizontalAccuracy = horizontalAccuracy
    self.arrivalDate = arrivalDate
    self.departureDate = departureDate
  }

  /// Latitude and longitude in degrees.
  public var coordinate: GeodeticPosition { GeodeticPosition(position) }
}
