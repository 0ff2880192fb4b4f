import Analysis

/// A validation as Markdown tables.
public struct ValidationMarkdown: Sendable {
  public init() {}

  public func render(_ report: ValidationReport) -> String {
    var text = "**\(PlainText.markdown(report.finding))**\n\n\(PlainText.markdown(report.basis))\n\n"
    let headings = [
      "Timeline", "Configuration", "Runs", "Measured %/h", "Predicted %/h", "Range %/h", "Drop, points",
      "Off by, points",
      "Allowed, points", "Near", "Error %", "Drained, error %", "Fixes/min measured", "predicted",
    ]
    text += table(
      headings,
      report.configurations.map { check in
        let row = ValidationRow(check: check)
        return [
          check.timeline, check.configuration, "\(check.count)", ValidationRow.mean(check.drain?.measured),
          ValidationRow.mean(check.drain?.predicted), Figure.drain(check.drain?.predicted.quantileRange),
          Figure.plain(check.measuredDrop?.mean), Figure.plain(check.difference), Figure.plain(check.tolerance),
          row.verdict, row.relative, row.drained, Figure.text(check.fixesPerMinute?.mean),
          Figure.text(check.predictedFixesPerMinute?.mean),
        ]
      })
    let parts = report.configurations.filter { $0.onTrips != nil }
    if !parts.isEmpty {
      text += table(
        [
          "Timeline", "Configuration", "On trips, measured %/h", "predicted %/h", "At rest, measured %/h",
          "predicted %/h",
        ],
        parts.map {
          [
            $0.timeline, $0.configuration, ValidationRow.mean($0.onTrips?.measured),
            ValidationRow.mean($0.onTrips?.predicted), ValidationRow.mean($0.atRest?.measured),
            ValidationRow.mean($0.atRest?.predicted),
          ]
        })
    }
    if !report.errors.isEmpty {
      text += table(
        [
          "Timeline", "Configuration", "Mode", "Fixes", "p50 m measured", "predicted", "p68 m measured", "predicted",
          "p95 m measured", "predicted", "Reported m measured", "predicted", "Held % measured", "predicted",
        ],
        report.errors.map { check in
          func cells(_ value: (FixErrors.Figures) -> Double?) -> [String] {
            [Figure.plain(check.measured.flatMap(value)), Figure.plain(check.predicted.flatMap(value))]
          }
          return [
            check.timeline, check.configuration, check.mode, Figure.text(check.measured.map { Double($0.count) }),
          ] + cells { $0.p50 } + cells { $0.p68 } + cells { $0.p95 } + cells { $0.reportedMedian } + [
            Figure.percent(check.measured?.coverage), Figure.percent(check.predicted?.coverage),
          ]
        })
    }
    for (name, groups) in [("Phone", report.summary.byPhone), ("Configuration and mode", report.summary.byMode)]
    where !groups.isEmpty {
      text += table(
        ValidationSummary.Group.headings.map { $0.isEmpty ? name : $0 }, groups.map(\.row))
    }
    text += table(["Summary", ""], report.figures.map { [$0.name, $0.value] })
    text += table(["Aim", ""], report.aims.map { [$0.aim, $0.result] })
    if !report.summary.coverage.isEmpty {
      text += table(ValidationSummary.Coverage.headings, report.summary.coverage.map(\.row))
    }
    if !report.summary.reliability.isEmpty {
      text += table(
        ["Central range of"] + report.summary.reliability.map { "\(Figure.percent($0.nominal)) %" },
        [["holds, % of runs"] + report.summary.reliability.map { Figure.percent($0.observed) }])
    }
    for omission in report.omissions { text += "- Left out: \(PlainText.markdown(omission))\n" }
    for term in report.terms { text += "- \(PlainText.markdown("\(term.name): \(term.meaning)"))\n" }
    return text + "\n```sh\n\(PlainText.line(report.command))\n```\n"
  }

  private func table(_ headings: [String], _ rows: [[String]]) -> String {
    func line(_ cells: [String]) -> String { "| \(cells.map(PlainText.markdown).joined(separator: " | ")) |\n" }
    return line(headings) + "|\(String(repeating: "---|", count: headings.count))\n" + rows.map(line).joined() + "\n"
  }
}
