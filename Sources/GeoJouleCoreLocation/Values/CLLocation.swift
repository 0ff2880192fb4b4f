public import Foundation
import LocationServices
import World

/// A position with its time.
///
/// Positions of a simulation have no altitude and no course: `verticalAccuracy`, `course` and `courseAccuracy` are
/// negative, which is Core Location's word for invalid.
public final class CLLocation: Sendable, Hashable, CustomStringConvertible {
  public let coordinate: CLLocationCoordinate2D
  /// Metres above the ellipsoid; invalid while `verticalAccuracy` is negative.
  public let altitude: CLLocationDistance
  /// Reported radius of uncertainty in metres.
  public let horizontalAccuracy: CLLocationAccuracy
  public let verticalAccuracy: CLLocationAccuracy
  /// Degrees from north, negative when unknown.
  public let course: CLLocationDirection
  public let courseAccuracy: CLLocationDirectionAccuracy
  /// Metres per second, negative when unknown.
  public let speed: CLLocationSpeed
  public let speedAccuracy: CLLocationSpeedAccuracy
  /// On the simulated clock. Compare it with `SimulatedPhone.now`, not with `Date()`.
  public let timestamp: Date
  /// The floor of a surveyed building.
  public let floor: CLFloor?
  public let sourceInformation: CLLocationSourceInformation?
  private let position: EarthVector

  public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.init(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), altitude: 0,
      horizontalAccuracy: 0, verticalAccuracy: -1, timestamp: SimulatedPhone.now)
  }

  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance, horizontalAccuracy: CLLocationAccuracy,
    verticalAccuracy: CLLocationAccuracy, timestamp: Date
  ) {
    self.init(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: horizontalAccuracy,
      verticalAccuracy: verticalAccuracy, course: -1, speed: -1, timestamp: timestamp)
  }

  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance, horizontalAccuracy: CLLocationAccuracy,
    verticalAccuracy: CLLocationAccuracy, course: CLLocationDirection, speed: CLLocationSpeed, timestamp: Date
  ) {
    self.init(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: horizontalAccuracy,
      verticalAccuracy: verticalAccuracy, course: course, courseAccuracy: -1, speed: speed, speedAccuracy: -1,
      timestamp: timestamp)
  }

  public init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance, horizontalAccuracy: CLLocationAccuracy,
    verticalAccuracy: CLLocationAccuracy, course: CLLocationDirection, courseAccuracy: CLLocationDirectionAccuracy,
    speed: CLLocationSpeed, speedAccuracy: CLLocationSpeedAccuracy, timestamp: Date
  ) {
    self.coordinate = coordinate
    self.altitude = altitude
    self.horizontalAccuracy = horizontalAccuracy
    self.verticalAccuracy = verticalAccuracy
    self.course = course
    self.courseAccuracy = courseAccuracy
    self.speed = speed
    self.speedAccuracy = speedAccuracy
    self.timestamp = timestamp
    (floor, sourceInformation) = (nil, nil)
    position = coordinate.earthVector
  }

  init(_ location: Location, at timestamp: Date) {
    coordinate = CLLocationCoordinate2D(location.position)
    altitude = 0
    horizontalAccuracy = location.horizontalAccuracy
    (verticalAccuracy, course, courseAccuracy) = (-1, -1, -1)
    speed = location.speed
    speedAccuracy = -1
    self.timestamp = timestamp
    floor = location.floor.map(CLFloor.init)
    sourceInformation = CLLocationSourceInformation()
    position = location.position
  }

  /// Mean radius of the Earth in metres (IUGG 1980).
  private static let radius = 6_371_008.8

  /// The distance along the ground in metres: the straight line's, bent onto a sphere.
  public func distance(from other: CLLocation) -> CLLocationDistance {
    let chord = position.distance(to: other.position)
    return 2 * Self.radius * asin(min(1, chord / (2 * Self.radius)))
  }

  public static func == (a: CLLocation, b: CLLocation) -> Bool {
    a === b || (a.position == b.position && a.timestamp == b.timestamp && a.horizontalAccuracy == b.horizontalAccuracy)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(position)
    hasher.combine(timestamp)
  }

  public var description: String {
    "<\(coordinate.latitude),\(coordinate.longitude)> +/- \(horizontalAccuracy)m (speed \(speed) mps) @ \(timestamp)"
  }
}

/// A floor of a building, 0 for the ground floor.
public final class CLFloor: Sendable {
  public let level: Int

  init(_ level: Int) { self.level = level }
}

/// Where a position came from: from the phone itself, as far as an app can tell.
public final class CLLocationSourceInformation: Sendable {
  public let isSimulatedBySoftware = false
  public let isProducedByAccessory = false

  init() {}
}

/// Latitude and longitude on the WGS 84 ellipsoid.
public struct CLLocationCoordinate2D: Sendable {
  /// -90 to 90.
  public var latitude: CLLocationDegrees
  /// -180 to 180.
  public var longitude: CLLocationDegrees

  public init() { (latitude, longitude) = (0, 0) }
  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  init(_ position: EarthVector) {
    let position = GeodeticPosition(position)
    self.init(latitude: position.latitude, longitude: position.longitude)
  }

  var earthVector: EarthVector { GeodeticPosition(latitude: latitude, longitude: longitude).earthVector() }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CLLocationCoordinate2DMake(
  _ latitude: CLLocationDegrees, _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
  CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CLLocationCoordinate2DIsValid(_ coordinate: CLLocationCoordinate2D) -> Bool {
  abs(coordinate.latitude) <= 90 && abs(coordinate.longitude) <= 180
}
