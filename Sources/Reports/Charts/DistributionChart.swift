import Analysis

/// How errors and ages are distributed: a small picture each per strategy, all to the same scales, with the median and
/// the 95 % quantile of all seconds together.
struct DistributionChart {
  private static let (top, height, pitch) = (12.0, 28.0, 58.0)
  private static let (left, gap) = (6.0, 24.0)
  private static let panel = (SVGCanvas.pageWidth - left - gap - 16) / 2

  let report: ComparisonReport
  private let rows: [(index: Int, row: StrategySummary)]

  init(report: ComparisonReport) {
    self.report = report
    rows = report.rows.enumerated().filter { ($0.element.distributions?.ages.total ?? 0) > 0 }
      .map { ($0.offset, $0.element) }
  }

  /// One of the two columns.
  private struct Side {
    let left: Double
    let name: String
    let rounding: FigureRounding
    let title: String
    let scale: LogScale
    let histogram: (StrategySummary) -> LogHistogram?

    func quantiles(_ row: StrategySummary) -> [Double?] { [0.5, 0.95].map { histogram(row)?.quantile($0) } }
  }

  /// The drawing, or `nil` when no strategy kept its distributions.
  func svg() -> String? {
    guard !rows.isEmpty else { return nil }
    let sides = [
      side(
        rows.map(\.row), left: Self.left, name: "error", rounding: .plain,
        title: "Error, m"
      ) { $0.use == .live ? $0.distributions?.errors : $0.distributions?.movingErrors },
      side(
        rows.map(\.row), left: Self.left + Self.panel + Self.gap, name: "age", rounding: .span,
        title: "Age of the position held"
      ) { $0.distributions?.ages },
    ].compactMap(\.self)
    let bottom = Self.top + Double(rows.count) * Self.pitch
    var canvas = SVGCanvas()
    for side in sides {
      canvas.uprights(
        Self.ticks(side).map { (side.scale.pixel($0.value), $0.text) }, top: Self.top - 6, bottom: bottom)
      canvas.text(side.title, x: side.left + Self.panel / 2, y: bottom + 36, anchor: "middle", class: "title")
    }
    for (place, (index, row)) in rows.enumerated() {
      let base = Self.top + Double(place + 1) * Self.pitch - 12
      canvas.group(row: index, title: title(row, sides)) { canvas in
        canvas.rowName(row.strategy, x: Self.left, y: base - Self.height - 6)
        for side in sides { draw(row, side, base: base, on: &canvas) }
      }
    }
    let end = canvas.legend(
      [
        ("median", { $0.line($1 + 10, $2 - 7, $1 + 10, $2 + 7, class: "median") }),
        ("95 % of the time less", { Self.drawHigh($1 + 10, from: $2 - 7, to: $2 + 7, on: &$0) }),
      ], x: 4, y: bottom + 60)
    return canvas.document(
      height: end + 10, identifier: "distributions", title: "Distributions of error and age",
      description: "For each strategy how often which error and which age occurred, over all seconds of all seeds, "
        + "with their median and 95 % quantile; those of tables are means over the seeds. The axes are logarithmic.")
  }

  private func side(
    _ rows: [StrategySummary], left: Double, name: String, rounding: FigureRounding, title: String,
    _ histogram: @escaping (StrategySummary) -> LogHistogram?
  ) -> Side? {
    var edges: [Double] = []
    for row in rows {
      guard let counts = histogram(row)?.counts, let total = histogram(row)?.total, total > 0 else { continue }
      // What is rarer than one in a thousand does not widen the scale.
      let shown = counts.indices.filter { counts[$0] * 1000 >= total }
      if let first = shown.first, let last = shown.last {
        edges += [LogHistogram.lowerEdge(of: first), LogHistogram.lowerEdge(of: last + 1)]
      }
    }
    guard
      let scale = LogScale(
        covering: edges.map { max($0, 0.05) }, margin: 0, start: left, end: left + Self.panel)
    else { return nil }
    return Side(left: left, name: name, rounding: rounding, title: title, scale: scale, histogram: histogram)
  }

  /// `continuous: error 14.1 m median, 89.6 m 95 %; age 0.7 s median, 96.6 s 95 %`
  private func title(_ row: StrategySummary, _ sides: [Side]) -> String {
    let texts = sides.map { side in
      let figures = zip(side.quantiles(row), ["median", "95 %"]).map {
        "\(side.rounding.text($0))\(side.rounding == .span ? "" : " m") \($1)"
      }
      return "\(side.name) \(figures.joined(separator: ", "))"
    }
    return "\(PlainText.line(row.strategy)): \(texts.joined(separator: "; "))"
  }

  private static func ticks(_ side: Side) -> [(value: Double, text: String)] {
    let isTime = side.rounding == .span
    let round = isTime ? [0.1, 1, 10, 60, 600, 3600, 36_000, 360_000] : (-3...8).compactMap { Double("1e\($0)") }
    let ticks = round.filter(side.scale.domain.contains)
    return (ticks.count > 1 ? ticks : side.scale.ticks).map {
      ($0, isTime ? Figure.spanTick($0) : Figure.tick($0))
    }
  }

  private func draw(_ row: StrategySummary, _ side: Side, base: Double, on canvas: inout SVGCanvas) {
    guard let histogram = side.histogram(row), histogram.total > 0 else { return }
    let most = Double(histogram.counts.max() ?? 1)
    var path = PathText()
    var run: [(from: Double, to: Double, height: Double)] = []
    for (bin, count) in histogram.counts.enumerated() where count > 0 {
      let from = side.scale.pixel(LogHistogram.lowerEdge(of: bin))
      let to = side.scale.pixel(LogHistogram.lowerEdge(of: bin + 1))
      guard to > from else { continue }
      if let last = run.last, last.to != from {
        path.outline(run, base: base)
        run = []
      }
      run.append((from, to, max(Double(count) / most * Self.height, 0.6)))
    }
    path.outline(run, base: base)
    canvas.draw(path.text, class: "density")
    canvas.line(side.left, base, side.left + Self.panel, base, class: "axis")
    for (value, name) in zip(side.quantiles(row), ["median", "high"]) {
      guard let value, value > 0 else { continue }
      let x = side.scale.pixel(value)
      if name == "high" {
        Self.drawHigh(x, from: base - Self.height - 2, to: base + 4, on: &canvas)
      } else {
        canvas.line(x, base - Self.height - 2, x, base + 4, class: name)
      }
    }
  }

  private static func drawHigh(_ x: Double, from top: Double, to end: Double, on canvas: inout SVGCanvas) {
    canvas.line(x, top, x, end, class: "high")
    canvas.path([(x - 4, top), (x + 4, top)], class: "high")
  }
}
