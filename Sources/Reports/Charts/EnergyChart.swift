import Analysis
import DeviceModel
import Core

/// What each component takes of the battery, stacked by strategy. Patterns keep the components apart without colour.
struct EnergyChart {
  private static let top = 40.0
  private static let (pitch, thickness) = (30.0, 20.0)

  let report: ComparisonReport
  var layout = ChartLayout.any

  private var isNarrow: Bool { layout.isNarrow }
  private var width: Double { isNarrow ? 380 : 1000 }
  /// Where the bars begin when all names are short; the key, which is long, always does.
  private var leastLeft: Double { isNarrow ? 120 : 170 }
  private var right: Double { isNarrow ? 338 : 940 }

  /// The drawing, or `nil` when no strategy drew any power.
  func svg() -> String? {
    let rows = report.rows
    guard let largest = rows.compactMap({ report.battery($0) }).max(), largest > 0 else { return nil }
    let keyRows = isNarrow ? 2 : 1
    let top = Self.top + Double(keyRows - 1) * 22
    let bottom = top + Double(rows.count) * Self.pitch
    let labels = RowLabels(rows.map(\.strategy), least: leastLeft, gap: 8, most: isNarrow ? 150 : 320)
    let left = labels.edge
    let scale = (right - left) / largest
    var canvas = SVGCanvas(width: width)
    canvas.raw(patterns)
    drawKey(on: &canvas)
    canvas.uprights(
      LinearScale.ticks(in: 0...largest, about: isNarrow ? 4 : 8).map { (left + $0 * scale, TickText.text($0)) },
      top: top - 4, bottom: bottom)
    for (index, row) in rows.enumerated() {
      let y = top + Double(index) * Self.pitch + 3
      let total = report.battery(row) ?? 0
      canvas.group(row: index, title: title(row)) { canvas in
        labels.draw(row.strategy, y: y + 14, on: &canvas)
        var x = left
        for component in Component.allCases {
          let width = (share(of: component, in: row) ?? 0) * scale
          guard width > 0 else { continue }
          fill(component, x: x, y: y, width: width, height: Self.thickness, on: &canvas)
          x += width
        }
        canvas.text(FigureRounding.battery.text(total), x: x + 6, y: y + 14, class: "tick")
      }
    }
    canvas.line(left, top - 4, left, bottom, class: "axis")
    canvas.text(
      "Percent of the battery in \(ComparisonReport.text(hours: report.hours))", x: (left + right) / 2, y: bottom + 36,
      anchor: "middle", class: "title")
    return canvas.document(
      height: bottom + 46, identifier: "energy\(layout.suffix)", title: "Battery by component",
      description: "Stacked bars, one per strategy; the table that follows has the numbers.", layout: layout)
  }

  /// Percent of the battery that one component takes in the hours.
  private func share(of component: Component, in row: StrategySummary) -> Double? {
    guard let all = row[.energy]?.mean, all > 0, let part = row[.energy(of: component)]?.mean else { return nil }
    return report.battery(row).map { $0 * part / all }
  }

  private func title(_ row: StrategySummary) -> String {
    let parts = Component.allCases.compactMap { component in
      share(of: component, in: row).map { "\(ChartWords.title(of: component)) \(FigureRounding.battery.text($0))" }
    }
    return "\(PlainText.line(row.strategy)): \(parts.joined(separator: ", ")) %"
  }

  /// Mean power in mW of one component.
  static func power(of component: Component, in row: StrategySummary) -> Double? {
    guard row.duration > .zero, let energy = row[.energy(of: component)]?.mean else { return nil }
    return (Energy.joules(energy) / row.duration).milliwatts
  }

  private func drawKey(on canvas: inout SVGCanvas) {
    let start = isNarrow ? 8 : leastLeft
    var (x, y) = (start, 8.0)
    for (index, component) in Component.allCases.enumerated() {
      if isNarrow, index == 3 { (x, y) = (start, 30) }
      fill(component, x: x, y: y, width: 14, height: 14, on: &canvas)
      let text = ChartWords.title(of: component)
      canvas.text(text, x: x + 19, y: y + 11, class: "note")
      x += Double(DisplayWidth.of(text)) * 7.3 + 38
    }
  }

  private func fill(
    _ component: Component, x: Double, y: Double, width: Double, height: Double, on canvas: inout SVGCanvas
  ) {
    canvas.rectangle(x: x, y: y, width: width, height: height, class: "part \(component.name)")
    guard component != .gnss, component != .base else { return }
    canvas.raw(
      "<rect fill=\"url(#hatch-\(component.name)\(layout.suffix))\" x=\"\(SVGCanvas.number(x))\" "
        + "y=\"\(SVGCanvas.number(y))\" width=\"\(SVGCanvas.number(width))\" height=\"\(SVGCanvas.number(height))\"/>")
  }

  /// Each drawing has its own: what is not shown paints nothing.
  private var patterns: String {
    ["wifi", "cellular", "bluetooth", "processor"].reduce(Self.patterns) {
      $0.replacing("hatch-\($1)\"", with: "hatch-\($1)\(layout.suffix)\"")
    }
  }

  private static let patterns = """
    <defs>
    <pattern id="hatch-wifi" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">\
    <line class="hatch" stroke="#000" stroke-opacity=".45" x1="0" y1="0" x2="0" y2="6"/></pattern>
    <pattern id="hatch-cellular" width="5" height="5" patternUnits="userSpaceOnUse">\
    <circle class="dot" fill-opacity=".5" cx="2.5" cy="2.5" r="1.1"/></pattern>
    <pattern id="hatch-bluetooth" width="5" height="5" patternUnits="userSpaceOnUse">\
    <line class="hatch" stroke="#000" stroke-opacity=".45" x1="0" y1="0" x2="5" y2="0"/></pattern>
    <pattern id="hatch-processor" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">\
    <line class="hatch" stroke="#000" stroke-opacity=".45" x1="0" y1="0" x2="0" y2="6"/></pattern>
    </defs>
    """
}
