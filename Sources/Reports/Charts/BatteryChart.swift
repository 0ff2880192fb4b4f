import Analysis
import Core

/// The battery of every strategy over the same day, with what each takes and gives at the ends of the curves.
struct BatteryChart {
  /// More curves than this are named only where they stand out.
  private static let mostNames = 16

  /// What stands beside the curves: a column for each heading, a cell for each curve.
  struct Labels {
    var headings: [[String]]
    /// By curve.
    var cells: [[String]]
    /// What the curve in question is, below its name.
    var remark = ""

    /// The cells of a curve in a line.
    func line(_ index: Int) -> String { cells[index].filter { !$0.isEmpty }.joined(separator: ", ") }
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
  var layout = ChartLayout.any

  private var isNarrow: Bool { layout.isNarrow }
  private var width: Double { isNarrow ? 380 : 1000 }
  private let top = 46.0
  private let bottom = 338.0
  private let height = 384.0
  private var shown: [Int] { curves.indices.filter { only?.contains($0) ?? true } }

  /// - Parameter labels: the lowest levels when left out.
  init(
    curves: [BatteryCurve], startOfDay: Int, highlighted: [String], labels: Labels? = nil, layout: ChartLayout = .any
  ) {
    self.curves = curves
    self.startOfDay = startOfDay
    self.highlighted = highlighted
    self.labels =
      labels
      ?? Labels(headings: [["lowest", "level"]], cells: curves.map { ["\(Figure.percent($0.levels.min())) %"] })
    self.layout = layout
  }

  /// The day of a comparison; what its headline weighs stands out.
  init(
    day: ComparisonDay, report: ComparisonReport, only: Set<Int>? = nil, identifier: String = "battery",
    layout: ChartLayout = .any
  ) {
    let subjects = [report.shownRow, report.decision.exact].compactMap(\.self)
    self.init(
      curves: day.batteries, startOfDay: day.detail.startOfDay, highlighted: subjects.map { report.rows[$0].strategy },
      labels: Labels(report), layout: layout)
    (named, self.only, self.identifier) = (Set(report.front), only, identifier)
  }

  /// The drawing, or `nil` without a curve.
  func svg() -> String? {
    let shown = shown
    guard let longest = shown.map({ Double(curves[$0].levels.count - 1) * curves[$0].step.seconds }).max(), longest > 0
    else { return nil }
    let lowest = shown.flatMap { curves[$0].levels }.min() ?? 0
    // From zero, so that lengths compare; where all stay almost full, from a tick below, and the drawing says so.
    let floor = lowest < Self.leastFall ? 0 : min((lowest * 20).rounded(.down) / 20, 0.95)
    func y(_ level: Double) -> Double { bottom - (level - floor) / (1 - floor) * (bottom - top) }
    let places = places(y)
    let columns = columns(of: places.keys.sorted())
    let right = columns.left - 16
    let percents = LinearScale.ticks(in: (100 * floor)...100, about: 6).map { (y($0 / 100), "\(TickText.text($0)) %") }
    let left = SVGCanvas.edge(percents.map(\.1), before: 6, least: isNarrow ? 42 : 56)
    func x(_ seconds: Double) -> Double { left + seconds / longest * (right - left) }
    var canvas = SVGCanvas(width: width)
    canvas.horizontals(percents, left: left, right: right, before: 6)
    let ticks = isNarrow ? 3 : 7
    canvas.uprights(
      ClockAxis.ticks(duration: longest, startOfDay: startOfDay, limit: ticks).map { (x($0.seconds), $0.text) },
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
        path.line(Simplified.line(points, tolerance: 0.25))
        canvas.draw(path.text, class: style(index))
        // The lowest level says more than the last one, which a night at the charger makes equal.
        guard let place = places[index] else { return }
        canvas.circle(points[lowest].x, points[lowest].y, radius: 2, class: "point")
        canvas.line(points[lowest].x + 2, points[lowest].y, right + 10, place, class: "leader")
        draw(index, at: place, columns, on: &canvas)
      }
    }
    drawHeadings(columns.ends, on: &canvas)
    canvas.line(left, top, left, bottom, class: "axis")
    canvas.line(left, bottom, right, bottom, class: "axis")
    // In a narrow drawing the names reach over the curves.
    let isBelow = isNarrow && floor > 0
    if floor > 0 {
      canvas.text(
        "The axis begins at \(Figure.percent(floor)) %.", x: left + 6, y: bottom + (isBelow ? 58 : -6), class: "note")
    }
    canvas.text("Battery, and time of day", x: (left + right) / 2, y: bottom + 38, anchor: "middle", class: "title")
    return canvas.document(
      height: height + (isBelow ? 20 : 0), identifier: identifier + layout.suffix, title: "Battery level over the day",
      description: "Full at the start. \(shown.map(text).joined(separator: "; ")).", layout: layout,
      attributes: TimelineFrame.attributes(
        from: left, to: right, height: bottom, begin: startOfDay, seconds: longest, unit: "%", ticks: ticks))
  }

  /// Levels that all stay above this are drawn over an axis that does not begin at zero.
  private static let leastFall = 0.85

  // MARK: Labels

  private static let fontSize = 13.0

  private func name(_ index: Int) -> String {
    TextExtent.clipped(PlainText.line(curves[index].strategy), to: isNarrow ? 150 : 190, size: Self.fontSize)
  }

  /// `live-updates: battery in 16 h 9.4 %, error track 115 m, covers track 97 %`.
  private func text(_ index: Int) -> String {
    let cells = zip(labels.headings, labels.cells[index]).filter { !$1.isEmpty }.map {
      "\($0.joined(separator: " ")) \($1)"
    }
    return "\(PlainText.line(curves[index].strategy)): \(cells.joined(separator: ", "))"
  }

  /// Where the names begin, and where each column of figures ends.
  private func columns(of named: [Int]) -> (left: Double, ends: [Double]) {
    func extent(_ text: String) -> Double { TextExtent.width(text, size: Self.fontSize) }
    let remark = isHighlighted(named) ? extent(labels.remark) * 12 / Self.fontSize : 0
    let names = max(named.map { extent(name($0)) * ($0 == subject ? 1.08 : 1) }.max() ?? 0, isNarrow ? remark : 0)
    if isNarrow {
      let cells = named.map { extent(labels.line($0)) * 12 / Self.fontSize }.max() ?? 0
      return (width - 4 - min(max(names, cells), 210), [])
    }
    let widths = labels.headings.indices.map { place in
      (named.map { extent(labels.cells[$0][place]) } + labels.headings[place].map(extent)).max() ?? 0
    }
    var end = width - 8
    var ends: [Double] = []
    for width in widths.reversed() {
      ends.insert(end, at: 0)
      end -= width + 14
    }
    return (end - max(names, remark - 60), ends)
  }

  private func drawHeadings(_ ends: [Double], on canvas: inout SVGCanvas) {
    guard !isNarrow else {
      let text = labels.headings.map { $0.joined(separator: " ") }.joined(separator: ", ")
      return canvas.text(text, x: width - 6, y: top - 14, anchor: "end", class: "note")
    }
    for (heading, end) in zip(labels.headings, ends) {
      for (line, word) in heading.enumerated() {
        canvas.text(word, x: end, y: top - 28 + Double(line) * 14, anchor: "end", class: "note")
      }
    }
  }

  /// The curve in question.
  private var subject: Int? { highlighted.first.flatMap { name in curves.firstIndex { $0.strategy == name } } }

  private func isHighlighted(_ named: [Int]) -> Bool { subject.map(named.contains) ?? false }

  private func draw(_ index: Int, at y: Double, _ columns: (left: Double, ends: [Double]), on canvas: inout SVGCanvas) {
    let style = index == subject ? "label best" : "label"
    var below = y + 18
    canvas.text(name(index), x: columns.left, y: y + 4, class: style)
    if isNarrow {
      canvas.text(labels.line(index), x: columns.left, y: below, class: "note")
      below += 14
    } else {
      for (cell, end) in zip(labels.cells[index], columns.ends) {
        canvas.text(cell, x: end, y: y + 4, anchor: "end", class: style)
      }
    }
    if index == subject, !labels.remark.isEmpty {
      canvas.text(labels.remark, x: columns.left, y: below, class: "note")
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

  /// The levels for the script's readout, in percent: the wide drawing has them for the narrow one, too.
  private func levels(_ curve: BatteryCurve) -> String {
    guard layout == .wide else { return "" }
    // As the script shows them: whole from 10 % on.
    let texts = curve.levels.map { DecimalText.fixed(100 * $0, digits: $0 < 0.0995 ? 1 : 0) }
    return " data-name=\"\(PlainText.markup(curve.strategy))\" data-levels=\"\(texts.joined(separator: " "))\""
  }

  /// Where the names stand, by curve: beside the lowest points, pushed apart where they would collide.
  private func places(_ y: (Double) -> Double) -> [Int: Double] {
    func height(_ index: Int) -> Double {
      (isNarrow ? 30 : 17) + (index == subject && !labels.remark.isEmpty ? 14 : 0)
    }
    let lowest = curves.map { y($0.levels.min() ?? 1) }
    var room = bottom - top + 10
    let names = shown.filter {
      shown.count <= Self.mostNames || named.contains($0) || highlighted.contains(curves[$0].strategy)
    }.sorted { (-rank($0), $0) < (-rank($1), $1) }.filter { index in
      room -= height(index)
      return room >= 0
    }.sorted { (lowest[$0], curves[$0].strategy) < (lowest[$1], curves[$1].strategy) }
    var (places, next) = ([Double](), top + 6)
    for index in names {
      places.append(max(next, lowest[index]))
      next = (places.last ?? 0) + height(index)
    }
    var end = bottom + 10
    for (place, index) in names.enumerated().reversed() {
      places[place] = min(places[place], end - height(index))
      end = places[place]
    }
    return Dictionary(uniqueKeysWithValues: zip(names, places))
  }
}

extension BatteryChart.Labels {
  /// What the rows of a comparison take and give.
  fileprivate init(_ report: ComparisonReport) {
    let decision = report.decision
    let text = DecisionText(decision: decision, report: report)
    headings = [["battery", "in \(report.hoursText)"], Self.twoLines(decision.need.metric.descriptor.heading)]
    cells = report.rows.map { row in
      let share = row[decision.need.metric]?.mean
      return [
        "\(FigureRounding.battery.text(report.battery(row))) %", share == nil ? "none" : "\(Figure.percent(share)) %",
      ]
    }
    remark = report.shownRow.map(text.mark) ?? ""
  }

  /// The first row of names has room below two lines of headings.
  private static func twoLines(_ heading: [String]) -> [String] {
    heading.count <= 2 ? heading : [heading[0], heading.dropFirst().joined(separator: " ")]
  }
}
