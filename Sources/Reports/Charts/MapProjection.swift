import RealModule
import World

/// Positions on a flat drawing: east to the right, north up, true distances around its middle.
struct MapProjection {
  private let latitude: Double
  private let longitude: Double
  private let metresPerDegreeEast: Double
  private static let metresPerDegreeNorth = 111_195.0

  /// - Parameter middle: where distances are true; they are 1 % off some 900 km away at middle latitudes.
  init(middle: GeodeticPosition) {
    latitude = middle.latitude
    longitude = middle.longitude
    metresPerDegreeEast = Self.metresPerDegreeNorth * max(Double.cos(middle.latitude * .pi / 180), 0.01)
  }

  /// Metres east and north of the middle; the shorter way around at the date line.
  func metres(_ position: EarthVector) -> (east: Double, north: Double) { metres(GeodeticPosition(position)) }

  func metres(_ position: GeodeticPosition) -> (east: Double, north: Double) {
    var east = position.longitude - longitude
    if east > 180 { east -= 360 }
    if east < -180 { east += 360 }
    return (east * metresPerDegreeEast, (position.latitude - latitude) * Self.metresPerDegreeNorth)
  }
}
