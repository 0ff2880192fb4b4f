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

  private static let (left, top, pitch) = (12.0, 12.0, 54.0)

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
    var canvas = SVGCanvas()
    let right = canvas.width - 16
    guard !rows.isEmpty, let scale = LogScale(covering: values, margin: 0.02, start: Self.left, end: right)
    else { return nil }
    let bottom = Self.top + Double(rows.count) * Self.pitch
    canvas.uprights(scale.ticks.map { (scale.pixel($0), Figure.tick($0)) }, top: Self.top - 6, bottom: bottom)
    canvas.text(
      "\(title) (logarithmic)", x: (Self.left + right) / 2, y: bottom + 36, anchor: "middle", class: "title")
    for (place, row) in rows.enumerated() {
      guard let statistics = report.rows[row][figure] else { continue }
      let middle = Self.top + (Double(place) + 0.68) * Self.pitch
      let name = PlainText.line(report.rows[row].strategy)
      let about = PopulationReport.column(figure)
      let figures = [
        ("median", statistics.median), ("10 %", statistics.p10), ("90 %", statistics.p90),
        ("worst tenth", statistics.worstDecile),
      ].map { "\($0) \(PopulationReport.text($1, figure))\(about.unit.isEmpty ? "" : " \(about.unit)")" }
      canvas.group(row: row, title: "\(name): \(figures.joined(separator: ", "))") { canvas in
        canvas.rowName(name, x: Self.left, y: middle - 18)
        draw(all[place], statistics, scale, middle, on: &canvas)
      }
    }
    let end = canvas.legend(
      [
        ("median person", { $0.line($1 + 10, $2 - 8, $1 + 10, $2 + 8, class: "median") }),
        ("mean of the worst tenth", { $0.line($1 + 10, $2 - 8, $1 + 10, $2 + 8, class: "high") }),
        ("10 % to 90 %", { $0.rectangle(x: $1, y: $2 - 7, width: 20, height: 14, class: "lane") }),
        ("a person", { $0.circle($1 + 12, $2, radius: 2, class: "datum") }),
      ], x: Self.left, y: bottom + 60)
    return canvas.document(
      height: end + 10, identifier: identifier, title: title,
      description: "For each strategy where each person stands, with the median, the deciles and the mean of the worst "
        + "tenth; the table has the numbers.")
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
}
