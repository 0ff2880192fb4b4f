import World

/// The ways that a leg may have gone, and the areas where it begins and ends.
struct LegRoutes {
  let mode: String
  var ways: [[GeodeticPosition]] = []
  var start: [[GeodeticPosition]] = []
  var end: [[GeodeticPosition]] = []

  init(mode: String) { self.mode = mode }

  /// The ways outside those areas. Inside them nobody said which way was taken: a rider goes around a block to the road.
  var compared: [[GeodeticPosition]] {
    ways.map { way in
      let rest = Self.part(of: way, after: start)
      return Array(Self.part(of: rest.reversed(), after: end).reversed())
    }.filter { $0.count >= 2 }
  }

  /// From where a way first leaves the areas in which it begins.
  private static func part(of way: [GeodeticPosition], after areas: [[GeodeticPosition]]) -> [GeodeticPosition] {
    func holds(_ position: GeodeticPosition) -> Bool { areas.contains { isInside(position, $0) } }
    guard let first = way.firstIndex(where: { !holds($0) }) else { return [] }
    guard first > 0 else { return way }
    var (inside, outside) = (way[first - 1], way[first])
    // To a millionth of the segment.
    for _ in 0..<20 {
      let middle = GeodeticPosition(
        latitude: (inside.latitude + outside.latitude) / 2, longitude: (inside.longitude + outside.longitude) / 2)
      if holds(middle) { inside = middle } else { outside = middle }
    }
    return [outside] + way[first...]
  }

  /// By the number of edges that a line to the east crosses.
  private static func isInside(_ position: GeodeticPosition, _ edge: [GeodeticPosition]) -> Bool {
    var result = false
    var last = edge.last
    for corner in edge {
      if let last, (corner.latitude > position.latitude) != (last.latitude > position.latitude) {
        let share = (position.latitude - corner.latitude) / (last.latitude - corner.latitude)
        if position.longitude < corner.longitude + share * (last.longitude - corner.longitude) { result.toggle() }
      }
      last = corner
    }
    return result
  }
}
