import Analysis

/// A comparison as Markdown with a table as GitHub understands it, for a pull request or a wiki; never longer than a
/// comment may be.
public struct ComparisonMarkdown: Sendable {
  public init() {}

  public func render(_ report: ComparisonReport) -> String {
    let context = report.context
    let front = Set(report.front)
    let head = """
      ### \(PlainText.markdown(MarkdownRoom.clip(context.title)))

      **\(PlainText.markdown(MarkdownRoom.clip(ComparisonFinding.sentence(for: report), 2000)))**

      \(PlainText.markdown(MarkdownRoom.clip(context.subtitle, 2000)))


      """
    let tail = "\n```sh\n\(MarkdownRoom.clip(PlainText.line(context.command), 4000))\n```\n"
    let lines = table(report, front: front).map { $0 + "\n" }
    let remarks = remarks(report, front: front).map {
      "- \(PlainText.markdown(MarkdownRoom.clip($0, 2000)))\n"
    }
    // Half of the room is for rows; what they leave is for remarks.
    var room = MarkdownRoom.limit - head.utf8.count - tail.utf8.count - 200
    let rows = MarkdownRoom.fit(lines, "\n%d more strategies are left out.\n", room: room / 2)
    room -= rows.utf8.count
    return head + rows + "\n" + MarkdownRoom.fit(remarks, "- %d more remarks are left out.\n", room: room) + tail
  }

  private func remarks(_ report: ComparisonReport, front: Set<Int>) -> [String] {
    var remarks = [report.predictionLegend, report.intervalLegend].compactMap(\.self)
    if !front.isEmpty {
      remarks.append("★ \(report.frontLegend)")
    }
    remarks.append("Drain is that of the whole phone with the screen off; location is what location use adds to it.")
    if report.hasWatch { remarks.append("Watch is the drain of the watch's own battery with its display off.") }
    if report.rows.contains(where: { $0.use == .record }) {
      remarks.append(
        "Use record: error of the recorded track\(report.whenJudged); use live: error of the position the app holds.")
    }
    remarks.append(
      "Covers: share of the \(report.timeToCover) in the track (record), or of the day in which a position is held (live)."
    )
    if report.hasEvents { remarks.append(ComparisonReport.eventLegend) }
    remarks += report.context.notes + [report.context.provenance]
    remarks += report.remarks
    return remarks
  }

  private func table(_ report: ComparisonReport, front: Set<Int>) -> [String] {
    var headings = ["Strategy", "Use", "Drain %/h"]
    if report.hasPrediction { headings.append("Prediction %/h") }
    if report.interval != nil { headings.append("\(report.intervalHeading) %/h") }
    headings += [
      "Location %/h", "Power mW", "Error p50 m", "Error p95 m", "Covers", "Age p95 s", "Fixes/h", "Calls/h",
      "Wake-ups/h",
      "Uploads/h",
    ]
    if report.hasWatch { headings.append("Watch %/h") }
    if report.hasEvents { headings += ["Late p50 s", "Late p95 s", "Missed/run", "False/run"] }
    var lines = [
      row(headings), row(headings.enumerated().map { $0.offset < 2 ? "---" : "---:" }),
    ]
    for (index, summary) in report.rows.enumerated() {
      var cells = [
        PlainText.markdown(MarkdownRoom.clip(summary.strategy)) + (front.contains(index) ? " ★" : ""),
        summary.use.rawValue,
        Figure.drain(summary[.drainPercentPerHour]?.mean),
      ]
      if report.hasPrediction { cells.append(Figure.drain(summary.predictionRange(of: .drainPercentPerHour))) }
      if report.interval != nil { cells.append(Figure.drain(report.range(of: summary[.drainPercentPerHour]))) }
      cells += [Figure.drain(summary.marginalDrain?.mean), Figure.text(summary[.averagePower]?.mean)]
      cells += [summary.medianError, summary.error95].map { Figure.plain($0?.mean) }
      cells.append(Figure.percent(summary[summary.use.coverage]?.mean))
      cells += [
        summary[.ageP95],
        summary[.locationsPerHour], summary[.deliveriesPerHour], summary[.wakeupsPerHour], summary[.uploadsPerHour],
      ].map { Figure.plain($0?.mean) }
      if report.hasWatch { cells.append(Figure.drain(summary[.watchDrainPercentPerHour]?.mean)) }
      if report.hasEvents {
        cells += [
          summary[.eventLatencyP50], summary[.eventLatencyP95], summary[.missedEvents], summary[.falseEvents],
        ].map { Figure.plain($0?.mean) }
      }
      lines.append(row(cells))
    }
    return lines
  }

  private func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
}
