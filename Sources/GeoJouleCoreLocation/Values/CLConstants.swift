// As Core Location does: a file that imports it alone has `Date` and `NSObject` too.
@_exported public import Foundation
import LocationServices

public typealias CLLocationDegrees = Double
/// Metres.
public typealias CLLocationDistance = Double
/// Metres.
public typealias CLLocationAccuracy = Double
/// Metres per second.
public typealias CLLocationSpeed = Double
public typealias CLLocationSpeedAccuracy = Double
/// Degrees from north.
public typealias CLLocationDirection = Double
public typealias CLLocationDirectionAccuracy = Double

public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1_000
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3_000
/// The approximate area only.
public let kCLLocationAccuracyReduced: CLLocationAccuracy = 6_380_000

public let kCLDistanceFilterNone: CLLocationDistance = -1
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CLLocationDistanceMax: CLLocationDistance = .greatestFiniteMagnitude
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CLTimeIntervalMax: Double = .greatestFiniteMagnitude
public let kCLErrorDomain = "kCLErrorDomain"

public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

/// What the app says its user is doing.
public enum CLActivityType: Int, Sendable {
  case other = 1
  case automotiveNavigation, fitness, otherNavigation, airborne

  var simulated: ActivityType { ActivityType(rawValue: rawValue) ?? .other }
}

/// What the user lets the app do.
public enum CLAuthorizationStatus: Int32, Sendable {
  case notDetermined, restricted, denied, authorizedAlways, authorizedWhenInUse

  init(_ status: AuthorizationStatus) { self = Self(rawValue: Int32(status.rawValue)) ?? .notDetermined }
}

/// How precisely the app may know the position.
public enum CLAccuracyAuthorization: Int, Sendable {
  case fullAccuracy, reducedAccuracy

  init(_ accuracy: AccuracyAuthorization) { self = accuracy == .full ? .fullAccuracy : .reducedAccuracy }
}

// Names of Core Location that GeoJoule does not simulate: using them is an error that says so.

@available(*, unavailable, message: "GeoJoule simulates no compass")
public final class CLHeading {}
@available(*, unavailable, message: "beacons of a simulated day have names: use GeoJoule's BeaconRegion")
public final class CLBeaconRegion {}
@available(*, unavailable, message: "GeoJoule simulates no ranging of beacons")
public final class CLBeacon {}
@available(*, unavailable, message: "GeoJoule simulates no ranging of beacons")
public final class CLBeaconIdentityConstraint {}
@available(*, unavailable, message: "this module has no geocoder: use GeoJoule's, which AppHost makes")
public final class CLGeocoder {}
@available(*, unavailable, message: "this module has no geocoder: use GeoJoule's, which AppHost makes")
public final class CLPlacemark {}
