import RealModule

/// A polygon on the map: a ring of at least three points, with straight edges on the Mercator map.
package struct MapPolygon: Sendable, Hashable {
  let points: [MapPoint]

  /// - Parameter ring: at least three positions, in either direction; the first need not be repeated at the end. An edge
  ///   must not cross the date line.
  package init(_ ring: [GeodeticPosition]) { points = ring.map(MapPoint.init) }

  init(points: [MapPoint]) { self.points = points }

  package func contains(_ position: GeodeticPosition) -> Bool { contains(MapPoint(position)) }

  /// Even-odd rule; a point of the border counts as on either side.
  func contains(_ point: MapPoint) -> Bool {
    var isInside = false
    var previous = points[points.count - 1]
    for next in points {
      if (next.y > point.y) != (previous.y > point.y),
        point.x < (previous.x - next.x) * (point.y - next.y) / (previous.y - next.y) + next.x
      {
        isInside.toggle()
      }
      previous = next
    }
    return isInside
  }

  /// The part of the polygon inside a tile: Sutherland and Hodgman's clipping, 1974. Parts that hang together only outside
  /// the tile come out joined along its edge.
  func clipped(to tile: QuadTile) -> MapPolygon? {
    var ring = points
    func clip(_ isInside: (MapPoint) -> Bool, _ crossing: (MapPoint, MapPoint) -> MapPoint) {
      guard var previous = ring.last else { return }
      var clipped: [MapPoint] = []
      for next in ring {
        if isInside(next) != isInside(previous) { clipped.append(crossing(previous, next)) }
        if isInside(next) { clipped.append(next) }
        previous = next
      }
      ring = clipped
    }
    func atX(_ x: Double) -> (MapPoint, MapPoint) -> MapPoint {
      { a, b in MapPoint(x: x, y: a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x)) }
    }
    func atY(_ y: Double) -> (MapPoint, MapPoint) -> MapPoint {
      { a, b in MapPoint(x: a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y), y: y) }
    }
    clip({ $0.x >= tile.west }, atX(tile.west))
    clip({ $0.x <= tile.east }, atX(tile.east))
    clip({ $0.y >= tile.north }, atY(tile.north))
    clip({ $0.y <= tile.south }, atY(tile.south))
    return ring.count >= 3 ? MapPolygon(points: ring) : nil
  }

  /// A point well inside: the centre of gravity where it lies inside, else the middle of the widest east-west chord.
  var middle: MapPoint? {
    if let gravity = centreOfGravity, contains(gravity) { return gravity }
    return widestChord
  }

  private var centreOfGravity: MapPoint? {
    // Relative to one of the points: areas of tiles are tiny shares of the map.
    let origin = points[0]
    var (area, x, y) = (0.0, 0.0, 0.0)
    var a = points[points.count - 1]
    for b in points {
      let (ax, ay, bx, by) = (a.x - origin.x, a.y - origin.y, b.x - origin.x, b.y - origin.y)
      let cross = ax * by - bx * ay
      area += cross
      x += (ax + bx) * cross
      y += (ay + by) * cross
      a = b
    }
    guard area != 0 else { return nil }
    return MapPoint(x: origin.x + x / (3 * area), y: origin.y + y / (3 * area))
  }

  private var widestChord: MapPoint? {
    guard let top = points.map(\.y).min(), let bottom = points.map(\.y).max(), bottom > top else { return nil }
    let rows = 64
    var best: (width: Double, point: MapPoint)?
    for row in 0..<rows {
      let y = top + (bottom - top) * (Double(row) + 0.5) / Double(rows)
      var crossings: [Double] = []
      var a = points[points.count - 1]
      for b in points {
        if (a.y > y) != (b.y > y) { crossings.append(a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y)) }
        a = b
      }
      crossings.sort()
      for index in stride(from: 0, to: crossings.count - 1, by: 2) {
        let width = crossings[index + 1] - crossings[index]
        if width > best?.width ?? 0 {
          best = (width, MapPoint(x: (crossings[index] + crossings[index + 1]) / 2, y: y))
        }
      }
    }
    return best?.point
  }
}

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
