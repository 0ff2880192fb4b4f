import Analysis
import RealModule

/// A limit of a budget as a line in the chart of battery against what is missed.
package struct ChartLimit: Sendable, Hashable {
  /// Percent of the battery per hour.
  package var value: Double
  /// Such as the budget's name.
  package var label: String

  package init(value: Double, label: String) {
    (self.value, self.label) = (value, label)
  }
}

/// Battery against the share that is missed of what the decision judges, both logarithmic, with the front.
///
/// Circles are live uses, squares recordings; filled markers are on the front. Whiskers are the range of the paired
/// ratio to a baseline, so that what all strategies share is not in them. Strategies without positions stand as dotted lines.
/// Of many strategies only those on a front are named; the others have their name as a title.
struct ParetoChart {
  /// With more points than this, only those on a front are named, and whiskers have one baseline.
  static let mostNames = 16

  private struct Point {
    let row: Int
    let x: Double
    let y: Double
  }

  let report: ComparisonReport
  private let rows: [Int]
  private let identifier: String
  private let decision: Decision

  private let top = 30.0
  private let right = SVGCanvas.pageWidth - 12
  private let bottom = 330.0
  /// As far as its numbers and its title need.
  private var left = 0.0

  /// - Parameters:
  ///   - only: the rows to draw; all when left out.
  ///   - identifier: unique in the page.
  init(report: ComparisonReport, only: Set<Int>? = nil, identifier: String = "pareto") {
    (self.report, self.identifier, decision) = (report, identifier, report.decision)
    rows = report.rows.indices.filter { only?.contains($0) ?? true }
  }

  private var located: [Int] { rows.filter { drain($0) != nil && missed($0) != nil } }

  /// What whiskers have as their baseline: the most exact, else the first.
  private var base: Int? {
    let located = located
    return decision.exact.flatMap { located.contains($0) ? $0 : nil } ?? located.first
  }

  /// The drawing, or `nil` when no strategy has both a drain and a share.
  func svg() -> String? {
    let (located, base) = (located, base)
    let ranges =
      base.map { base in located.map { (ratios($0, base, isDrain: true), ratios($0, base, isDrain: false)) } } ?? []
    let drains = rows.compactMap(drain) + ranges.flatMap { ends($0.0) }
    let errors = located.compactMap(missed) + ranges.flatMap { ends($0.1) }
    guard !located.isEmpty, let y = LogScale(covering: errors, margin: 0.04, start: bottom, end: top)
    else { return nil }
    var chart = self
    chart.left = SVGCanvas.edge(y.ticks.map { Figure.tick($0) }, title: 24, least: 56)
    return LogScale(covering: drains + report.limits.map(value), margin: 0.06, start: chart.left, end: right).map {
      chart.draw(located, base, $0, y)
    }
  }

  private func draw(_ located: [Int], _ base: Int?, _ x: LogScale, _ y: LogScale) -> String {
    let points = located.compactMap { index -> Point? in
      guard let drain = drain(index), let missed = missed(index) else { return nil }
      return Point(row: index, x: x.pixel(drain), y: y.pixel(missed))
    }
    let front = border(points)
    let best = Set(decision.front)
    var canvas = SVGCanvas()
    drawAxes(x, y, on: &canvas)
    drawFloors(x, on: &canvas)
    let lines = report.limits.filter { $0.value > 0 }.map { (limit: $0, pixel: x.pixel(value($0))) }
    for (_, pixel) in lines { canvas.path([(pixel, top), (pixel, bottom)], class: "limit") }
    drawFront(front, on: &canvas)
    let bases = located.count <= Self.mostNames ? located : located.filter { $0 == base }
    for other in bases where report.rows[other].runs.count > 1 {
      drawWhiskers(to: other, isShown: other == base, points, x, y, on: &canvas)
    }
    for point in points { drawMarker(point, isFront: best.contains(point.row), on: &canvas) }
    var names = PointNames(
      bounds: .init(x: left + 2, y: top, width: right - left, height: bottom - top - 2),
      taken: points.map { .init(x: $0.x - 7, y: $0.y - 7, width: 14, height: 14) }
        + lines.map { .init(x: $0.pixel - 1, y: top, width: 2, height: bottom - top) })
    for (place, line) in lines.enumerated() {
      let label = names.place(PlainText.line(line.limit.label), x: line.pixel, y: bottom - 14 - Double(place % 4) * 16)
      canvas.text(label.text, x: label.x, y: label.y, class: "note over")
    }
    let named = points.filter { located.count <= Self.mostNames || best.contains($0.row) }
    for point in named.sorted(by: { ($0.x, $0.y, $0.row) < ($1.x, $1.y, $1.row) }) {
      let place = names.place(name(point.row), x: point.x, y: point.y)
      canvas.group(row: point.row, title: title(point.row)) {
        $0.text(place.text, x: place.x, y: place.y, class: "label")
      }
    }
    let end = drawKey(base, names.legend, on: &canvas)
    return canvas.document(
      height: end + 10, identifier: identifier, title: "Battery against \(missedText)",
      description: description(located))
  }

  private func ends(_ range: ClosedRange<Double>?) -> [Double] { range.map { [$0.lowerBound, $0.upperBound] } ?? [] }

  /// The range of a row's paired ratio to a baseline, times the baseline's mean: on logarithmic axes ratios are lengths.
  private func ratios(_ row: Int, _ base: Int, isDrain: Bool) -> ClosedRange<Double>? {
    guard row != base else { return nil }
    let metric = isDrain ? Metric.drainPercentPerHour : decision.need.metric
    func figure(_ value: Double) -> Double { isDrain ? value : max(Self.least, 100 * (1 - value)) }
    let logarithm = { (run: RunMetrics) in run[metric].map(figure).flatMap { $0 > 0 ? Double.log($0) : nil } }
    guard let difference = PairedDifference.of(logarithm, report.rows[row].runs, minus: report.rows[base].runs),
      let range = difference.quantileRange ?? difference.meanInterval, let mean = report.rows[base][metric]?.mean
    else { return nil }
    let scale = figure(mean) * (isDrain ? report.hours : 1)
    let (low, high) = (scale * Double.exp(range.lowerBound), scale * Double.exp(range.upperBound))
    // No more can be missed than all.
    return isDrain ? low...high : min(low, 100)...min(high, 100)
  }

  private func drawWhiskers(
    to base: Int, isShown: Bool, _ points: [Point], _ x: LogScale, _ y: LogScale, on canvas: inout SVGCanvas
  ) {
    let (name, number) = (PlainText.markup(report.rows[base].strategy), SVGCanvas.number)
    canvas.raw(
      "<g class=\"whiskers\" data-base=\"\(base)\" data-name=\"\(name)\"\(isShown ? "" : " display=\"none\"")>")
    // One path for all: each baseline has its own.
    let paths = points.map { point in
      let across = ratios(point.row, base, isDrain: true).map {
        "M\(number(x.pixel($0.lowerBound))) \(number(point.y))H\(number(x.pixel($0.upperBound)))"
      }
      let upright = ratios(point.row, base, isDrain: false).map {
        "M\(number(point.x)) \(number(y.pixel($0.lowerBound)))V\(number(y.pixel($0.upperBound)))"
      }
      return (across ?? "") + (upright ?? "")
    }
    canvas.draw(paths.joined(), class: "bar")
    canvas.raw("</g>")
  }

  /// The front from the cheapest down to the most exact.
  private func border(_ points: [Point]) -> [Point] {
    var least = Double.infinity
    return points.filter { decision.front.contains($0.row) }.sorted { ($0.x, $0.row) < ($1.x, $1.row) }.filter {
      point in
      let missed = missed(point.row) ?? .infinity
      defer { least = min(least, missed) }
      return missed < least
    }
  }

  /// A row's name, with what the watch takes.
  private func name(_ index: Int) -> String {
    let row = report.rows[index]
    let name = TextExtent.clipped(PlainText.line(row.strategy), to: 180, size: 13)
    return row[.watchDrainPercentPerHour].map { "\(name) (and the watch \(Figure.drain($0.mean)) %/h)" } ?? name
  }

  /// Percent of the battery in the report's hours.
  private func drain(_ index: Int) -> Double? { report.battery(report.rows[index]).flatMap { $0 > 0 ? $0 : nil } }
  /// Smaller shares stand at the lower edge, in percent.
  private static let least = 0.1
  /// Percent of what is judged that is missed.
  private func missed(_ index: Int) -> Double? {
    report.rows[index][decision.need.metric].map { max(Self.least, 100 * (1 - $0.mean)) }
  }
  /// `moving time without the track within 30 m`.
  private var missedText: String { DecisionText(decision: decision, report: report).missed }

  private func drawAxes(_ x: LogScale, _ y: LogScale, on canvas: inout SVGCanvas) {
    canvas.uprights(x.ticks.map { (x.pixel($0), Figure.tick($0)) }, top: top, bottom: bottom, below: 18)
    canvas.horizontals(y.ticks.map { (y.pixel($0), Figure.tick($0)) }, left: left, right: right)
    canvas.line(left, bottom, right, bottom, class: "axis")
    canvas.line(left, top, left, bottom, class: "axis")
    canvas.text(
      "Percent of the battery in \(ComparisonReport.text(hours: report.hours)) (logarithmic)", x: (left + right) / 2,
      y: bottom + 38, anchor: "middle", class: "title")
    canvas.text(
      "Missed: \(decision.need.metric.descriptor.title), %", x: 18, y: (top + bottom) / 2, anchor: "middle",
      class: "title", rotated: true)
  }

  /// Strategies without a position: what the phone draws anyway.
  private func drawFloors(_ x: LogScale, on canvas: inout SVGCanvas) {
    let floors = rows.filter { missed($0) == nil }.compactMap { row in drain(row).map { (row: row, drain: $0) } }
    for floor in floors { canvas.line(x.pixel(floor.drain), top, x.pixel(floor.drain), bottom, class: "floor") }
    guard let first = floors.min(by: { $0.drain < $1.drain }) else { return }
    let name = TextExtent.clipped(PlainText.line(report.rows[first.row].strategy), to: 150, size: 12)
    canvas.text(
      floors.count > 1 ? "\(floors.count) strategies without positions" : "\(name) (no positions)",
      x: x.pixel(first.drain) - 4, y: top - 8, class: "note")
  }

  /// A limit in the axis's unit.
  private func value(_ limit: ChartLimit) -> Double { limit.value * report.hours }

  /// The border of what the strategies can do: nothing compared lies below and left of it.
  private func drawFront(_ front: [Point], on canvas: inout SVGCanvas) {
    guard front.count > 1 else { return }
    var corners: [(x: Double, y: Double)] = []
    for point in front {
      if let last = corners.last { corners.append((point.x, last.y)) }
      corners.append((point.x, point.y))
    }
    canvas.path(corners, class: "front")
  }

  private func drawMarker(_ point: Point, isFront: Bool, on canvas: inout SVGCanvas) {
    let style = isFront ? "marker best" : "marker"
    canvas.group(row: point.row, title: title(point.row)) { canvas in
      if report.rows[point.row].use == .live {
        canvas.circle(point.x, point.y, radius: 5.5, class: style)
      } else {
        canvas.rectangle(x: point.x - 5, y: point.y - 5, width: 10, height: 10, class: style)
      }
    }
  }

  private func title(_ index: Int) -> String {
    let row = report.rows[index]
    let range = report.predictedBattery(row).map { ", predicted \(FigureRounding.battery.ends($0)) %" }
    return "\(PlainText.line(row.strategy)): battery \(FigureRounding.battery.text(drain(index))) %\(range ?? ""), "
      + "\(missedText) \(Figure.percent(missed(index).map { $0 / 100 })) %"
  }

  /// - Returns: where its last line stands.
  private func drawKey(
    _ base: Int?, _ numbers: [(text: String, sign: SVGCanvas.Sign)], on canvas: inout SVGCanvas
  ) -> Double {
    var entries: [(text: String, sign: SVGCanvas.Sign)] = []
    let uses = Set(located.map { report.rows[$0].use })
    if uses.contains(.live) { entries.append(("live use", { $0.circle($1 + 10, $2, radius: 5.5, class: "marker") })) }
    if uses.contains(.record) {
      entries.append(("recording", { $0.rectangle(x: $1 + 5, y: $2 - 5, width: 10, height: 10, class: "marker") }))
    }
    entries.append(("filled: Pareto-optimal", { $0.circle($1 + 10, $2, radius: 5.5, class: "marker best") }))
    if let base, located.contains(where: { report.rows[$0].runs.count > 1 }) {
      let name = TextExtent.clipped(PlainText.line(report.rows[base].strategy), to: 180, size: 12)
      entries.append(("ratio to \(name)", { $0.line($1 + 2, $2, $1 + 18, $2, class: "bar") }))
    }
    return canvas.legend(entries + numbers, x: 8, y: bottom + 60)
  }

  private func description(_ located: [Int]) -> String {
    let names = decision.front.filter(rows.contains).map { PlainText.line(report.rows[$0].strategy) }
    let points = located.map { index in
      "\(name(index)) \(FigureRounding.battery.text(drain(index))) percent and "
        + "\(Figure.percent(missed(index).map { $0 / 100 })) percent missed"
    }
    return "On the front: \(names.joined(separator: ", ")). All: \(points.joined(separator: "; "))."
  }
}
