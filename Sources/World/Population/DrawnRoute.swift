import Core
import RealModule

/// A way of a wanted length from a place to somewhere: straight on the whole, in a zigzag as streets are.
struct DrawnRoute {
  /// From start to end, rounded to a millionth of a degree (0.1 m), so that a written file holds exactly the same.
  let points: [GeodeticPosition]

  var end: GeodeticPosition { points[points.count - 1] }

  private static let earthRadius = 6_371_008.8
  /// A bend for so many metres, and not more than so many: what one sees of streets from a distance.
  private static let (bend, mostBends) = (400.0, 16.0)

  /// - Parameters:
  ///   - length: in metres.
  ///   - detour: length over the straight line; 1 for a straight one.
  ///   - bearing: of the end from the start, in turns.
  ///   - unit: numbers in (0, 1) by index, for the bends.
  init(
    from start: GeodeticPosition, length: Double, detour: Double, bearing: Double, unit: (Int) -> Double
  ) {
    let turn = bearing * 2 * .pi
    let straight = length / detour
    guard detour > 1 else {
      points = [start, Self.rounded(Self.moved(start, straight, turn))]
      return
    }
    let bends = Int(max(2, min(Self.mostBends, (length / Self.bend).rounded())))
    let step = straight / Double(bends + 1)
    // From side to side, by one half to the whole of the swing.
    let sides = [0] + (0..<bends).map { (0.5 + 0.5 * unit($0)) * ($0 % 2 == 0 ? 1 : -1) } + [0]
    func total(_ swing: Double) -> Double {
      zip(sides, sides.dropFirst()).reduce(0) { sum, pair in
        let across = swing * (pair.1 - pair.0)
        return sum + (step * step + across * across).squareRoot()
      }
    }
    var (low, high) = (0.0, length)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if total(middle) < length { low = middle } else { high = middle }
    }
    points =
      [start]
      + (1...bends + 1).map { index in
        let along = Self.moved(start, step * Double(index), turn)
        return Self.rounded(Self.moved(along, low * sides[index], turn + .pi / 2))
      }
  }

  private init(points: [GeodeticPosition]) { self.points = points }

  var reversed: DrawnRoute { DrawnRoute(points: points.reversed()) }

  /// The first and the last metres, and what lies between.
  func cut(_ first: Double, _ last: Double) -> (access: DrawnRoute, ride: DrawnRoute, egress: DrawnRoute) {
    let vectors = points.map { $0.earthVector() }
    var lengths = [0.0]
    for index in vectors.indices.dropFirst() {
      lengths.append(lengths[index - 1] + vectors[index].distance(to: vectors[index - 1]))
    }
    let total = lengths[lengths.count - 1]
    func split(_ at: Double) -> GeodeticPosition {
      let index = lengths.lastIndex { $0 <= at } ?? 0
      guard index + 1 < vectors.count else { return points[points.count - 1] }
      let fraction = (at - lengths[index]) / (lengths[index + 1] - lengths[index])
      return Self.rounded(GeodeticPosition(vectors[index].interpolated(to: vectors[index + 1], fraction: fraction)))
    }
    let (from, to) = (first, total - last)
    let (on, off) = (split(from), split(to))
    func between(_ low: Double, _ high: Double) -> [GeodeticPosition] {
      points.indices.filter { lengths[$0] > low + 1 && lengths[$0] < high - 1 }.map { points[$0] }
    }
    return (
      DrawnRoute(points: [points[0]] + between(0, from) + [on]), DrawnRoute(points: [on] + between(from, to) + [off]),
      DrawnRoute(points: [off] + between(to, total) + [points[points.count - 1]])
    )
  }

  var path: RoutePath { RoutePath(points.map { $0.earthVector() }) }

  /// A great circle on a sphere: exact enough for places that nobody knows.
  static func moved(_ start: GeodeticPosition, _ distance: Double, _ turn: Double) -> GeodeticPosition {
    let angle = distance / earthRadius
    let (phi, lambda) = (start.latitude * .pi / 180, start.longitude * .pi / 180)
    let sine = Double.sin(phi) * Double.cos(angle) + Double.cos(phi) * Double.sin(angle) * Double.cos(turn)
    let latitude = Double.asin(max(-1, min(1, sine)))
    let longitude =
      lambda
      + Double.atan2(
        y: Double.sin(turn) * Double.sin(angle) * Double.cos(phi),
        x: Double.cos(angle) - Double.sin(phi) * Double.sin(latitude))
    let degrees = longitude * 180 / .pi
    return GeodeticPosition(
      latitude: latitude * 180 / .pi,
      longitude: degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees)
  }

  static func rounded(_ position: GeodeticPosition) -> GeodeticPosition {
    GeodeticPosition(
      latitude: (position.latitude * 1e6).rounded() / 1e6, longitude: (position.longitude * 1e6).rounded() / 1e6)
  }
}
