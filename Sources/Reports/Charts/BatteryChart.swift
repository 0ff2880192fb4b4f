import Analysis
import Quantities

/// The battery of every strategy over the same day.
struct BatteryChart {
  /// More curves than this are named only where they stand out.
  private static let mostNames = 16

  let curves: [BatteryCurve]
  let startOfDay: Int
  /// The strategies that stand out, the one in question first.
  let highlighted: [String]
  /// Named even where there are many curves.
  var named: Set<Int> = []
  /// The curves to draw; all when left out.
  var only: Set<Int>?
  /// Unique in the page.
  var identifier = "battery"
  var layout = ChartLayout.any

  private var isNarrow: Bool { layout.isNarrow }
  private var width: Double { isNarrow ? 380 : 1000 }
  private var left: Double { isNarrow ? 46 : 56 }
  private var right: Double { isNarrow ? 214 : 800 }
  private let top = 12.0
  private let bottom = 304.0
  private let height = 350.0
  private var shown: [Int] { curves.indices.filter { only?.contains($0) ?? true } }

  init(
    curves: [BatteryCurve], startOfDay: Int, highlighted: [String], layout: ChartLayout = .any
  ) {
    self.curves = curves
    self.startOfDay = startOfDay
    self.highlighted = highlighted
    self.layout = layout
  }

  /// The day of a comparison; what its headline weighs stands out.
  init(
    day: ComparisonDay, report: ComparisonReport, only: Set<Int>? = nil, identifier: String = "battery",
    layout: ChartLayout = .any
  ) {
    let subjects = [ComparisonFinding.subject(of: report), ComparisonFinding.reference(of: report)].compactMap(\.self)
    self.init(
      curves: day.batteries, startOfDay: day.detail.startOfDay, highlighted: subjects.map { report.rows[$0].strategy },
      layout: layout)
    (named, self.only, self.identifier) = (Set(report.front), only, identifier)
  }

  /// The drawing, or `nil` without a curve.
  func svg() -> String? {
    let shown = shown
    guard let longest = shown.map({ Double(curves[$0].levels.count - 1) * curves[$0].step.seconds }).max(), longest > 0
    else { return nil }
    let lowest = shown.flatMap { curves[$0].levels }.min() ?? 0
    // From the tick below the lowest level, so that small differences can be seen; the axis says so.
    let floor = (lowest * 10).rounded(.down) / 10
    let span = max(1 - floor, 0.1)
    func x(_ seconds: Double) -> Double { left + seconds / longest * (right - left) }
    func y(_ level: Double) -> Double { bottom - (level - (1 - span)) / span * (bottom - top) }
    var canvas = SVGCanvas()
    for tick in LinearScale.ticks(in: (100 * (1 - span))...100, about: 6) {
      canvas.line(left, y(tick / 100), right, y(tick / 100), class: "grid")
      canvas.text("\(TickText.text(tick)) %", x: left - 6, y: y(tick / 100) + 4, anchor: "end", class: "tick")
    }
    canvas.uprights(
      ClockAxis.ticks(duration: longest, startOfDay: startOfDay, limit: isNarrow ? 5 : 13).map {
        (x($0.seconds), $0.text)
      },
      top: top, bottom: bottom, below: 17)
    let places = places(of: curves.map { y($0.levels.min() ?? 1) })
    // Those that stand out come last, so that no other lies over them.
    let order = shown.sorted { (rank($0), $0) < (rank($1), $1) }
    for index in order {
      let curve = curves[index]
      let level = curve.levels.min() ?? 1
      let points = curve.levels.enumerated().map { (x: x(Double($0.offset) * curve.step.seconds), y: y($0.element)) }
      let lowest = curve.levels.lastIndex(of: level) ?? 0
      let clock = ClockAxis.text(startOfDay + Int((Double(lowest) * curve.step.seconds).rounded()))
      let title = "\(PlainText.line(curve.strategy)): lowest \(Figure.percent(level)) % at \(clock)"
      canvas.group(row: index, title: title, attributes: levels(curve)) { canvas in
        var path = PathText()
        path.line(Simplified.line(points, tolerance: 0.25))
        canvas.draw(path.text, class: style(index))
        // The lowest level says more than the last one, which a night at the charger makes equal.
        guard let place = places[index] else { return }
        canvas.circle(points[lowest].x, points[lowest].y, radius: 2, class: "point")
        canvas.line(points[lowest].x + 2, points[lowest].y, right + 12, place, class: "leader")
        let name = DisplayWidth.clipped(PlainText.line(curve.strategy), to: isNarrow ? 14 : 20)
        canvas.text("\(name) \(Figure.percent(level)) %", x: right + 16, y: place + 4, class: "label")
      }
    }
    canvas.text("Lowest level", x: right + 16, y: top + 8, class: "note")
    canvas.line(left, top, left, bottom, class: "axis")
    canvas.line(left, bottom, right, bottom, class: "axis")
    canvas.text("Time of day", x: (left + right) / 2, y: bottom + 38, anchor: "middle", class: "title")
    let texts = shown.map { index in
      "\(PlainText.line(curves[index].strategy)) \(Figure.percent(curves[index].levels.min())) percent"
    }
    return canvas.document(
      width: width, height: height, identifier: identifier + layout.suffix, title: "Battery level over the day",
      description: "Full at the start; the lowest levels: \(texts.joined(separator: ", ")).", layout: layout,
      attributes: TimelineFrame.attributes(
        from: left, to: right, height: bottom, begin: startOfDay, seconds: longest, unit: "%", ticks: isNarrow ? 5 : 13)
    )
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
    let texts = curve.levels.map { DecimalText.significant(($0 * 1000).rounded() / 10, digits: 4) }
    return " data-name=\"\(PlainText.markup(curve.strategy))\" data-levels=\"\(texts.joined(separator: " "))\""
  }

  /// Where the names stand, by curve: beside the lowest points, pushed apart where they would collide.
  private func places(of lowest: [Double]) -> [Int: Double] {
    let pitch = 15.0
    let names = shown.filter {
      shown.count <= Self.mostNames || named.contains($0) || highlighted.contains(curves[$0].strategy)
    }.prefix(Int((bottom - top - 28) / pitch))
    let sorted = names.sorted { (lowest[$0], curves[$0].strategy) < (lowest[$1], curves[$1].strategy) }
    var places = sorted.map { max(lowest[$0], top + 24) }
    for index in places.indices.dropFirst() { places[index] = max(places[index], places[index - 1] + pitch) }
    if let last = places.last, last > bottom - 4 {
      places[places.count - 1] = bottom - 4
      for index in places.indices.dropLast().reversed() {
        places[index] = min(places[index], places[index + 1] - pitch)
      }
    }
    return Dictionary(uniqueKeysWithValues: zip(sorted, places))
  }
}
