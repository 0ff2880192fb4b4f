import Analysis

/// How errors and ages are distributed: a small picture each per strategy, all to the same scales, with the median and
/// the 95 % quantile.
struct DistributionChart {
  private static let (top, height) = (34.0, 34.0)

  let report: ComparisonReport
  private let layout: ChartLayout
  private let rows: [(index: Int, row: StrategySummary)]
  private let labels: RowLabels

  init(report: ComparisonReport, layout: ChartLayout = .any) {
    self.report = report
    self.layout = layout
    rows = report.rows.enumerated().filter { ($0.element.distributions?.ages.total ?? 0) > 0 }
      .map { ($0.offset, $0.element) }
    labels = RowLabels(rows.map(\.row.strategy), least: 168, gap: 10)
  }

  private var width: Double { layout.isNarrow ? 360 : 1000 }
  private var gap: Double { layout.isNarrow ? 20 : 40 }
  /// A narrow drawing has names above their rows.
  private var pitch: Double { layout.isNarrow ? 66 : 46 }
  private var nameWidth: Double { layout.isNarrow ? 4 : labels.edge }
  private var panel: Double { (width - nameWidth - gap - 16) / 2 }

  /// One of the two columns.
  private struct Side {
    let left: Double
    let name: String
    let rounding: FigureRounding
    let title: String
    let scale: LogScale
    let histogram: (StrategySummary) -> LogHistogram?
    let quantiles: (StrategySummary) -> [Double?]
  }

  /// The drawing, or `nil` when no strategy kept its distributions.
  func svg() -> String? {
    guard !rows.isEmpty else { return nil }
    let sides = [
      side(
        rows.map(\.row), left: nameWidth, name: "error", rounding: .plain,
        title: layout.isNarrow ? "Error, m" : "Error, m (logarithmic)",
        { $0.use == .live ? $0.distributions?.errors : $0.distributions?.movingErrors },
        { [$0.medianError?.mean, $0.error95?.mean] }),
      side(
        rows.map(\.row), left: nameWidth + panel + gap, name: "age", rounding: .span,
        title: layout.isNarrow ? "Age of the position" : "Age of the position held (logarithmic)",
        { $0.distributions?.ages }, { [$0[.ageP50]?.mean, $0[.ageP95]?.mean] }),
    ].compactMap(\.self)
    let bottom = Self.top + Double(rows.count) * pitch
    var canvas = SVGCanvas(width: width)
    for side in sides {
      canvas.uprights(
        Self.ticks(side).map { (side.scale.pixel($0.value), $0.text) }, top: Self.top - 6, bottom: bottom)
      canvas.text(side.title, x: side.left + panel / 2, y: bottom + 36, anchor: "middle", class: "title")
    }
    for (place, (index, row)) in rows.enumerated() {
      let base = Self.top + Double(place + 1) * pitch - 12
      canvas.group(row: index, title: title(row, sides)) { canvas in
        let above = layout.isNarrow ? (nameWidth, base - Self.height - 6) : nil
        labels.draw(row.strategy, y: base - 10, or: above, on: &canvas)
        for side in sides { draw(row, side, base: base, on: &canvas) }
      }
    }
    drawKey(on: &canvas)
    return canvas.document(
      height: bottom + 46, identifier: "distributions\(layout.suffix)",
      title: "Distributions of error and age",
      description: "For each strategy how often which error and which age occurred, over all seconds of all seeds; the "
        + "table of all strategies has the medians and 95 % quantiles.", layout: layout)
  }

  private func side(
    _ rows: [StrategySummary], left: Double, name: String, rounding: FigureRounding, title: String,
    _ histogram: @escaping (StrategySummary) -> LogHistogram?,
    _ quantiles: @escaping (StrategySummary) -> [Double?]
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
        covering: edges.map { max($0, 0.05) }, margin: 0, start: left, end: left + panel)
    else { return nil }
    return Side(
      left: left, name: name, rounding: rounding, title: title, scale: scale, histogram: histogram, quantiles: quantiles
    )
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
      ($0, isTime ? Figure.spanTick($0) : TickText.text($0))
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
    canvas.line(side.left, base, side.left + panel, base, class: "axis")
    for (value, name) in zip(side.quantiles(row), ["median", "high"]) {
      guard let value, value > 0 else { continue }
      let x = side.scale.pixel(value)
      canvas.line(x, base - Self.height - 2, x, base + 4, class: name)
      if name == "high" {
        canvas.path([(x - 4, base - Self.height - 3), (x + 4, base - Self.height - 3)], class: "high")
      }
    }
  }

  private func drawKey(on canvas: inout SVGCanvas) {
    let y = 14.0
    canvas.line(nameWidth + 4, 2, nameWidth + 4, y + 3, class: "median")
    canvas.text("median", x: nameWidth + 12, y: y, class: "note")
    canvas.line(nameWidth + 84, 2, nameWidth + 84, y + 3, class: "high")
    canvas.path([(nameWidth + 80, 2), (nameWidth + 88, 2)], class: "high")
    canvas.text("95 % of the time less", x: nameWidth + 94, y: y, class: "note")
  }
}
