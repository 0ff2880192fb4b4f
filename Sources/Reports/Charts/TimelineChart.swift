import Analysis
import DeviceModel
import Core
import Simulation

/// Every component's states over a run, with the phone's power above them and its deliveries, uploads and wake-ups
/// below. How high a block stands says what the component does: rest, tail, waiting, preparing, work.
///
/// All shapes lie in one inner drawing (`TimelineFrame`), which the page's script zooms.
struct TimelineChart {
  private static let (powerTop, powerHeight) = (14.0, 110.0)
  private static let (laneHeight, lanePitch) = (26.0, 36.0)
  private static let (markHeight, markPitch) = (12.0, 20.0)
  private static let roleHeights: [StateRole: Double] = [.rest: 3, .tail: 9, .wait: 14, .prepare: 20, .work: 26]

  let detail: RunDetail
  /// What the drawing is called on its page; each needs a name of its own.
  var identifier = "timeline"
  /// Whose power it is.
  var device = "phone"
  var powerSteps = 1440
  /// At most so many blocks and marks.
  var shapeLimit = 3600

  private var frame: TimelineFrame { TimelineFrame(detail) }
  private var seconds: Double { max(detail.record.horizon.seconds, 1e-9) }
  private var components: [Component] {
    Component.allCases.filter { component in
      component != .base && detail.record.timeline.contains { $0.component == component }
    }
  }

  /// The drawing and what was merged, or `nil` for a run without timeline.
  func drawing() -> (svg: String, remark: String, shapes: Int)? {
    guard !detail.record.timeline.isEmpty else { return nil }
    let lanes = components
    let laneTop = Self.powerTop + Self.powerHeight + 18
    let markTop = laneTop + Double(lanes.count) * Self.lanePitch + 4
    let bottom = markTop + 3 * Self.markPitch
    var inner = SVGCanvas()
    let course = PowerTimeSeries(detail, count: powerSteps)
    let powers = course.milliwatts(course.energies)
    let top = max(powers.max() ?? 0, 1e-6) * 1.08
    var area = PathText()
    area.steps(
      powers.map { $0 / top * Self.powerHeight }, from: 0, width: course.step.seconds,
      base: Self.powerTop + Self.powerHeight)
    inner.levels("Power", powers) { $0.draw(area.text, class: "power") }

    let marks = RunAnnotations(detail.record)
    let merge = MergedStates(detail.record, limit: shapeLimit)
    var shapes = 1
    for (index, component) in lanes.enumerated() {
      let base = laneTop + Double(index) * Self.lanePitch + Self.laneHeight
      inner.rectangle(x: 0, y: base - Self.laneHeight, width: seconds, height: Self.laneHeight, class: "lane")
      for role in StateRole.allCases {
        let height = Self.roleHeights[role] ?? 0
        let blocks = merge.blocks(of: component).filter { $0.role == role }
        var path = PathText()
        for block in blocks where (block.end - block.start).seconds >= pixel / 20 {
          path.rectangle(
            x: block.start.seconds, y: base - height, width: (block.end - block.start).seconds, height: height)
        }
        inner.draw(path.text, class: "role \(role)")
        // What is narrower than a pixel stays visible as a hairline; a short rest is not missed.
        var hairs = PathText()
        if role != .rest {
          for second in spread(blocks.filter { ($0.end - $0.start).seconds < pixel }.map(\.start)) {
            hairs.stroke(x: second, y: base - height, height: height)
          }
        }
        inner.draw(hairs.text, class: "hair \(role)")
        shapes += path.shapes + hairs.shapes
      }
    }
    let rows: [(String, [Instant])] = [
      ("Deliveries", marks.deliveries.map(\.instant)), ("Uploads", marks.uploads), ("Wake-ups", marks.wakeups),
    ]
    for (index, row) in rows.enumerated() {
      var path = PathText()
      for second in spread(row.1) {
        path.stroke(x: second, y: markTop + Double(index) * Self.markPitch, height: Self.markHeight)
      }
      inner.draw(path.text, class: "mark")
      shapes += path.shapes
    }

    var canvas = SVGCanvas(width: frame.width)
    drawPowerAxis(top: top, on: &canvas)
    frame.draw(inner, top: Self.powerTop, bottom: bottom, on: &canvas)
    for (index, component) in lanes.enumerated() {
      let y = laneTop + Double(index) * Self.lanePitch + 17
      canvas.text(ChartWords.title(of: component), x: frame.left - 8, y: y, anchor: "end", class: "label")
    }
    for (index, row) in rows.enumerated() {
      canvas.text(
        row.0, x: frame.left - 8, y: markTop + Double(index) * Self.markPitch + 11, anchor: "end", class: "note")
    }
    let roles = StateRole.allCases.map { role -> (String, SVGCanvas.Sign) in
      let height = (Self.roleHeights[role] ?? 0) / 2
      return (
        Self.meaning(of: role),
        { $0.rectangle(x: $1 + 2, y: $2 + 4 - height, width: 16, height: height, class: "role \(role)") }
      )
    }
    let keyEnd = canvas.legend(roles, x: 8, y: bottom + 40)
    let svg = canvas.document(
      height: keyEnd + 12, identifier: identifier,
      title: "States and power of \(PlainText.line(detail.strategy)) over the run", description: description,
      attributes: frame.attributes(height: bottom, unit: "mW"))
    return (svg, remark(merge), shapes)
  }

  /// A pixel of the whole run in seconds.
  private var pixel: Double { seconds / (frame.right - frame.left) }

  /// Seconds of marks, not more than three for two pixels.
  private func spread(_ instants: [Instant]) -> [Double] {
    let least = pixel / 1.5
    var last = -Double.infinity
    return instants.map(\.seconds).filter { second in
      guard second >= last + least else { return false }
      last = second
      return true
    }
  }

  private func drawPowerAxis(top: Double, on canvas: inout SVGCanvas) {
    let ticks = LinearScale.ticks(in: 0...top, about: 4).map {
      (Self.powerTop + Self.powerHeight * (1 - $0 / top), Figure.tick($0))
    }
    canvas.horizontals(ticks, left: frame.left, right: frame.right)
    canvas.text(
      "Power, mW", x: 16, y: Self.powerTop + Self.powerHeight / 2, anchor: "middle", class: "title", rotated: true)
  }

  private static func meaning(of role: StateRole) -> String {
    switch role {
    case .rest: "off, idle, suspended"
    case .tail: "tail after work"
    case .wait: "awake, waiting"
    case .prepare: "acquiring, connecting"
    case .work: "tracking, scanning, sending"
    }
  }

  private var counts: String {
    let record = detail.record
    func count(_ number: Int, _ one: String, _ many: String) -> String {
      "\(DecimalText.grouped(number)) \(number == 1 ? one : many)"
    }
    return count(record.deliveries, "delivery", "deliveries") + ", " + count(record.uploads, "upload", "uploads") + ", "
      + count(record.wakeups, "wake-up", "wake-ups")
  }

  private var description: String {
    "One lane for each component; the higher a block, the more the component does. Above them the \(device)'s power. "
      + "\(counts). "
      + "The tables of the page have the times and energies."
  }

  private func remark(_ merge: MergedStates) -> String {
    var text =
      "Power is the mean of \(Figure.time(PowerTimeSeries(detail, count: powerSteps).step)). "
      + counts
    text += "; marks nearer than a pixel are drawn once. "
    text +=
      merge.grain > .zero
      ? "\(DecimalText.grouped(merge.mergedCount)) states shorter than \(Figure.time(merge.grain)) are merged with their "
        + "neighbours and drawn as what drew most of their energy."
      : "Every state is drawn."
    return text
  }
}
