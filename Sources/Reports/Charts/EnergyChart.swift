import Analysis
import DeviceModel
import Quantities

/// Average power of every strategy, stacked by component. Patterns keep the components apart without colour.
struct EnergyChart {
  private static let width = 780.0
  /// Where the bars begin when all names are short; the key, which is long, always does.
  private static let leastLeft = 170.0
  private static let (right, top) = (716.0, 40.0)
  private static let (pitch, thickness) = (30.0, 20.0)

  let report: ComparisonReport

  /// The drawing, or `nil` when no strategy drew any power.
  func svg() -> String? {
    let rows = report.rows
    guard let largest = rows.compactMap({ $0[.averagePower]?.mean }).max(), largest > 0 else { return nil }
    let bottom = Self.top + Double(rows.count) * Self.pitch
    let labels = RowLabels(rows.map(\.strategy), least: Self.leastLeft, gap: 8)
    let left = labels.edge
    let scale = (Self.right - left) / largest
    var canvas = SVGCanvas()
    canvas.raw(Self.patterns)
    drawKey(on: &canvas)
    for tick in LinearScale.ticks(in: 0...largest, about: 6) {
      let x = left + tick * scale
      canvas.line(x, Self.top - 4, x, bottom, class: "grid")
      canvas.text(TickText.text(tick), x: x, y: bottom + 16, anchor: "middle", class: "tick")
    }
    for (index, row) in rows.enumerated() {
      let y = Self.top + Double(index) * Self.pitch + 3
      labels.draw(row.strategy, y: y + 14, on: &canvas)
      var x = left
      for component in Component.allCases {
        let width = (EnergyChart.power(of: component, in: row) ?? 0) * scale
        guard width > 0 else { continue }
        Self.fill(component, x: x, y: y, width: width, height: Self.thickness, on: &canvas)
        x += width
      }
      canvas.text(Figure.text(row[.averagePower]?.mean), x: x + 6, y: y + 14, class: "tick")
    }
    canvas.line(left, Self.top - 4, left, bottom, class: "axis")
    canvas.text(
      "Average power, mW, screen off", x: (left + Self.right) / 2, y: bottom + 36, anchor: "middle",
      class: "title")
    return canvas.document(
      width: Self.width, height: bottom + 46, identifier: "energy", title: "Average power by component",
      description: "Stacked bars, one per strategy; the table that follows has the numbers.")
  }

  /// Mean power in mW of one component.
  static func power(of component: Component, in row: StrategySummary) -> Double? {
    guard row.duration > .zero, let energy = row[.energy(of: component)]?.mean else { return nil }
    return (Energy.joules(energy) / row.duration).milliwatts
  }

  private func drawKey(on canvas: inout SVGCanvas) {
    var x = Self.leastLeft
    for component in Component.allCases {
      Self.fill(component, x: x, y: 8, width: 14, height: 14, on: &canvas)
      let text = ChartWords.title(of: component)
      canvas.text(text, x: x + 19, y: 19, class: "note")
      x += Double(DisplayWidth.of(text)) * 7.3 + 38
    }
  }

  private static func fill(
    _ component: Component, x: Double, y: Double, width: Double, height: Double, on canvas: inout SVGCanvas
  ) {
    canvas.rectangle(x: x, y: y, width: width, height: height, class: "part \(component.name)")
    guard component != .gnss, component != .base else { return }
    canvas.raw(
      "<rect fill=\"url(#hatch-\(component.name))\" x=\"\(SVGCanvas.number(x))\" y=\"\(SVGCanvas.number(y))\" "
        + "width=\"\(SVGCanvas.number(width))\" height=\"\(SVGCanvas.number(height))\"/>")
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
