import Analysis

/// Named bars from zero, each with its interval.
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
  var layout = ChartLayout.any

  private static let (top, thickness) = (10.0, 12.0)

  /// The drawing, or `nil` without a bar.
  func svg() -> String? {
    let scale = rounding == .share ? 100.0 : 1
    let ends = bars.flatMap { [$0.value, $0.interval.lowerBound, $0.interval.upperBound] }.map { $0 * scale }
    guard let high = ends.max(), let low = ends.min(), high > low else { return nil }
    let isNarrow = layout.isNarrow
    let (width, pitch) = isNarrow ? (360.0, 38.0) : (1000.0, 24.0)
    let labels = RowLabels(bars.map(\.name), least: 120, gap: 8, most: 360)
    let (left, right) = (isNarrow ? 8 : labels.edge, width - (isNarrow ? 56 : 90))
    let domain = min(low, 0)...max(high, 0)
    func x(_ value: Double) -> Double {
      left + (value * scale - domain.lowerBound) / (domain.upperBound - domain.lowerBound) * (right - left)
    }
    let bottom = Self.top + Double(bars.count) * pitch
    var canvas = SVGCanvas(width: width)
    let ticks = LinearScale.ticks(in: domain, about: isNarrow ? 4 : 8)
    canvas.uprights(
      ticks.map { (x($0 / scale), TickText.text($0)) }, top: Self.top - 4, bottom: bottom)
    for (place, bar) in bars.enumerated() {
      // A narrow drawing has names above their bars.
      let middle = Self.top + Double(place + 1) * pitch - (isNarrow ? 9 : 12)
      let (value, interval) = (rounding.text(bar.value), rounding.ends(bar.interval))
      canvas.titled("\(PlainText.line(bar.name)): \(value) (\(interval))") { canvas in
        labels.draw(bar.name, y: middle + 4, or: isNarrow ? (left, middle - 11) : nil, on: &canvas)
        canvas.rectangle(
          x: min(x(0), x(bar.value)), y: middle - Self.thickness / 2, width: abs(x(bar.value) - x(0)),
          height: Self.thickness, class: "density")
        canvas.line(x(bar.interval.lowerBound), middle, x(bar.interval.upperBound), middle, class: "median")
        canvas.text(value, x: max(x(bar.value), x(bar.interval.upperBound)) + 6, y: middle + 4, class: "tick")
      }
    }
    canvas.line(x(0), Self.top - 4, x(0), bottom, class: "axis")
    canvas.text(title, x: (left + right) / 2, y: bottom + 36, anchor: "middle", class: "title")
    return canvas.document(
      height: bottom + 46, identifier: identifier + layout.suffix, title: title,
      description: "\(about), with its interval; the table has the numbers.",
      layout: layout)
  }
}
