/// The roads of a scenario, as map data has them: centre lines that meet where they share a point.
package struct RoadNetwork: Sendable {
  /// A straight piece of road between two points; it may be driven either way.
  package struct Stretch: Sendable, Hashable {
    package let start: EarthVector
    package let end: EarthVector
    /// From `start` to `end`, of length 1.
    package let direction: EarthVector
    /// In metres.
    package let length: Double
    let startNode: Int
    let endNode: Int
  }

  /// All of them; indices name them.
  package let stretches: [Stretch]

  private let grid = SurfaceGrid(side: RoadNetwork.searchRadius)
  private let byField: [SurfaceGrid.Field: [Int]]

  /// How far from a place `stretches(near:)` surely looks, in metres.
  package static let searchRadius = 200.0

  /// - Parameter lines: centre lines; a line with fewer than two different points gives no road.
  package init(lines: [[EarthVector]]) {
    var stretches: [Stretch] = []
    var nodes: [EarthVector: Int] = [:]
    func node(_ point: EarthVector) -> Int {
      if let known = nodes[point] { return known }
      nodes[point] = nodes.count
      return nodes.count - 1
    }
    for line in lines where !line.isEmpty {
      // Long chords would leave the ground.
      let points = RoutePath(line).points
      for (start, end) in zip(points, points.dropFirst()) {
        let length = start.distance(to: end)
        guard length > 0 else { continue }
        stretches.append(
          Stretch(
            start: start, end: end, direction: (end - start) * (1 / length), length: length, startNode: node(start),
            endNode: node(end)))
      }
    }
    var byField: [SurfaceGrid.Field: [Int]] = [:]
    for (index, stretch) in stretches.enumerated() {
      // Points a quarter of a field apart leave no field out by more than a corner; the neighbours are looked at anyway.
      let steps = max(1, Int((stretch.length / (Self.searchRadius / 4)).rounded(.up)))
      for step in 0...steps {
        let point = stretch.start.interpolated(to: stretch.end, fraction: Double(step) / Double(steps))
        let field = grid.field(at: point)
        if byField[field]?.last != index { byField[field, default: []].append(index) }
      }
    }
    self.stretches = stretches
    self.byField = byField
  }

  package var isEmpty: Bool { stretches.isEmpty }

  /// The stretches of the field at `position` and of the fields around it: all within `searchRadius` less a tenth, and
  /// some farther off. In the order of `stretches`.
  package func stretches(near position: EarthVector) -> [Int] {
    var found = Set(byField[grid.field(at: position)] ?? [])
    for field in grid.neighbours(of: position) { found.formUnion(byField[field] ?? []) }
    return found.sorted()
  }

  /// The field in which the answer of `stretches(near:)` is the same.
  package func searchField(at position: EarthVector) -> SurfaceGrid.Field { grid.field(at: position) }

  /// Whether one can drive from one stretch straight on to the other.
  package func areConnected(_ a: Int, _ b: Int) -> Bool {
    let (one, other) = (stretches[a], stretches[b])
    return one.startNode == other.startNode || one.startNode == other.endNode || one.endNode == other.startNode
      || one.endNode == other.endNode
  }
}
