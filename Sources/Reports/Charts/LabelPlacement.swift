/// Finds a place for each point's label that hides neither a marker nor another label.
///
/// Labels are placed in order; each takes the candidate around its point that covers least. Far candidates get a leader
/// line, which keeps clear of other markers, labels and leaders. With up to some thirty points this is enough, and it always gives the same picture.
struct LabelPlacement {
  struct Box {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    func overlap(_ other: Box) -> Double {
      let across = min(x + width, other.x + other.width) - max(x, other.x)
      let down = min(y + height, other.y + other.height) - max(y, other.y)
      return across > 0 && down > 0 ? across * down : 0
    }

    /// 0 inside the box.
    func distance(toX pointX: Double, y pointY: Double) -> Double {
      let (across, down) = (max(x - pointX, pointX - x - width, 0), max(y - pointY, pointY - y - height, 0))
      return (across * across + down * down).squareRoot()
    }
  }

  struct Label {
    var box: Box
    /// Where the line ends that leads from the point to the label; `nil` for a label beside its point.
    var leaderEnd: (x: Double, y: Double)?
  }

  private struct Leader {
    var from: (x: Double, y: Double)
    var to: (x: Double, y: Double)

    func crosses(_ other: Leader) -> Bool {
      func side(_ point: (x: Double, y: Double), of line: Leader) -> Double {
        (line.to.x - line.from.x) * (point.y - line.from.y) - (line.to.y - line.from.y) * (point.x - line.from.x)
      }
      return side(from, of: other) * side(to, of: other) < 0
        && side(other.from, of: self) * side(other.to, of: self) < 0
    }
  }

  let bounds: Box
  /// Markers: never to be covered.
  private var solid: [Box]
  private let markers: [Box]
  /// Error bars and lines: better not covered.
  private let soft: [Box]
  private var leaders: [Leader] = []

  /// - Parameter labels: those that have their place already.
  init(bounds: Box, markers: [Box], lines: [Box], labels: [Box] = []) {
    self.bounds = bounds
    solid = markers + labels
    self.markers = markers
    soft = lines
  }

  /// The place of a label of the given size for the point at (x, y).
  mutating func place(x: Double, y: Double, width: Double, height: Double) -> Label {
    var best: (cost: Double, label: Label)?
    for (ring, gap) in [9.0, 22, 40, 64, 92].enumerated() {
      for (turn, direction) in Self.directions.enumerated() {
        let box = Box(
          x: x + direction.x * gap + (direction.x - 1) / 2 * width,
          y: y + direction.y * gap + (direction.y - 1) / 2 * height, width: width, height: height)
        var cost = Double(ring) * 40 + Double(turn) * 2
        cost += solid.reduce(0) { $0 + $1.overlap(box) } * 20
        cost += soft.reduce(0) { $0 + min($1.overlap(box), 60) } * 1.5
        cost += misleading(box, x: x, y: y)
        cost += (box.width * box.height - bounds.overlap(box)) * 100
        let end = ring > 0 ? (x: min(max(x, box.x), box.x + box.width), y: min(max(y, box.y), box.y + box.height)) : nil
        if let end { cost += hiding(Leader(from: (x, y), to: end)) }
        if best.map({ cost < $0.cost }) ?? true { best = (cost, Label(box: box, leaderEnd: end)) }
      }
    }
    let label = best?.label ?? Label(box: Box(x: x, y: y, width: width, height: height), leaderEnd: nil)
    solid.append(label.box)
    if let end = label.leaderEnd { leaders.append(Leader(from: (x, y), to: end)) }
    return label
  }

  /// A label that stands nearer to another marker than to its own would be read as that one's.
  private func misleading(_ box: Box, x: Double, y: Double) -> Double {
    let own = box.distance(toX: x, y: y)
    let nearer = markers.count { marker in
      let (otherX, otherY) = (marker.x + marker.width / 2, marker.y + marker.height / 2)
      return (otherX != x || otherY != y) && box.distance(toX: otherX, y: otherY) < own + 4
    }
    return Double(nearer) * 130
  }

  /// What a leader runs over, beyond its own marker.
  private func hiding(_ leader: Leader) -> Double {
    let (dx, dy) = (leader.to.x - leader.from.x, leader.to.y - leader.from.y)
    let length = (dx * dx + dy * dy).squareRoot()
    let hidden = stride(from: 6.0, to: length, by: 3).count { step in
      let (x, y) = (leader.from.x + dx / length * step, leader.from.y + dy / length * step)
      return solid.contains { box in
        // The marker that it starts from is not in the way.
        let isOwn =
          abs(box.x + box.width / 2 - leader.from.x) < 0.5 && abs(box.y + box.height / 2 - leader.from.y) < 0.5
        return !isOwn && box.distance(toX: x, y: y) == 0
      }
    }
    return Double(hidden) * 30 + Double(leaders.count { $0.crosses(leader) }) * 150
  }

  /// Right, upper right, left, ... ; a component of 0 centres the label. The corners keep clear of both error bars.
  private static let directions: [(x: Double, y: Double)] = [
    (1, 0), (1, -0.8), (0, -1), (1, 0.8), (0, 1), (-1, 0), (-1, -0.8), (-1, 0.8),
  ]
}
