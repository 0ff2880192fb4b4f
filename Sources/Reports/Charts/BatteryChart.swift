import Analysis
import Quantities

/// The battery of every strategy over the same day.
struct BatteryChart {
  private static let (width, height) = (1000.0, 330.0)
  private static let (left, right, top, bottom) = (56.0, 800.0, 12.0, 284.0)

  let curves: [BatteryCurve]
  let startOfDay: Int
  /// The strategy that stands out.
  let highlighted: String

  /// The drawing, or `nil` without a curve.
  func svg() -> String? {
    guard let longest = curves.map({ Double($0.levels.count - 1) * $0.step.seconds }).max(), longest > 0 else {
      return nil
    }
    let lowest = curves.flatMap(\.levels).min() ?? 0
    // From the tick below the lowest level, so that small differences can be seen; the axis says so.
    let floor = (lowest * 10).rounded(.down) / 10
    let span = max(1 - floor, 0.1)
    func x(_ seconds: Double) -> Double { Self.left + seconds / longest * (Self.right - Self.left) }
    func y(_ level: Double) -> Double { Self.bottom - (level - (1 - span)) / span * (Self.bottom - Self.top) }
    var canvas = SVGCanvas()
    for tick in LinearScale.ticks(in: (100 * (1 - span))...100, about: 6) {
      canvas.line(Self.left, y(tick / 100), Self.right, y(tick / 100), class: "grid")
      canvas.text("\(TickText.text(tick)) %", x: Self.left - 8, y: y(tick / 100) + 4, anchor: "end", class: "tick")
    }
    for tick in ClockAxis.ticks(duration: longest, startOfDay: startOfDay) {
      canvas.line(x(tick.seconds), Self.top, x(tick.seconds), Self.bottom, class: "grid")
      canvas.text(tick.text, x: x(tick.seconds), y: Self.bottom + 17, anchor: "middle", class: "tick")
    }
    var ends: [(x: Double, y: Double, name: String, level: Double)] = []
    for curve in curves.sorted(by: { $0.strategy != highlighted && $1.strategy == highlighted }) {
      let points = curve.levels.enumerated().map { (x: x(Double($0.offset) * curve.step.seconds), y: y($0.element)) }
      var path = PathText()
      path.line(Simplified.line(points, tolerance: 0.25))
      canvas.draw(path.text, class: curve.strategy == highlighted ? "curve best" : "curve")
      // The lowest level says more than the last one, which a night at the charger makes equal.
      if let level = curve.levels.min(), let index = curve.levels.lastIndex(of: level) {
        ends.append((points[index].x, points[index].y, curve.strategy, level))
      }
    }
    drawNames(ends, on: &canvas)
    canvas.text("Lowest level", x: Self.right + 24, y: Self.top + 8, class: "note")
    canvas.line(Self.left, Self.top, Self.left, Self.bottom, class: "axis")
    canvas.line(Self.left, Self.bottom, Self.right, Self.bottom, class: "axis")
    canvas.text(
      "Time of day", x: (Self.left + Self.right) / 2, y: Self.bottom + 38, anchor: "middle", class: "title")
    let texts = curves.map { "\(PlainText.line($0.strategy)) \(Figure.percent($0.levels.min())) percent" }
    return canvas.document(
      width: Self.width, height: Self.height, identifier: "battery", title: "Battery level over the day",
      description: "Full at the start; the lowest levels: \(texts.joined(separator: ", ")).")
  }

  /// Names beside the lowest points of the lines, pushed apart where they would collide.
  private func drawNames(_ ends: [(x: Double, y: Double, name: String, level: Double)], on canvas: inout SVGCanvas) {
    let pitch = 15.0
    let sorted = ends.sorted { ($0.y, $0.name) < ($1.y, $1.name) }
    var places = sorted.map { max($0.y, Self.top + 24) }
    for index in places.indices.dropFirst() { places[index] = max(places[index], places[index - 1] + pitch) }
    if let last = places.last, last > Self.bottom - 4 {
      places[places.count - 1] = Self.bottom - 4
      for index in places.indices.dropLast().reversed() {
        places[index] = min(places[index], places[index + 1] - pitch)
      }
    }
    for (end, place) in zip(sorted, places) {
      canvas.circle(end.x, end.y, radius: 2, class: "point")
      canvas.line(end.x + 2, end.y, Self.right + 20, place, class: "leader")
      let name = DisplayWidth.clipped(PlainText.line(end.name), to: 20)
      canvas.text("\(name) \(Figure.percent(end.level)) %", x: Self.right + 24, y: place + 4, class: "label")
    }
  }
}
