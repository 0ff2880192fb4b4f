package import Core

/// The true position over time: straight lines between knots, in Earth-centred metres.
///
/// Before the first knot the first position holds, after the last knot the last one. Two knots in one place are a rest.
package struct Journey: Sendable, Hashable {
  /// At least one, with strictly increasing instants.
  package let knots: [Knot]

  /// - Precondition: there is at least one knot, and the instants increase strictly.
  package init(knots: [Knot]) {
    precondition(!knots.isEmpty, "a journey needs a knot")
    for index in knots.indices.dropFirst() {
      precondition(knots[index - 1].instant < knots[index].instant, "the instants of a journey must increase")
    }
    // Without the room in which they grew: that of a month has megabytes.
    self.knots = knots.withUnsafeBufferPointer { Array($0) }
  }

  /// From the first knot to the last.
  package var duration: TimeSpan { knots[knots.count - 1].instant - knots[0].instant }

  /// Metres travelled between the first and the last knot.
  package var length: Double {
    var sum = 0.0
    for index in knots.indices.dropFirst() { sum += knots[index - 1].position.distance(to: knots[index].position) }
    return sum
  }

  /// The true position; a binary search.
  package func position(at instant: Instant) -> EarthVector { position(at: instant, after: index(at: instant)) }

  /// Metres per second along the line in force at `instant`; at a knot, of the line that begins there.
  package func speed(at instant: Instant) -> Double { speed(at: instant, after: index(at: instant)) }

  /// The last knot at or before `instant`; 0 when there is none.
  func index(at instant: Instant) -> Int {
    var (low, high) = (0, knots.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if knots[middle].instant <= instant { low = middle } else { high = middle }
    }
    return low
  }

  @inline(__always)
  func position(at instant: Instant, after index: Int) -> EarthVector {
    let from = knots[index]
    guard index + 1 < knots.count, instant > from.instant else { return from.position }
    let to = knots[index + 1]
    let fraction =
      Double(instant.nanoseconds - from.instant.nanoseconds)
      / Double(to.instant.nanoseconds - from.instant.nanoseconds)
    return from.position.interpolated(to: to.position, fraction: fraction)
  }

  @inline(__always)
  func speed(at instant: Instant, after index: Int) -> Double {
    let from = knots[index]
    guard index + 1 < knots.count, instant >= from.instant else { return 0 }
    let to = knots[index + 1]
    return from.position.distance(to: to.position) / (to.instant - from.instant).seconds
  }
}

/// Where the phone is at one instant.
package struct Knot: Sendable, Hashable {
  package var instant: Instant
  package var position: EarthVector

  package init(instant: Instant, position: EarthVector) {
    self.instant = instant
    self.position = position
  }
}

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
