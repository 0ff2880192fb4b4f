import RealModule

/// A point of the Mercator map of the world: x to the east from the date line, y to the south, both 0 to 1.
///
/// The map is conformal, so its square tiles are squares on the ground as well. It ends at 85° of latitude; what lies
/// beyond counts as lying on its edge.
struct MapPoint: Sendable, Hashable {
  var x: Double
  var y: Double

  static let greatestLatitude = 85.0

  init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  init(_ position: GeodeticPosition) {
    let latitude = max(-Self.greatestLatitude, min(Self.greatestLatitude, position.latitude)) * .pi / 180
    x = (position.longitude + 180) / 360
    y = 0.5 - Double.asinh(Double.tan(latitude)) / (2 * .pi)
  }

  var position: GeodeticPosition {
    GeodeticPosition(
      latitude: Double.atan(Double.sinh((0.5 - y) * 2 * .pi)) * 180 / .pi, longitude: x * 360 - 180)
  }
}
