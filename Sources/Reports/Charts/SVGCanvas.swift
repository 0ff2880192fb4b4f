import Core

/// Writes the elements of a drawing. Colours are classes, so that the page's style decides for light, dark and print;
/// each element has its paint as attributes too, for pages whose style is blocked.
struct SVGCanvas {
  /// Of every drawing but those of a run's time: small enough for a phone, where a drawing is shrunk to the screen, with letters
  /// that can still be read.
  static let pageWidth = 520.0

  let width: Double
  private(set) var elements: [String] = []

  /// - Parameter width: no text goes beyond it.
  init(width: Double = pageWidth) { self.width = width }

  static func number(_ value: Double) -> String {
    DecimalText.significant((value * 10).rounded() / 10, digits: 6)
  }

  mutating func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, class name: String) {
    elements.append(
      "<line class=\"\(name)\"\(ChartPaint.attributes(name)) x1=\"\(Self.number(x1))\" y1=\"\(Self.number(y1))\" "
        + "x2=\"\(Self.number(x2))\" y2=\"\(Self.number(y2))\"/>")
  }

  mutating func rectangle(x: Double, y: Double, width: Double, height: Double, class name: String) {
    elements.append(
      "<rect class=\"\(name)\"\(ChartPaint.attributes(name)) x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" "
        + "width=\"\(Self.number(width))\" height=\"\(Self.number(height))\"/>")
  }

  mutating func circle(_ x: Double, _ y: Double, radius: Double, class name: String) {
    elements.append(
      "<circle class=\"\(name)\"\(ChartPaint.attributes(name)) cx=\"\(Self.number(x))\" cy=\"\(Self.number(y))\" "
        + "r=\"\(Self.number(radius))\"/>")
  }

  /// A line through points, in the words of an SVG path.
  mutating func path(_ points: [(x: Double, y: Double)], class name: String) {
    let steps = points.enumerated().map {
      "\($0.offset == 0 ? "M" : "L")\(Self.number($0.element.x)) \(Self.number($0.element.y))"
    }
    draw(steps.joined(separator: " "), class: name)
  }

  /// A path whose data is ready.
  mutating func draw(_ data: String, class name: String) {
    guard !data.isEmpty else { return }
    elements.append("<path class=\"\(name)\"\(ChartPaint.attributes(name)) d=\"\(data)\"/>")
  }

  /// - Parameters:
  ///   - anchor: `start`, `middle` or `end`.
  ///   - title: shown while the pointer is on it.
  mutating func text(
    _ text: String, x: Double, y: Double, anchor: String = "start", class name: String, rotated: Bool = false,
    title: String? = nil
  ) {
    let x = rotated ? x : inside(x, anchor, TextExtent.width(text, size: Self.fontSize(name)))
    let turn = rotated ? " transform=\"rotate(-90 \(Self.number(x)) \(Self.number(y)))\"" : ""
    elements.append(
      "<text class=\"\(name)\"\(ChartPaint.attributes(name)) x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" text-anchor=\"\(anchor)\"\(turn)>"
        + "\(title.map { "<title>\(PlainText.markup($0))</title>" } ?? "")\(PlainText.markup(text))</text>")
  }

  /// The name of a row above it, cut where the drawing ends or a figure has its room.
  mutating func rowName(_ name: String, x: Double, y: Double, room: Double = 8) {
    let whole = PlainText.line(name)
    let shown = TextExtent.clipped(whole, to: width - x - room, size: 13)
    text(shown, x: x, y: y, class: "label", title: shown == whole ? nil : whole)
  }

  private static func fontSize(_ name: String) -> Double { ["tick", "note"].contains { name.hasPrefix($0) } ? 12 : 13 }

  /// Where a text of such an extent has its anchor to stay inside.
  private func inside(_ x: Double, _ anchor: String, _ extent: Double) -> Double {
    let before = anchor == "start" ? 0 : anchor == "end" ? extent : extent / 2
    return max(min(x, width - extent + before), before)
  }

  /// Where an upright axis stands so that its numbers, and the title in front of them, have room.
  static func edge(_ numbers: [String], before: Double = 8, title: Double = 0, least: Double) -> Double {
    max(least, (numbers.map { TextExtent.width($0, size: 12) }.max() ?? 0).rounded(.up) + before + title)
  }

  /// Lines from top to bottom with their numbers below; a number that would touch the last one is left out.
  mutating func uprights(
    _ ticks: [(x: Double, text: String)], top: Double, bottom: Double, below: Double = 16
  ) {
    var free = -Double.infinity
    for tick in ticks {
      let extent = TextExtent.width(tick.text, size: 12)
      let middle = inside(tick.x, "middle", extent)
      line(tick.x, top, tick.x, bottom, class: "grid")
      guard middle - extent / 2 > free else { continue }
      free = middle + extent / 2 + 2
      text(tick.text, x: tick.x, y: bottom + below, anchor: "middle", class: "tick")
    }
  }

  /// Lines from left to right with their numbers in front.
  mutating func horizontals(
    _ ticks: [(y: Double, text: String)], left: Double, right: Double, before: Double = 8
  ) {
    for tick in ticks {
      line(left, tick.y, right, tick.y, class: "grid")
      text(tick.text, x: left - before, y: tick.y + 4, anchor: "end", class: "tick")
    }
  }

  /// A sign of a legend, drawn from its left end and its middle.
  typealias Sign = (inout SVGCanvas, Double, Double) -> Void

  /// A legend in as many lines as it needs.
  ///
  /// - Parameter y: of the first line of text.
  /// - Returns: that of the last one.
  @discardableResult
  mutating func legend(_ entries: [(text: String, sign: Sign)], x left: Double, y: Double) -> Double {
    var (x, y) = (left, y)
    for entry in entries {
      let extent = 23 + TextExtent.width(entry.text, size: 12) + 10
      if x > left, x + extent > width { (x, y) = (left, y + 18) }
      entry.sign(&self, x, y - 4)
      text(entry.text, x: x + 23, y: y, class: "note")
      x += extent
    }
    return y
  }

  mutating func raw(_ element: String) { elements.append(element) }

  /// What belongs to a row of the report's table: the page's script marks both together.
  ///
  /// - Parameters:
  ///   - title: its values, shown under the pointer and read out on focus.
  ///   - attributes: for the script, with a blank in front.
  mutating func group(
    row: Int, title: String, attributes: String = "", _ draw: (inout SVGCanvas) -> Void
  ) {
    titled(title, attributes: " data-row=\"\(row)\"\(attributes)", draw)
  }

  /// What has values to show under the pointer.
  mutating func titled(_ title: String, attributes: String = "", _ draw: (inout SVGCanvas) -> Void) {
    elements.append("<g\(attributes)><title>\(PlainText.markup(title))</title>")
    draw(&self)
    elements.append("</g>")
  }

  /// The whole drawing, scaled to the width of the page.
  ///
  /// - Parameters:
  ///   - identifier: unique in the page.
  ///   - title: a few words, for those who do not see the drawing.
  ///   - description: what it shows, in sentences.
  ///   - attributes: for the script, with a blank in front.
  func document(
    height: Double, identifier: String, title: String, description: String, attributes: String = ""
  ) -> String {
    """
    <svg\(attributes) viewBox="0 0 \(Self.number(width)) \(Self.number(height))" width="\(Self.number(width))" \
    height="\(Self.number(height))" font-family="sans-serif" role="img" \
    aria-labelledby="\(identifier)-title \(identifier)-text">
    <title id="\(identifier)-title">\(PlainText.markup(title))</title>
    <desc id="\(identifier)-text">\(PlainText.markup(description))</desc>
    \(elements.joined(separator: "\n"))
    </svg>
    """
  }
}
