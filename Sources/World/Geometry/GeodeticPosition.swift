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

/// A point or a displacement in the Earth-centred, Earth-fixed frame of WGS 84, in metres.
///
/// Positions inside the simulation are such vectors: distances need no trigonometry, and neither the date line nor a
/// pole is special. Distances are chords: 1 m short of the arc at 100 km.
public struct EarthVector: Sendable, Hashable {
  package var x: Double
  package var y: Double
  package var z: Double

  package init(x: Double, y: Double, z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  package static var zero: EarthVector { EarthVector(x: 0, y: 0, z: 0) }
  package static func + (a: EarthVector, b: EarthVector) -> EarthVector {
    EarthVector(x: a.x + b.x, y: a.y + b.y, z: a.z + b.z)
  }
  package static func - (a: EarthVector, b: EarthVector) -> EarthVector {
    EarthVector(x: a.x - b.x, y: a.y - b.y, z: a.z - b.z)
  }
  package static func * (a: EarthVector, k: Double) -> EarthVector {
    EarthVector(x: a.x * k, y: a.y * k, z: a.z * k)
  }
  package func dot(_ other: EarthVector) -> Double { x * other.x + y * other.y + z * other.z }
  package var length: Double { dot(self).squareRoot() }

  /// The straight distance in metres.
  package func distance(to other: EarthVector) -> Double { (self - other).length }
  package func squaredDistance(to other: EarthVector) -> Double {
    let difference = self - other
    return difference.dot(difference)
  }

  /// The point `fraction` of the way to `other`.
  package func interpolated(to other: EarthVector, fraction: Double) -> EarthVector {
    self + (other - self) * fraction
  }

  /// How far east and north of this point another lies, in the plane of `moved(east:north:)`.
  package func offset(of other: EarthVector) -> (east: Double, north: Double) {
    let (plane, difference) = (LocalPlane(self), other - self)
    return (difference.dot(plane.east), difference.dot(plane.north))
  }

  /// This point moved `east` and `north` metres in the local horizontal plane.
  package func moved(east: Double, north: Double) -> EarthVector { LocalPlane(self).moved(east: east, north: north) }
}

/// The horizontal plane through a point, for moving from it more than once.
///
/// The plane is perpendicular to the geocentric vertical, at most 0.2° from the geodetic one. At a pole east is +y.
package struct LocalPlane: Sendable {
  package let origin: EarthVector
  let east: EarthVector
  let north: EarthVector

  package init(_ origin: EarthVector) {
    self.origin = origin
    let (x, y, z) = (origin.x, origin.y, origin.z)
    let axis = (x * x + y * y).squareRoot()
    let radius = origin.length
    guard axis > 1e-6, radius > 0 else {
      (east, north) = (EarthVector(x: 0, y: 1, z: 0), EarthVector(x: 1, y: 0, z: 0))
      return
    }
    east = EarthVector(x: -y / axis, y: x / axis, z: 0)
    let (upX, upY, upZ) = (x / radius, y / radius, z / radius)
    // north = up x east
    north = EarthVector(x: -upZ * east.y, y: upZ * east.x, z: upX * east.y - upY * east.x)
  }

  package func moved(east metresEast: Double, north metresNorth: Double) -> EarthVector {
    EarthVector(
      x: origin.x + metresEast * east.x + metresNorth * north.x,
      y: origin.y + metresEast * east.y + metresNorth * north.y, z: origin.z + metresNorth * north.z)
  }
}
