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

  /// A fix as apps get it.
  package init(_ fix: Fix) {
    self.init(
      position: fix.position, horizontalAccuracy: fix.horizontalAccuracy, instant: fix.timestamp, speed: fix.speed,
      floor: fix.floor)
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

/// Why a service failed: the codes of `CLError` that the modelled services use (sources C2).
public enum LocationError: Int, CaseIterable, Error, Sendable {
  case locationUnknown = 0
  case denied = 1
  case network = 2
  /// A geocoder knows no such place.
  case geocodeFoundNoResult = 8
  /// A geocoder could say no more than the country.
  case geocodeFoundPartialResult = 9
  /// A request of a geocoder was cancelled.
  case geocodeCanceled = 10
  /// The user does not let the app monitor regions.
  case regionMonitoringDenied = 4
  /// A region cannot be monitored: too many of them, or the device cannot.
  case regionMonitoringFailure = 5
  /// Deferral ended because no fix could be had, or the device has no GNSS.
  case deferredFailed = 11
  /// Deferral was asked for while no standard updates ran.
  case deferredNotUpdatingLocation = 12
  /// Deferral needs `best` or `bestForNavigation`.
  case deferredAccuracyTooLow = 13
  /// Deferral needs `distanceFilter` to be none.
  case deferredDistanceFiltered = 14
  /// The app or a later request ended the deferral.
  case deferredCanceled = 15
  /// The user did not agree to full accuracy for the time of use.
  case promptDeclined = 18
}

/// A place that the app's user has told it of, such as home or a shop: the scenario's named places.
package struct KnownPlace: Sendable, Hashable {
  package let name: String
  package let position: EarthVector

  package init(name: String, position: EarthVector) {
    self.name = name
    self.position = position
  }
}
