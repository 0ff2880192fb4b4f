/// Finds a place for each point's label that hides neither a marker nor another label.
///
/// Labels are placed in order; each takes the candidate around its point that covers least. Far candidates get a leader
/// line. With up to some thirty points this is enough, and it always gives the same picture.
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
  }

  struct Label {
    var box: Box
    /// The label stands away from its point and needs a line to it.
    var needsLeader: Bool
  }

  let bounds: Box
  /// Markers: never to be covered.
  private var solid: [Box]
  /// Error bars and lines: better not covered.
  private let soft: [Box]

  init(bounds: Box, markers: [Box], lines: [Box]) {
    self.bounds = bounds
    solid = markers
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
        cost += (box.width * box.height - bounds.overlap(box)) * 100
        if best.map({ cost < $0.cost }) ?? true { best = (cost, Label(box: box, needsLeader: ring > 0)) }
      }
    }
    let label = best?.label ?? Label(box: Box(x: x, y: y, width: width, height: height), needsLeader: false)
    solid.append(label.box)
    return label
  }

  /// Right, upper right, left, ... ; a component of 0 centres the label.
  private static let directions: [(x: Double, y: Double)] = [
    (1, 0), (0.8, -0.8), (0, -1), (0.8, 0.8), (0, 1), (-1, 0), (-0.8, -0.8), (-0.8, 0.8),
  ]
}
