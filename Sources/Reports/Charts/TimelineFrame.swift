import Analysis
import Core
import Simulation

/// The axis of time that the drawings of a run share.
///
/// All shapes lie in an inner drawing whose horizontal unit is the second. The page's script zooms by changing its view; without
/// a script the whole run is there.
struct TimelineFrame {
  /// Wider than other drawings: a day needs the room, and a phone scrolls it.
  let width = 960.0
  let left = 92.0
  let right = 940.0
  private let mostTicks = 12
  private let seconds: Double
  private let startOfDay: Int

  init(_ detail: RunDetail) {
    seconds = max(detail.record.horizon.seconds, 1e-9)
    startOfDay = detail.startOfDay
  }

  /// The shapes over the clock's lines, cut at the axis's ends.
  func draw(_ inner: SVGCanvas, top: Double, bottom: Double, on canvas: inout SVGCanvas) {
    // Each tick is in a group that the page's script replaces when it zooms.
    for tick in ClockAxis.ticks(duration: seconds, startOfDay: startOfDay, limit: mostTicks) {
      let x = left + tick.seconds / seconds * (right - left)
      canvas.raw("<g class=\"clock\">")
      canvas.line(x, top, x, bottom, class: "grid")
      canvas.text(tick.text, x: x, y: bottom + 16, anchor: "middle", class: "tick")
      canvas.raw("</g>")
    }
    canvas.raw(
      "<svg class=\"zoomable\" x=\"\(SVGCanvas.number(left))\" y=\"0\" width=\"\(SVGCanvas.number(right - left))\" "
        + "height=\"\(SVGCanvas.number(bottom))\" viewBox=\"0 0 \(SVGCanvas.number(seconds)) \(SVGCanvas.number(bottom))\" "
        + "preserveAspectRatio=\"none\">")
    for element in inner.elements { canvas.raw(element) }
    canvas.raw("</svg>")
  }

  /// What the script has to know of the axis, with a blank in front.
  ///
  /// - Parameter unit: of the levels that it reads out.
  func attributes(height: Double, unit: String) -> String {
    Self.attributes(
      from: left, to: right, height: height, begin: startOfDay, seconds: seconds, unit: unit, ticks: mostTicks)
  }

  static func attributes(
    from left: Double, to right: Double, height: Double, begin: Int, seconds: Double, unit: String, ticks: Int
  ) -> String {
    " data-from=\"\(SVGCanvas.number(left))\" data-to=\"\(SVGCanvas.number(right))\" "
      + "data-height=\"\(SVGCanvas.number(height))\" data-begin=\"\(begin)\" "
      + "data-seconds=\"\(DecimalText.exact(seconds))\" data-unit=\"\(unit)\" data-ticks=\"\(ticks)\""
  }
}

extension SVGCanvas {
  /// At most so many levels of a curve are read out.
  private static let mostLevels = 144

  /// A curve whose levels the page's script reads out.
  mutating func levels(_ name: String, _ levels: [Double], _ draw: (inout SVGCanvas) -> Void) {
    let step = (levels.count + Self.mostLevels - 1) / Self.mostLevels
    let texts = stride(from: 0, to: levels.count, by: max(step, 1)).map {
      DecimalText.significant(levels[$0], digits: 3)
    }
    raw("<g data-name=\"\(PlainText.markup(name))\" data-levels=\"\(texts.joined(separator: " "))\">")
    draw(&self)
    raw("</g>")
  }
}

enum ClockAxis {
  /// Steps in seconds that people read easily. The page's script has the same.
  static let steps = [
    1, 2, 5, 10, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 14_400, 21_600, 43_200, 86_400,
  ]

  /// Seconds of the run at which a tick stands, at most `limit` of them, and what it says.
  static func ticks(duration: Double, startOfDay: Int, limit: Int = 13) -> [(seconds: Double, text: String)] {
    guard duration > 0 else { return [] }
    let step = steps.first { duration / Double($0) <= Double(limit) } ?? 604_800
    var clock = (startOfDay + step - 1) / step * step
    var ticks: [(seconds: Double, text: String)] = []
    while Double(clock - startOfDay) <= duration {
      ticks.append((Double(clock - startOfDay), text(clock, withSeconds: step < 60)))
      clock += step
    }
    return ticks
  }

  /// `08:05`, or `08:05:10`; after midnight it begins anew, and a run of days says which.
  static func text(_ clock: Int, withSeconds: Bool = false) -> String {
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let (day, rest) = (clock / 86_400, clock % 86_400)
    let time = "\(two(rest / 3600)):\(two(rest / 60 % 60))" + (withSeconds ? ":\(two(rest % 60))" : "")
    return day > 0 && clock != 86_400
      ? "\(time) +\(day)" : clock == 86_400 ? "24:00" + (withSeconds ? ":00" : "") : time
  }
}
