import RealModule

/// Latitude and longitude in degrees on the WGS 84 ellipsoid. Used only where positions enter or leave the program.
public struct GeodeticPosition: Sendable, Hashable {
  /// -90 to 90.
  public var latitude: Double
  /// -180 to 180.
  public var longitude: Double

  /// A position on the ellipsoid; degrees.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  private static let semiMajorAxis = 6_378_137.0
  private static let flattening = 1 / 298.257223563
  private static let eccentricitySquared = flattening * (2 - flattening)

  /// The Earth-centred position at `height` metres above the ellipsoid.
  public func earthVector(height: Double = 0) -> EarthVector {
    let phi = latitude * .pi / 180
    let lambda = longitude * .pi / 180
    let sine = Double.sin(phi)
    let normal = Self.semiMajorAxis / (1 - Self.eccentricitySquared * sine * sine).squareRoot()
    let horizontal = (normal + height) * Double.cos(phi)
    return EarthVector(
      x: horizontal * Double.cos(lambda), y: horizontal * Double.sin(lambda),
      z: (normal * (1 - Self.eccentricitySquared) + height) * sine)
  }

  /// The latitude and longitude of an Earth-centred position.
  ///
  /// Bowring's formula of 1976; below 1e-9 degrees from the exact value between -5 and 10 km of height.
  public init(_ position: EarthVector) {
    let axis = (position.x * position.x + position.y * position.y).squareRoot()
    let semiMinorAxis = Self.semiMajorAxis * (1 - Self.flattening)
    let secondEccentricity = Self.eccentricitySquared / (1 - Self.eccentricitySquared)
    let theta = Double.atan2(y: position.z * Self.semiMajorAxis, x: axis * semiMinorAxis)
    let (sine, cosine) = (Double.sin(theta), Double.cos(theta))
    let phi = Double.atan2(
      y: position.z + secondEccentricity * semiMinorAxis * sine * sine * sine,
      x: axis - Self.eccentricitySquared * Self.semiMajorAxis * cosine * cosine * cosine)
    latitude = phi * 180 / .pi
    longitude = Double.atan2(y: position.y, x: position.x) * 180 / .pi
  }
}
