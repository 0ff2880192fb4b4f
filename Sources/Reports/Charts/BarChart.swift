import Analysis

/// Named bars from zero, each with its interval. Names and values stand above their bars.
struct BarChart {
  /// More bars than this are left to the table.
  static let most = 20

  struct Bar: Sendable {
    let name: String
    let value: Double
    let interval: ClosedRange<Double>
  }

  let bars: [Bar]
  /// Of the axis, with its unit.
  let title: String
  /// What the bars are, for those who cannot see them.
  var about = "A bar for each parameter, the largest first"
  /// Of the values: shares are drawn in percent.
  var rounding = FigureRounding.three
  let identifier: String

  private static let (top, thickness, pitch) = (8.0, 12.0, 38.0)

  /// The drawing, or `nil` without a bar.
  func svg() -> String? {
    let scale = rounding == .share || rounding == .changeOfShare ? 100.0 : 1
    let ends = bars.flatMap { [$0.value, $0.interval.lowerBound, $0.interval.upperBound] }.map { $0 * scale }
    guard let high = ends.max(), let low = ends.min(), high > low else { return nil }
    var canvas = SVGCanvas()
    let (left, right) = (8.0, canvas.width - 8)
    let domain = min(low, 0)...max(high, 0)
    func x(_ value: Double) -> Double {
      left + (value * scale - domain.lowerBound) / (domain.upperBound - domain.lowerBound) * (right - left)
    }
    let bottom = Self.top + Double(bars.count) * Self.pitch
    canvas.uprights(
      LinearScale.ticks(in: domain, about: 6).map { (x($0 / scale), Figure.tick($0)) }, top: Self.top - 4,
      bottom: bottom)
    for (place, bar) in bars.enumerated() {
      let middle = Self.top + Double(place + 1) * Self.pitch - 9
      let (value, interval) = (rounding.text(bar.value), rounding.ends(bar.interval))
      canvas.titled("\(PlainText.line(bar.name)): \(value) (\(interval))") { canvas in
        canvas.rowName(bar.name, x: left, y: middle - 11, room: 60)
        canvas.text(value, x: right, y: middle - 11, anchor: "end", class: "label")
        canvas.rectangle(
          x: min(x(0), x(bar.value)), y: middle - Self.thickness / 2, width: abs(x(bar.value) - x(0)),
          height: Self.thickness, class: "density")
        canvas.line(x(bar.interval.lowerBound), middle, x(bar.interval.upperBound), middle, class: "median")
      }
    }
    canvas.line(x(0), Self.top - 4, x(0), bottom, class: "axis")
    canvas.text(title, x: (left + right) / 2, y: bottom + 36, anchor: "middle", class: "title")
    return canvas.document(
      height: bottom + 46, identifier: identifier, title: title,
      description: "\(about), with its interval; the table has the numbers.")
  }
}
