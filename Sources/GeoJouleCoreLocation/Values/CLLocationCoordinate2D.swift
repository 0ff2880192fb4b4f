import World

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
