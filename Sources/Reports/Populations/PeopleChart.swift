import Analysis

/// How people differ: a dot for each person, strategy under strategy, all to one logarithmic scale.
///
/// The bar goes from the tenth to the ninth decile, the black stroke is the median person, the red one the mean of the worst
/// tenth. Of more people than fit, dots are every so many by rank, and the ends.
struct PeopleChart {
  private static let mostDots = 240

  let report: PopulationReport
  let figure: PopulationFigure
  let title: String
  let identifier: String
  var layout = ChartLayout.any

  private var width: Double { layout.isNarrow ? 360 : 1000 }
  /// Below the key, which a narrow drawing has in two lines.
  private var top: Double { layout.isNarrow ? 56 : 34 }
  /// A narrow drawing has names above their rows.
  private var pitch: Double { layout.isNarrow ? 58 : 40 }

  /// The drawing, or `nil` when no strategy has the figure above 0.
  func svg() -> String? {
    let rows = report.rows.indices.filter { (report.rows[$0][figure]?.p90 ?? 0) > 0 }
    let all = rows.map { index in
      report.summary.people.compactMap { $0.value(index, figure) }.map { PopulationReport.shown($0, figure) }.sorted()
    }
    // What is a thousand times smaller than the middle of all is drawn at the edge.
    let floor =
      (rows.compactMap { report.rows[$0][figure].map { PopulationReport.shown($0.median, figure) } }.filter { $0 > 0 }
        .min() ?? 0) / 30
    let values = all.flatMap(\.self).map { max($0, floor) }
    let labels = RowLabels(rows.map { report.rows[$0].strategy }, least: 168, gap: 10)
    let nameWidth = layout.isNarrow ? 12 : labels.edge
    guard !rows.isEmpty,
      let scale = LogScale(covering: values, margin: 0.02, start: nameWidth, end: width - 16)
    else { return nil }
    let bottom = top + Double(rows.count) * pitch
    var canvas = SVGCanvas(width: width)
    canvas.uprights(scale.ticks.map { (scale.pixel($0), TickText.text($0)) }, top: top - 6, bottom: bottom)
    canvas.text(
      layout.isNarrow ? title : "\(title) (logarithmic)", x: (nameWidth + width - 16) / 2, y: bottom + 36,
      anchor: "middle",
      class: "title")
    for (place, row) in rows.enumerated() {
      guard let statistics = report.rows[row][figure] else { continue }
      let middle = top + (Double(place) + (layout.isNarrow ? 0.68 : 0.5)) * pitch
      let name = PlainText.line(report.rows[row].strategy)
      let about = PopulationReport.column(figure)
      let figures = [
        ("median", statistics.median), ("10 %", statistics.p10), ("90 %", statistics.p90),
        ("worst tenth", statistics.worstDecile),
      ].map { "\($0) \(PopulationReport.text($1, figure))\(about.unit.isEmpty ? "" : " \(about.unit)")" }
      canvas.group(row: row, title: "\(name): \(figures.joined(separator: ", "))") { canvas in
        labels.draw(name, y: middle + 4, or: layout.isNarrow ? (nameWidth, middle - 20) : nil, on: &canvas)
        draw(all[place], statistics, scale, middle, on: &canvas)
      }
    }
    drawKey(nameWidth, on: &canvas)
    return canvas.document(
      height: bottom + 46, identifier: identifier + layout.suffix, title: title,
      description: "For each strategy where each person stands, with the median, the deciles and the mean of the worst "
        + "tenth; the table has the numbers.", layout: layout)
  }

  private func draw(
    _ sorted: [Double], _ statistics: PeopleStatistics, _ scale: LogScale, _ middle: Double,
    on canvas: inout SVGCanvas
  ) {
    let pixel = { (value: Double) in scale.pixel(max(value, scale.domain.lowerBound)) }
    let x = { (value: Double) in pixel(PopulationReport.shown(value, figure)) }
    let (low, high) = (x(min(statistics.p10, statistics.p90)), x(max(statistics.p10, statistics.p90)))
    canvas.rectangle(x: low, y: middle - 9, width: max(high - low, 0.5), height: 18, class: "lane")
    let step = max(1, (sorted.count + Self.mostDots - 1) / Self.mostDots)
    for (rank, value) in sorted.enumerated() where rank % step == 0 || rank == sorted.count - 1 {
      // Dots of near values side by side: three lines in turn.
      canvas.circle(pixel(value), middle + Double(rank / step % 3 - 1) * 4, radius: 2, class: "datum")
    }
    canvas.line(x(statistics.median), middle - 13, x(statistics.median), middle + 13, class: "median")
    canvas.line(x(statistics.worstDecile), middle - 13, x(statistics.worstDecile), middle + 13, class: "high")
  }

  private func drawKey(_ nameWidth: Double, on canvas: inout SVGCanvas) {
    let second = layout.isNarrow ? (x: nameWidth, y: 34.0) : (x: nameWidth + 320, y: 14.0)
    canvas.line(nameWidth + 4, 2, nameWidth + 4, 17, class: "median")
    canvas.text("median person", x: nameWidth + 12, y: 14, class: "note")
    canvas.line(nameWidth + 134, 2, nameWidth + 134, 17, class: "high")
    canvas.text("mean of the worst tenth", x: nameWidth + 142, y: 14, class: "note")
    canvas.rectangle(x: second.x, y: second.y - 12, width: 26, height: 14, class: "lane")
    canvas.text("10 % to 90 %", x: second.x + 32, y: second.y, class: "note")
    canvas.circle(second.x + 140, second.y - 5, radius: 2, class: "datum")
    canvas.text("a person", x: second.x + 148, y: second.y, class: "note")
  }
}
