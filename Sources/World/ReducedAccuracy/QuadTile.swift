import RealModule

/// A tile of the quadtree over the Mercator map: depth 0 is the world, each tile has four children.
struct QuadTile: Sendable, Hashable {
  private static let equator = 2 * Double.pi * 6_378_137.0
  /// Deeper than any area needs: 40 m at the equator.
  private static let deepest = 20

  let depth: Int
  let column: Int
  let row: Int

  private init(depth: Int, column: Int, row: Int) {
    self.depth = depth
    self.column = column
    self.row = row
  }

  init(around point: MapPoint, depth: Int) {
    let count = Double(1 << depth)
    func index(_ share: Double) -> Int { Int(min(count - 1, max(0, (share * count).rounded(.down)))) }
    self.init(depth: depth, column: index(point.x), row: index(point.y))
  }

  /// The tile around a point whose half diagonal is nearest to `radius` metres by ratio.
  ///
  /// Halving ends by the tile's own latitude, so that all points of a tile agree on it.
  init(around point: MapPoint, radius: Double) {
    var tile = QuadTile(around: point, depth: 0)
    while tile.halfDiagonal > radius * 2.squareRoot(), tile.depth < Self.deepest {
      tile = QuadTile(around: point, depth: tile.depth + 1)
    }
    self = tile
  }

  /// The tile that this one is a quarter of; the world has none.
  var parent: QuadTile? {
    depth > 0 ? QuadTile(depth: depth - 1, column: column / 2, row: row / 2) : nil
  }

  private var side: Double { 1 / Double(1 << depth) }
  var west: Double { Double(column) * side }
  var east: Double { Double(column + 1) * side }
  var north: Double { Double(row) * side }
  var south: Double { Double(row + 1) * side }

  /// Metres from the middle to a corner, by the scale at the middle.
  var halfDiagonal: Double {
    let middle = MapPoint(x: (west + east) / 2, y: (north + south) / 2).position.latitude
    return Self.equator * Double.cos(middle * .pi / 180) * side / 2.squareRoot()
  }

  var corners: [MapPoint] {
    [
      MapPoint(x: west, y: north), MapPoint(x: east, y: north), MapPoint(x: east, y: south),
      MapPoint(x: west, y: south),
    ]
  }
}
