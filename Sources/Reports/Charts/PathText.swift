/// Writes the data of an SVG path with few characters: relative steps, in tenths.
///
/// Steps are differences of rounded places, so that rounding errors do not add up along the path.
struct PathText {
  private(set) var text = ""
  /// How many shapes the path draws.
  private(set) var shapes = 0
  private var x = 0
  private var y = 0

  /// A dot: a line without length, drawn by its round cap.
  mutating func dot(_ pointX: Double, _ pointY: Double) {
    step("m", pointX, pointY)
    text += "h0"
    shapes += 1
  }

  mutating func rectangle(x left: Double, y top: Double, width: Double, height: Double) {
    let right = Self.tenths(left + width)
    step("m", left, top)
    let (w, h) = (Self.number(right - x), Self.number(Self.tenths(height)))
    text += "h\(w)v\(h)h\(w == "0" ? "0" : "-" + w)z"
    shapes += 1
  }

  mutating func stroke(x left: Double, y top: Double, height: Double) {
    step("m", left, top)
    text += "v\(Self.number(Self.tenths(height)))"
    y += Self.tenths(height)
    shapes += 1
  }

  mutating func line(_ points: [(x: Double, y: Double)]) {
    for (index, point) in points.enumerated() {
      if index > 0, Self.tenths(point.x) == x, Self.tenths(point.y) == y { continue }
      step(index == 0 ? "m" : "l", point.x, point.y)
    }
    if !points.isEmpty { shapes += 1 }
  }

  /// The area between equal steps of the given heights and the line at `base`.
  mutating func steps(_ heights: [Double], from left: Double, width: Double, base: Double) {
    var columns: [(from: Double, to: Double, height: Double)] = []
    for (index, height) in heights.enumerated() {
      let (from, to) = (left + width * Double(index), left + width * Double(index + 1))
      if let last = columns.last, Self.tenths(base - last.height) == Self.tenths(base - height) {
        columns[columns.count - 1].to = to
      } else {
        columns.append((from, to, height))
      }
    }
    outline(columns, base: base)
  }

  /// The area between columns that touch each other and the line at `base`.
  mutating func outline(_ columns: [(from: Double, to: Double, height: Double)], base: Double) {
    guard let first = columns.first else { return }
    step("m", first.from, base)
    for column in columns {
      let top = Self.tenths(base - column.height)
      if top != y { text += "v\(Self.number(top - y))" }
      y = top
      horizontal(to: column.to)
    }
    text += "V\(Self.number(Self.tenths(base)))z"
    (x, y) = (Self.tenths(first.from), Self.tenths(base))
    shapes += 1
  }

  private mutating func horizontal(to right: Double) {
    guard Self.tenths(right) != x else { return }
    text += "h\(Self.number(Self.tenths(right) - x))"
    x = Self.tenths(right)
  }

  private mutating func step(_ letter: String, _ toX: Double, _ toY: Double) {
    let (newX, newY) = (Self.tenths(toX), Self.tenths(toY))
    // The first step of a path counts from the origin, whatever its letter.
    text += "\(letter)\(Self.number(newX - x)) \(Self.number(newY - y))"
    (x, y) = (newX, newY)
  }

  private static func tenths(_ value: Double) -> Int { abs(value) < 1e12 ? Int((value * 10).rounded()) : 0 }

  private static func number(_ tenths: Int) -> String {
    let size = tenths.magnitude
    let sign = tenths < 0 ? "-" : ""
    if size % 10 == 0 { return "\(sign)\(size / 10)" }
    return "\(sign)\(size < 10 ? "" : "\(size / 10)").\(size % 10)"
  }
}
