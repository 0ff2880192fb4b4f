import Analysis

/// A validation for a terminal.
public struct ValidationText: Sendable {
  private let width: Int
  private let style: TextStyle

  /// - Parameter width: in columns.
  public init(width: Int = 100, isColoured: Bool = false) {
    self.width = width
    style = TextStyle(isColoured: isColoured)
  }

  public func render(_ report: ValidationReport) -> String {
    var lines = wrap(report.finding) + wrap(report.basis) + [""]
    var timelines: [String] = []
    for check in report.configurations where !timelines.contains(check.timeline) { timelines.append(check.timeline) }
    for timeline in timelines {
      let own = report.configurations.filter { $0.timeline == timeline }
      lines += [style.bold(PlainText.line(timeline))] + drain(own) + [""]
      let parts = own.filter { $0.onTrips != nil }
      if !parts.isEmpty { lines += split(parts) + [""] }
      let errors = report.errors.filter { $0.timeline == timeline }
      if !errors.isEmpty { lines += self.errors(errors) + [""] }
    }
    for (name, groups) in [("phone", report.summary.byPhone), ("configuration, mode", report.summary.byMode)]
    where !groups.isEmpty {
      let rows = groups.map(\.row)
      lines +=
        TextTable(columns: [
          .init(heading: [name], alignment: .left, cells: rows.map { PlainText.line($0[1]) }),
          .init(heading: ["timeline"], alignment: .left, rank: 1, cells: rows.map { PlainText.line($0[0]) }),
          .init(heading: ["runs"], cells: rows.map { $0[2] }),
          .init(heading: ["measured", "%/h"], cells: rows.map { $0[3] }),
          .init(heading: ["predicted", "%/h"], cells: rows.map { $0[4] }),
          .init(heading: ["drained", "error %"], cells: rows.map { $0[5] }),
        ]).lines(width: width, style: style) + [""]
    }
    let length = report.figures.map { DisplayWidth.of($0.name) }.max() ?? 0
    for figure in report.figures {
      lines.append(
        figure.name + String(repeating: " ", count: length - DisplayWidth.of(figure.name) + 2) + figure.value)
    }
    for coverage in report.summary.coverage {
      lines += wrap(
        "Prediction ranges of 90 % hold \(coverage.observed.count) of \(coverage.observed.of) runs "
          + "(\(Figure.percent(coverage.observed.value)) %) \(coverage.timeline.map { "on \($0)" } ?? "in all").")
    }
    if !report.summary.reliability.isEmpty {
      lines += wrap(
        "Runs in the central predicted range: "
          + report.summary.reliability.map {
            "\(Figure.percent($0.observed)) % in that of \(Figure.percent($0.nominal)) %"
          }.joined(separator: ", ") + ".")
    }
    lines.append("")
    for aim in report.aims { lines += wrap("Aim: \(aim.aim): \(aim.result).") }
    lines.append("")
    for omission in report.omissions { lines += TextWrap.lines("Left out: \(omission)", width: width, indent: "  ") }
    for source in report.sources {
      for note in source.notes { lines += TextWrap.lines("\(source.file): \(note)", width: width, indent: "  ") }
    }
    for term in report.terms {
      lines += TextWrap.lines("\(term.name): \(term.meaning)", width: width, indent: "  ")
    }
    lines.append("Again: \(report.command)")
    return lines.map { PlainText.line($0) }.joined(separator: "\n") + "\n"
  }

  private func wrap(_ text: String) -> [String] { TextWrap.lines(text, width: width, indent: "") }

  private func drain(_ checks: [ConfigurationCheck]) -> [String] {
    let rows = checks.map { ValidationRow(check: $0) }
    return TextTable(columns: [
      .init(heading: ["configuration"], alignment: .left, cells: checks.map { PlainText.line($0.configuration) }),
      .init(heading: ["runs"], cells: checks.map { "\($0.count)" }),
      .init(heading: ["measured", "%/h"], cells: checks.map { ValidationRow.mean($0.drain?.measured) }),
      .init(heading: ["predicted", "%/h"], cells: checks.map { ValidationRow.mean($0.drain?.predicted) }),
      .init(heading: ["range", "%/h"], rank: 1, cells: checks.map { Figure.drain($0.drain?.predicted.quantileRange) }),
      .init(heading: ["drop", "points"], rank: 3, cells: checks.map { Figure.plain($0.measuredDrop?.mean) }),
      .init(heading: ["off by", "points"], cells: checks.map { Figure.plain($0.difference) }),
      .init(heading: ["allowed", "points"], rank: 2, cells: checks.map { Figure.plain($0.tolerance) }),
      .init(heading: ["near"], cells: rows.map(\.verdict)),
      .init(heading: ["error", "%"], cells: rows.map(\.relative)),
      .init(heading: ["drained", "error %"], cells: rows.map(\.drained)),
      .init(
        heading: ["fixes/min", "measured"], rank: 5, cells: checks.map { Figure.text($0.fixesPerMinute?.mean) }),
      .init(
        heading: ["fixes/min", "predicted"], rank: 4,
        cells: checks.map { Figure.text($0.predictedFixesPerMinute?.mean) }),
    ]).lines(width: width, style: style)
  }

  private func split(_ checks: [ConfigurationCheck]) -> [String] {
    TextTable(columns: [
      .init(heading: ["configuration"], alignment: .left, cells: checks.map { PlainText.line($0.configuration) }),
      .init(heading: ["on trips", "measured %/h"], cells: checks.map { ValidationRow.mean($0.onTrips?.measured) }),
      .init(heading: ["", "predicted %/h"], cells: checks.map { ValidationRow.mean($0.onTrips?.predicted) }),
      .init(heading: ["at rest", "measured %/h"], cells: checks.map { ValidationRow.mean($0.atRest?.measured) }),
      .init(heading: ["", "predicted %/h"], cells: checks.map { ValidationRow.mean($0.atRest?.predicted) }),
    ]).lines(width: width, style: style)
  }

  private func errors(_ checks: [FixErrorCheck]) -> [String] {
    func pair(_ value: (FixErrors.Figures) -> Double?) -> [String] {
      checks.map { "\(Figure.plain($0.measured.flatMap(value))) | \(Figure.plain($0.predicted.flatMap(value)))" }
    }
    return TextTable(columns: [
      .init(heading: ["configuration"], alignment: .left, cells: checks.map { PlainText.line($0.configuration) }),
      .init(heading: ["mode"], alignment: .left, cells: checks.map { PlainText.line($0.mode) }),
      .init(
        heading: ["fixes", "measured"], rank: 1, cells: checks.map { Figure.text($0.measured.map { Double($0.count) }) }
      ),
      .init(heading: ["p50 m", "meas | pred"], cells: pair { $0.p50 }),
      .init(heading: ["p68 m", "meas | pred"], cells: pair { $0.p68 }),
      .init(heading: ["p95 m", "meas | pred"], cells: pair { $0.p95 }),
      .init(heading: ["reported m", "meas | pred"], rank: 2, cells: pair { $0.reportedMedian }),
      .init(
        heading: ["held %", "meas | pred"],
        cells: checks.map { "\(Figure.percent($0.measured?.coverage)) | \(Figure.percent($0.predicted?.coverage))" }),
    ]).lines(width: width, style: style)
  }
}
