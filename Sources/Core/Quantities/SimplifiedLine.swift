/// Lines with fewer points that look the same.
package enum SimplifiedLine {
  /// Which points to keep: without those that lie within `tolerance` of the line between their kept neighbours (Douglas and
  /// Peucker, "Algorithms for the reduction of the number of points required to represent a digitized line", Cartographica 10,
  /// 1973).
  package static func indices(_ points: [(x: Double, y: Double)], tolerance: Double) -> [Int] {
    guard points.count > 2 else { return Array(points.indices) }
    var keeps = [Bool](repeating: false, count: points.count)
    (keeps[0], keeps[points.count - 1]) = (true, true)
    var pending = [(0, points.count - 1)]
    while let (first, last) = pending.popLast() {
      guard last - first > 1 else { continue }
      var (farthest, distance) = (first, tolerance)
      for index in (first + 1)..<last {
        let away = self.distance(points[index], from: points[first], to: points[last])
        if away > distance { (farthest, distance) = (index, away) }
      }
      guard farthest != first else { continue }
      keeps[farthest] = true
      pending.append((first, farthest))
      pending.append((farthest, last))
    }
    return points.indices.filter { keeps[$0] }
  }

  package static func points(_ points: [(x: Double, y: Double)], tolerance: Double) -> [(x: Double, y: Double)] {
    indices(points, tolerance: tolerance).map { points[$0] }
  }

  /// From a point to the line between two others, or to the nearer end.
  private static func distance(
    _ point: (x: Double, y: Double), from a: (x: Double, y: Double), to b: (x: Double, y: Double)
  ) -> Double {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let length = dx * dx + dy * dy
    let share = length > 0 ? min(max(((point.x - a.x) * dx + (point.y - a.y) * dy) / length, 0), 1) : 0
    let (ex, ey) = (point.x - a.x - share * dx, point.y - a.y - share * dy)
    return (ex * ex + ey * ey).squareRoot()
  }
}
