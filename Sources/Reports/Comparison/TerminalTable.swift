import Analysis

/// A comparison as an aligned table for a terminal of 80 to 120 columns.
public struct TerminalTable: Sendable {
  /// Columns of the terminal; the least important figures are left out when they do not fit.
  public var width: Int
  public var isColoured: Bool

  public init(width: Int = 100, isColoured: Bool = false) {
    self.width = max(width, 60)
    self.isColoured = isColoured
  }

  public func render(_ report: ComparisonReport) -> String {
    let style = TextStyle(isColoured: isColoured)
    let front = Set(report.front)
    var lines = TextWrap.lines(ComparisonFinding.sentence(for: report), width: width).map(style.bold)
    lines += TextWrap.lines(PlainText.line(report.context.subtitle), width: width).map(style.dim)
    lines.append("")
    let table = table(report, front: front).fitting(width)
    lines += table.lines(width: width, style: style, emphasized: front)
    lines.append("")
    lines += legend(report, front: front, shown: Set(table.columns.compactMap(\.heading.first)))
      .flatMap { TextWrap.lines($0, width: width, indent: "  ") }
    for note in report.remarks + report.context.notes + [report.context.provenance] {
      lines += TextWrap.lines(PlainText.line(note), width: width, indent: "  ")
    }
    lines.append(style.dim("Again: \(PlainText.line(report.context.command))"))
    return lines.joined(separator: "\n") + "\n"
  }

  private func table(_ report: ComparisonReport, front: Set<Int>) -> TextTable {
    func column(
      _ heading: [String], rank: Int, _ cell: (StrategySummary) -> String
    ) -> TextTable.Column {
      TextTable.Column(heading: heading, rank: rank, cells: report.rows.map(cell))
    }
    var columns = [
      TextTable.Column(
        heading: ["strategy"], alignment: .left,
        cells: report.rows.enumerated().map {
          DisplayWidth.clipped(PlainText.line($0.element.strategy), to: 28) + (front.contains($0.offset) ? " *" : "")
        }),
      column(["drain", "%/h"], rank: 0) { Figure.drain($0[.drainPercentPerHour]?.mean) },
    ]
    if report.hasPrediction {
      columns.append(
        column(["prediction", "%/h"], rank: 1) { Figure.drain($0.predictionRange(of: .drainPercentPerHour)) })
    }
    if report.interval != nil {
      columns.append(
        column([report.intervalHeading.lowercased(), "%/h"], rank: report.hasPrediction ? 4 : 1) {
          Figure.drain(report.range(of: $0[.drainPercentPerHour]))
        })
    }
    if report.hasWatch {
      columns.append(column(["watch", "%/h"], rank: 1) { Figure.drain($0[.watchDrainPercentPerHour]?.mean) })
    }
    columns += [
      column(["location", "%/h"], rank: 5) { Figure.drain($0.marginalDrain?.mean) },
      column(["power", "mW"], rank: 7) { Figure.text($0[.averagePower]?.mean) },
      column(["err p50", "m"], rank: 2) { Figure.plain($0.medianError?.mean) + suffix($0.medianError, $0) },
      column(["err p95", "m"], rank: 0) { Figure.plain($0.error95?.mean) + suffix($0.error95, $0) },
      column(["covers", "%"], rank: 0) { Figure.percent($0[$0.use.coverage]?.mean) },
      column(["age p95", "s"], rank: 4) { Figure.plain($0[.ageP95]?.mean) },
      column(["fixes", "/h"], rank: 6) { Figure.plain($0[.locationsPerHour]?.mean) },
      column(["calls", "/h"], rank: 9) { Figure.plain($0[.deliveriesPerHour]?.mean) },
      column(["wakes", "/h"], rank: 8) { Figure.plain($0[.wakeupsPerHour]?.mean) },
    ]
    if report.hasEvents {
      columns += [
        column(["late p50", "s"], rank: 2) { Figure.plain($0[.eventLatencyP50]?.mean) },
        column(["late p95", "s"], rank: 1) { Figure.plain($0[.eventLatencyP95]?.mean) },
        column(["missed", "/run"], rank: 1) { Figure.plain($0[.missedEvents]?.mean) },
        column(["false", "/run"], rank: 2) { Figure.plain($0[.falseEvents]?.mean) },
      ]
    }
    return TextTable(columns: columns)
  }

  private func suffix(_ statistics: SampleStatistics?, _ row: StrategySummary) -> String {
    guard statistics != nil else { return "" }
    return row.use == .record ? "t" : ""
  }

  /// - Parameter shown: the first lines of the headings that are in the table; nothing else is explained.
  private func legend(_ report: ComparisonReport, front: Set<Int>, shown: Set<String>) -> [String] {
    var lines: [String] = []
    if shown.contains("prediction"), let legend = report.predictionLegend { lines.append(legend) }
    if shown.contains(report.intervalHeading.lowercased()), let legend = report.intervalLegend { lines.append(legend) }
    if !front.isEmpty { lines.append("* \(report.frontLegend)") }
    if report.rows.contains(where: { $0.use == .record && $0.error95 != nil }) {
      lines.append(
        "t error of the recorded track\(report.whenJudged), where late positions \(report.isAtRest ? "" : "and gaps at rest ")"
          + "lose nothing; otherwise of the position held.")
      lines.append(
        "covers: share of the \(report.timeToCover) in the track (t), or of the day in which a position is held.")
    } else {
      lines.append("covers: share of the day in which a position is held.")
    }
    if shown.contains("watch") {
      lines.append("watch: drain of the watch's own battery, display off; drain is the phone's.")
    }
    lines.append(
      "drain: whole phone, screen off"
        + (shown.contains("location") ? "; location: what location use adds to it" : "")
        + (shown.contains("age p95") ? "; age: of the position held" : "") + ".")
    if !shown.isDisjoint(with: ["late p50", "late p95", "missed", "false"]) {
      lines.append(ComparisonReport.eventLegend)
    }
    return lines
  }
}
