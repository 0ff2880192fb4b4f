/// Somewhere at some time: a fix, or a point of a track that is taken as true.
package struct TimedPlace: Sendable, Hashable {
  /// Seconds, from any start.
  package let time: Double
  /// Earth-centred, in metres.
  package let place: SIMD3<Double>

  package init(time: Double, place: SIMD3<Double>) {
    self.time = time
    self.place = place
  }
}

/// Products of Earth-centred vectors.
enum Vector {
  static func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { (a * b).sum() }
  static func length(_ a: SIMD3<Double>) -> Double { dot(a, a).squareRoot() }
  static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }

  /// East and north at a place, in the plane perpendicular to the line to the Earth's centre.
  static func axes(at place: SIMD3<Double>) -> (east: SIMD3<Double>, north: SIMD3<Double>) {
    let up = place / max(length(place), 1e-300)
    var east = SIMD3(-up.y, up.x, 0)
    let size = length(east)
    east = size > 1e-9 ? east / size : SIMD3(0, 1, 0)
    return (east, cross(up, east))
  }
}
