/// Names beside points: on the first side where nothing is in the way. A point without such a side gets a number, which a legend
/// explains.
struct PointNames {
  /// An upright box in a drawing.
  struct Box {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    func overlaps(_ other: Box) -> Bool {
      x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
    }

    func contains(_ other: Box) -> Bool {
      x <= other.x && y <= other.y && x + width >= other.x + other.width && y + height >= other.y + other.height
    }
  }

  private static let (fontSize, gap) = (13.0, 9.0)

  let bounds: Box
  /// Markers, lines and the names that have their place.
  private var taken: [Box]
  /// The names behind the numbers, in their order.
  private var numbered: [String] = []

  /// The entries of the legend that explain the numbers.
  var legend: [(text: String, sign: SVGCanvas.Sign)] {
    numbered.enumerated().map { place, name in
      (name, { $0.text("\(place + 1)", x: $1 + 18, y: $2 + 4, anchor: "end", class: "label") })
    }
  }

  init(bounds: Box, taken: [Box]) { (self.bounds, self.taken) = (bounds, taken) }

  /// What stands beside a point, and where its text starts.
  mutating func place(_ name: String, x: Double, y: Double) -> (text: String, x: Double, y: Double) {
    if let free = free(name, x, y) { return free }
    numbered.append(name)
    let number = "\(numbered.count)"
    return free(number, x, y) ?? (number, x + Self.gap, y - 5)
  }

  /// Right, left, above, below.
  private mutating func free(_ text: String, _ x: Double, _ y: Double) -> (text: String, x: Double, y: Double)? {
    let (width, height) = (TextExtent.width(text, size: Self.fontSize), Self.fontSize + 2)
    let sides = [
      (x + Self.gap, y - height / 2), (x - Self.gap - width, y - height / 2), (x - width / 2, y - Self.gap - height),
      (x - width / 2, y + Self.gap),
    ]
    for (left, top) in sides {
      let box = Box(x: left, y: top, width: width, height: height)
      guard bounds.contains(box), !taken.contains(where: box.overlaps) else { continue }
      taken.append(box)
      return (text, left, top + Self.fontSize - 1)
    }
    return nil
  }
}
