import Analysis
import DeviceModel
import Core

/// What each component takes of the battery, stacked by strategy. Patterns keep the components apart without colour.
struct EnergyChart {
  private static let (top, pitch, thickness) = (12.0, 26.0, 18.0)
  /// A longer name ends with an ellipsis and has the whole of it as its title.
  private static let nameLimit = 182.0

  let report: ComparisonReport

  /// The drawing, or `nil` when no strategy drew any power.
  func svg() -> String? {
    let rows = report.rows
    guard let largest = rows.compactMap({ report.battery($0) }).max(), largest > 0 else { return nil }
    var canvas = SVGCanvas()
    let bottom = Self.top + Double(rows.count) * Self.pitch
    let wholes = rows.map { PlainText.line($0.strategy) }
    let names = wholes.map { TextExtent.clipped($0, to: Self.nameLimit, size: 13) }
    let longest = names.map { TextExtent.width($0, size: 13) }.max() ?? 0
    let (left, right) = (max(100, longest.rounded(.up) + 8), canvas.width - 42)
    let scale = (right - left) / largest
    canvas.raw(Self.patterns)
    canvas.uprights(
      LinearScale.ticks(in: 0...largest, about: 6).map { (left + $0 * scale, Figure.tick($0)) }, top: Self.top - 4,
      bottom: bottom)
    for (index, row) in rows.enumerated() {
      let y = Self.top + Double(index) * Self.pitch + 3
      canvas.group(row: index, title: title(row)) { canvas in
        canvas.text(
          names[index], x: left - 8, y: y + 13, anchor: "end", class: "label",
          title: names[index] == wholes[index] ? nil : wholes[index])
        var x = left
        for component in Component.allCases {
          let width = (share(of: component, in: row) ?? 0) * scale
          guard width > 0 else { continue }
          Self.fill(component, x: x, y: y, width: width, height: Self.thickness, on: &canvas)
          x += width
        }
        canvas.text(FigureRounding.battery.text(report.battery(row)), x: x + 6, y: y + 13, class: "tick")
      }
    }
    canvas.line(left, Self.top - 4, left, bottom, class: "axis")
    canvas.text(
      "Percent of the battery in \(ComparisonReport.text(hours: report.hours))", x: (left + right) / 2, y: bottom + 36,
      anchor: "middle", class: "title")
    let entries = Component.allCases.map { component -> (String, SVGCanvas.Sign) in
      (ChartWords.title(of: component), { Self.fill(component, x: $1 + 4, y: $2 - 7, width: 14, height: 14, on: &$0) })
    }
    let end = canvas.legend(entries, x: 4, y: bottom + 60)
    return canvas.document(
      height: end + 10, identifier: "energy", title: "Battery by component",
      description: "Stacked bars, one per strategy; the table that follows has the numbers.")
  }

  /// Percent of the battery that one component takes in the hours.
  private func share(of component: Component, in row: StrategySummary) -> Double? {
    guard let all = row[.energy]?.mean, all > 0, let part = row[.component(component)]?.mean else { return nil }
    return report.battery(row).map { $0 * part / all }
  }

  private func title(_ row: StrategySummary) -> String {
    let parts = Component.allCases.compactMap { component in
      share(of: component, in: row).map { "\(ChartWords.title(of: component)) \(FigureRounding.battery.text($0))" }
    }
    return "\(PlainText.line(row.strategy)): \(parts.joined(separator: ", ")) %"
  }

  static func power(of component: Component, in row: StrategySummary) -> Double? {
    guard row.duration > .zero, let energy = row[.component(component)]?.mean else { return nil }
    return (Energy.joules(energy) / row.duration).milliwatts
  }

  private static func fill(
    _ component: Component, x: Double, y: Double, width: Double, height: Double, on canvas: inout SVGCanvas
  ) {
    let number = SVGCanvas.number
    canvas.raw(
      "<rect fill=\"url(#fill-\(component.name))\" x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(width))\" "
        + "height=\"\(number(height))\"/>")
  }

  /// A filling for each component: its colour, and marks upon it.
  private static let patterns: String = {
    func stroke(_ path: String) -> String {
      "<path class=\"hatch\" stroke=\"#000\" stroke-opacity=\".45\" d=\"\(path)\"/>"
    }
    let marks = [
      Component.wifi: ("45", stroke("M0 0V6")),
      .cellular: ("0", "<circle class=\"dot\" fill-opacity=\".5\" cx=\"3\" cy=\"3\" r=\"1.2\"/>"),
      .bluetooth: ("0", stroke("M0 0H6")),
      .processor: ("-45", stroke("M0 0V6")),
    ]
    let lines = Component.allCases.map { component in
      let (turn, mark) = marks[component] ?? ("0", "")
      let paint = ChartPaint.attributes("part \(component.name)")
      return "<pattern id=\"fill-\(component.name)\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
        + "patternTransform=\"rotate(\(turn))\"><rect class=\"\(component.name)\"\(paint) width=\"6.5\" height=\"6.5\"/>"
        + "\(mark)</pattern>"
    }
    return "<defs>\n\(lines.joined(separator: "\n"))\n</defs>"
  }()
}
