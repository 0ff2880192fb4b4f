import Analysis

/// An optimization on a terminal.
public struct OptimizationText: Sendable {
  private let width: Int
  private let style: TextStyle

  public init(width: Int = 100, isColoured: Bool = false) {
    self.width = max(60, width)
    style = TextStyle(isColoured: isColoured)
  }

  public func render(_ report: OptimizationReport) -> String {
    var lines: [String] = []
    for (place, finding) in report.findings.enumerated() {
      let wrapped = TextWrap.lines(PlainText.line(finding), width: width, indent: "  ")
      lines += place == 0 ? wrapped.map { style.bold($0) } : wrapped
    }
    lines.append("")
    let rows = report.rows
    var columns = [
      TextTable.Column(heading: ["", ""], alignment: .left, cells: rows.map(\.mark)),
      TextTable.Column(
        heading: [OptimizationReport.words(report.objective), report.objective.unit],
        cells: rows.map { Figure.text($0.finalist.objective?.mean) }),
      TextTable.Column(
        heading: ["prediction", report.objective.unit], rank: 1,
        cells: rows.map { Figure.text(report.predictionRange(of: $0.finalist)) }),
      TextTable.Column(
        heading: ["range", report.objective.unit], rank: 1,
        cells: rows.map { Figure.text($0.finalist.objective?.flooredInterval) }),
      TextTable.Column(
        heading: [OptimizationReport.words(report.tradeOff), report.tradeOff.unit],
        cells: rows.map { Figure.text($0.finalist.tradeOff?.mean) }),
      TextTable.Column(
        heading: ["range", report.tradeOff.unit], rank: 2,
        cells: rows.map { Figure.text($0.finalist.tradeOff?.flooredInterval) }),
    ]
    if !report.hasPrediction { columns.remove(at: 2) }
    for place in report.otherConstraints {
      let figure = report.constraints[place].figure
      columns.append(
        TextTable.Column(
          heading: [OptimizationReport.words(figure), figure.unit],
          cells: rows.map { Figure.text($0.finalist.constraints[place].figure?.mean) }))
    }
    columns.append(
      TextTable.Column(
        heading: ["difference", report.objective.unit], cells: rows.map { report.difference($0.finalist) }))
    if !report.constraints.isEmpty {
      columns.append(
        TextTable.Column(heading: ["meets", ""], alignment: .left, cells: rows.map { report.meets($0.finalist) }))
    }
    lines += TextTable(columns: columns).lines(width: width, style: style)
    // Points are too long for a column: they follow in the order of the rows.
    lines.append("")
    for row in rows {
      let mark = row.mark.isEmpty ? " " : row.mark
      lines += TextWrap.lines(
        PlainText.line("\(mark) \(Figure.text(row.finalist.objective?.mean)): \(row.point)"), width: width,
        indent: "    ")
    }
    lines.append("")
    for text in report.legend + report.basis {
      lines += TextWrap.lines(PlainText.line(text), width: width, indent: "  ")
    }
    lines.append("Again: \(PlainText.line(report.command))")
    return lines.joined(separator: "\n") + "\n"
  }
}
