import Analysis
import Core
import Simulation

/// The battery of every strategy over the same day, with what each takes and gives at the ends of the curves.
struct BatteryChart {
  /// More curves than this are named only where they stand out.
  private static let mostNames = 16

  struct Labels {
    var heading: String
    /// A figure for each curve.
    var figures: [String]
    /// What the curve in question is, below its name.
    var remark = ""
  }

  let curves: [BatteryCurve]
  let startOfDay: Int
  /// The strategies that stand out, the one in question first.
  let highlighted: [String]
  let labels: Labels
  /// Named even where there are many curves.
  var named: Set<Int> = []
  /// The curves to draw; all when left out.
  var only: Set<Int>?
  /// Unique in the page.
  var identifier = "battery"

  private static let (top, bottom) = (34.0, 300.0)
  private let width = SVGCanvas.pageWidth
  private var shown: [Int] { curves.indices.filter { only?.contains($0) ?? true } }

  /// - Parameter labels: the lowest levels when left out.
  init(curves: [BatteryCurve], startOfDay: Int, highlighted: [String], labels: Labels? = nil) {
    (self.curves, self.startOfDay, self.highlighted) = (curves, startOfDay, highlighted)
    self.labels =
      labels ?? Labels(heading: "lowest level", figures: curves.map { "\(Figure.percent($0.levels.min())) %" })
  }

  /// The day of a comparison; what its headline weighs stands out.
  init(day: ComparisonDay, report: ComparisonReport, only: Set<Int>? = nil, identifier: String = "battery") {
    let subjects = [report.shownRow, report.decision.exact].compactMap(\.self)
    self.init(
      curves: day.batteries, startOfDay: day.detail.startOfDay, highlighted: subjects.map { report.rows[$0].strategy },
      labels: Labels(report))
    (named, self.only, self.identifier) = (Set(report.front), only, identifier)
  }

  static func caption(_ detail: RunDetail) -> String {
    "Full at the start, screen off."
      + (detail.record.charging.spans.isEmpty ? "" : " It rises where the day connects the charger.")
  }

  /// The drawing, or `nil` without a curve.
  func svg() -> String? {
    let (shown, top, bottom) = (shown, Self.top, Self.bottom)
    guard let longest = shown.map({ Double(curves[$0].levels.count - 1) * curves[$0].step.seconds }).max(), longest > 0
    else { return nil }
    let lowest = shown.flatMap { curves[$0].levels }.min() ?? 0
    // From zero, so that lengths compare; where all stay almost full, from a tick below, and the drawing says so.
    let floor = lowest < Self.leastFall ? 0 : min((lowest * 20).rounded(.down) / 20, 0.95)
    func y(_ level: Double) -> Double { bottom - (level - floor) / (1 - floor) * (bottom - top) }
    let places = places(y)
    let names = nameEdge(of: places.keys.sorted())
    let right = names - 14
    let percents = LinearScale.ticks(in: (100 * floor)...100, about: 6).map { (y($0 / 100), "\(Figure.tick($0)) %") }
    let left = SVGCanvas.edge(percents.map(\.1), before: 6, least: 42)
    func x(_ seconds: Double) -> Double { left + seconds / longest * (right - left) }
    var canvas = SVGCanvas()
    canvas.horizontals(percents, left: left, right: right, before: 6)
    canvas.uprights(
      ClockAxis.ticks(duration: longest, startOfDay: startOfDay, limit: Self.ticks).map { (x($0.seconds), $0.text) },
      top: top, bottom: bottom, below: 17)
    // Those that stand out come last, so that no other lies over them.
    let order = shown.sorted { (rank($0), $0) < (rank($1), $1) }
    for index in order {
      let curve = curves[index]
      let level = curve.levels.min() ?? 1
      let points = curve.levels.enumerated().map { (x: x(Double($0.offset) * curve.step.seconds), y: y($0.element)) }
      let lowest = curve.levels.lastIndex(of: level) ?? 0
      let clock = ClockAxis.text(startOfDay + Int((Double(lowest) * curve.step.seconds).rounded()))
      let title = "\(text(index)); lowest \(Figure.percent(level)) % at \(clock)"
      canvas.group(row: index, title: title, attributes: levels(curve)) { canvas in
        var path = PathText()
        path.line(SimplifiedLine.points(points, tolerance: 0.25))
        canvas.draw(path.text, class: style(index))
        // The lowest level says more than the last one, which a night at the charger makes equal.
        guard let place = places[index] else { return }
        canvas.circle(points[lowest].x, points[lowest].y, radius: 2, class: "point")
        canvas.line(points[lowest].x + 2, points[lowest].y, right + 10, place, class: "leader")
        draw(index, at: place, names, on: &canvas)
      }
    }
    canvas.text(labels.heading, x: width - 6, y: top - 14, anchor: "end", class: "note")
    canvas.line(left, top, left, bottom, class: "axis")
    canvas.line(left, bottom, right, bottom, class: "axis")
    if floor > 0 {
      canvas.text("The axis begins at \(Figure.percent(floor)) %.", x: left, y: bottom + 58, class: "note")
    }
    canvas.text("Battery, and time of day", x: (left + right) / 2, y: bottom + 38, anchor: "middle", class: "title")
    return canvas.document(
      height: bottom + (floor > 0 ? 66 : 46), identifier: identifier, title: "Battery level over the day",
      description: "Full at the start. \(shown.map(text).joined(separator: "; ")).",
      attributes: TimelineFrame.attributes(
        from: left, to: right, height: bottom, begin: startOfDay, seconds: longest, unit: "%", ticks: Self.ticks))
  }

  private static let ticks = 5
  /// Levels that all stay above this are drawn over an axis that does not begin at zero.
  private static let leastFall = 0.85

  // MARK: Labels

  private static let fontSize = 13.0

  private func name(_ index: Int) -> String {
    TextExtent.clipped(PlainText.line(curves[index].strategy), to: 140, size: Self.fontSize)
  }

  /// `live-updates: battery in 16 h 9.4 %`.
  private func text(_ index: Int) -> String {
    "\(PlainText.line(curves[index].strategy)): \(labels.heading) \(labels.figures[index])"
  }

  /// Where the names begin, so that figures have room behind them.
  private func nameEdge(of named: [Int]) -> Double {
    func extent(_ text: String) -> Double { TextExtent.width(text, size: Self.fontSize) }
    let names = named.map { extent(name($0)) * ($0 == subject ? 1.08 : 1) }.max() ?? 0
    let figures = named.map { extent(labels.figures[$0]) }.max() ?? 0
    return min(width - 8 - names - 10 - figures, width - extent(labels.heading))
  }

  private var subject: Int? { highlighted.first.flatMap { name in curves.firstIndex { $0.strategy == name } } }

  private func draw(_ index: Int, at y: Double, _ left: Double, on canvas: inout SVGCanvas) {
    let style = index == subject ? "label best" : "label"
    canvas.text(name(index), x: left, y: y + 4, class: style)
    canvas.text(labels.figures[index], x: width - 6, y: y + 4, anchor: "end", class: style)
    if index == subject, !labels.remark.isEmpty {
      canvas.text(labels.remark, x: left, y: y + 18, class: "note")
    }
  }

  /// How far it stands out.
  private func rank(_ index: Int) -> Int {
    highlighted.firstIndex(of: curves[index].strategy).map { highlighted.count - $0 } ?? 0
  }

  private func style(_ index: Int) -> String {
    switch highlighted.firstIndex(of: curves[index].strategy) {
    case 0: "curve best"
    case 1: "curve second"
    default: "curve"
    }
  }

  /// The levels for the script's readout, in percent.
  private func levels(_ curve: BatteryCurve) -> String {
    // As the script shows them: whole from 10 % on.
    let texts = curve.levels.map { DecimalText.fixed(100 * $0, digits: $0 < 0.0995 ? 1 : 0) }
    return " data-name=\"\(PlainText.markup(curve.strategy))\" data-levels=\"\(texts.joined(separator: " "))\""
  }

  /// Where the names stand, by curve: beside the lowest points, pushed apart where they would collide.
  private func places(_ y: (Double) -> Double) -> [Int: Double] {
    func height(_ index: Int) -> Double {
      17 + (index == subject && !labels.remark.isEmpty ? 14 : 0)
    }
    let lowest = curves.map { y($0.levels.min() ?? 1) }
    var room = Self.bottom - Self.top + 10
    let names = shown.filter {
      shown.count <= Self.mostNames || named.contains($0) || highlighted.contains(curves[$0].strategy)
    }.sorted { (-rank($0), $0) < (-rank($1), $1) }.filter { index in
      room -= height(index)
      return room >= 0
    }.sorted { (lowest[$0], curves[$0].strategy) < (lowest[$1], curves[$1].strategy) }
    var (places, next) = ([Double](), Self.top + 6)
    for index in names {
      places.append(max(next, lowest[index]))
      next = (places.last ?? 0) + height(index)
    }
    var end = Self.bottom + 10
    for (place, index) in names.enumerated().reversed() {
      places[place] = min(places[place], end - height(index))
      end = places[place]
    }
    return Dictionary(uniqueKeysWithValues: zip(names, places))
  }
}

extension BatteryChart.Labels {
  /// What the rows of a comparison take.
  fileprivate init(_ report: ComparisonReport) {
    heading = "battery in \(report.hoursText)"
    figures = report.rows.map { "\(FigureRounding.battery.text(report.battery($0))) %" }
    let text = DecisionText(decision: report.decision, report: report)
    remark = report.shownRow.map(text.mark) ?? ""
  }
}
