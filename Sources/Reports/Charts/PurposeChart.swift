import Analysis
import DeviceModel
import Core
import Simulation

/// What the power was for over the run: a row per purpose, all to one scale.
struct PurposeChart {
  private static let (top, pitch, height) = (10.0, 58.0, 46.0)

  let detail: RunDetail
  /// What the drawing is called on its page; each needs a name of its own.
  var identifier = "purposes"
  /// Whose power it is.
  var device = "phone"
  var steps = 720

  /// The drawing, or `nil` for a run without timeline.
  func svg() -> String? {
    guard !detail.record.timeline.isEmpty else { return nil }
    let course = PowerTimeSeries(detail, count: steps)
    let rows = EnergyAttribution.Purpose.allCases.compactMap { purpose in
      course.purposes[purpose].map { (purpose, course.milliwatts($0)) }
    }
    let largest = max(rows.flatMap(\.1).max() ?? 0, 1e-6)
    let bottom = Self.top + Double(rows.count) * Self.pitch
    let frame = TimelineFrame(detail)
    var (canvas, inner) = (SVGCanvas(width: frame.width), SVGCanvas())
    for (index, row) in rows.enumerated() {
      var path = PathText()
      path.steps(
        row.1.map { $0 / largest * Self.height }, from: 0, width: course.step.seconds,
        base: Self.top + Double(index) * Self.pitch + Self.height)
      inner.levels(title(of: row.0), row.1) { $0.draw(path.text, class: "power") }
    }
    frame.draw(inner, top: Self.top, bottom: bottom, on: &canvas)
    for (index, row) in rows.enumerated() {
      let base = Self.top + Double(index) * Self.pitch + Self.height
      canvas.line(frame.left, base, frame.right, base, class: "axis")
      canvas.text(title(of: row.0), x: frame.left - 8, y: base - 14, anchor: "end", class: "label")
      canvas.text("to \(Figure.text(row.1.max())) mW", x: frame.left - 8, y: base, anchor: "end", class: "note")
    }
    return canvas.document(
      height: bottom + 26, identifier: identifier,
      title: "Power by what it was for",
      description: "A row for each purpose with its mean power over the run, all to one scale; the table of causes has "
        + "the energies.", attributes: frame.attributes(height: bottom, unit: "mW"))
  }

  private func title(of purpose: EnergyAttribution.Purpose) -> String {
    switch purpose {
    case .system: "The \(device)"
    case .fix: "Positions"
    case .upload: "Uploads"
    case .lookup: "Look-ups"
    case .service: "Services"
    case .app: "App code"
    case .foreground: "On screen"
    case .accessory: "Accessory"
    }
  }
}
