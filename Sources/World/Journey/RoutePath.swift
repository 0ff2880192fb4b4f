/// A line along waypoints on the ground, by metres from its start.
package struct RoutePath: Sendable, Hashable {
  package let points: [EarthVector]
  /// Metres from the start to each point.
  package let distances: [Double]

  /// Chords longer than this would leave the ground: 2 km sag by 8 cm.
  private static let longestChord = 2_000.0

  /// - Precondition: there is at least one point.
  package init(_ waypoints: [EarthVector]) {
    precondition(!waypoints.isEmpty, "a route needs a point")
    var points = [waypoints[0]]
    for waypoint in waypoints.dropFirst() {
      points += Self.along(from: points[points.count - 1], to: waypoint)
    }
    var distances = [0.0]
    for index in points.indices.dropFirst() {
      distances.append(distances[index - 1] + points[index - 1].distance(to: points[index]))
    }
    self.points = points
    self.distances = distances
  }

  /// Metres from the first point to the last.
  package var length: Double { distances[distances.count - 1] }

  /// The point `distance` metres from the start. `index` is the caller's place in the line and only moves forward.
  func point(at distance: Double, index: inout Int) -> EarthVector {
    while index + 1 < distances.count, distances[index + 1] <= distance { index += 1 }
    guard index + 1 < distances.count else { return points[points.count - 1] }
    let fraction = (distance - distances[index]) / (distances[index + 1] - distances[index])
    return points[index].interpolated(to: points[index + 1], fraction: max(0, fraction))
  }

  /// The points after `start` up to and with `end`, close enough to follow the ground.
  static func along(from start: EarthVector, to end: EarthVector) -> [EarthVector] {
    let chord = start.distance(to: end)
    guard chord > longestChord else { return chord > 0 ? [end] : [] }
    let pieces = Int((chord / longestChord).rounded(.up))
    var points: [EarthVector] = []
    for piece in 1..<pieces {
      let raw = start.interpolated(to: end, fraction: Double(piece) / Double(pieces))
      points.append(GeodeticPosition(raw).earthVector())
    }
    return points + [end]
  }
}
