import Analysis

/// An optimization as Markdown: the finding and a table of the finalists.
public struct OptimizationMarkdown: Sendable {
  public init() {}

  public func render(_ report: OptimizationReport) -> String {
    var text = "### \(cell(report.title))\n\n"
    for finding in report.findings { text += "\(cell(finding))  \n" }
    var headings = [
      "", "Point", heading(report.objective), "Prediction", "95 % interval", heading(report.tradeOff), "95 % interval",
    ]
    if !report.hasPrediction { headings.remove(at: 3) }
    headings += report.otherConstraints.map { heading(report.constraints[$0].figure) }
    headings += ["Difference\(report.objective.unit.isEmpty ? "" : ", \(report.objective.unit)")"]
    if !report.constraints.isEmpty { headings.append("Meets") }
    text += "\n| \(headings.joined(separator: " | ")) |\n|\(String(repeating: "---|", count: headings.count))\n"
    for row in report.rows {
      let finalist = row.finalist
      var cells = [
        row.mark == "*" ? "front" : row.mark == ">" ? "**recommended**" : row.mark == "?" ? "**nearest**" : "",
        cell(row.point), Figure.text(finalist.objective?.mean), Figure.text(report.predictionRange(of: finalist)),
        Figure.text(finalist.objective?.flooredInterval),
        Figure.text(finalist.tradeOff?.mean), Figure.text(finalist.tradeOff?.flooredInterval),
      ]
      if !report.hasPrediction { cells.remove(at: 3) }
      cells += report.otherConstraints.map { Figure.text(finalist.constraints[$0].figure?.mean) }
      cells.append(report.difference(finalist))
      if !report.constraints.isEmpty { cells.append(report.meets(finalist)) }
      text += "| \(cells.joined(separator: " | ")) |\n"
    }
    text += "\n"
    for line in report.legend.dropFirst(2) + report.basis { text += "\(cell(line))  \n" }
    return text + "\n`\(report.command.replacing("`", with: "'"))`\n"
  }

  private func heading(_ figure: OptimizationReport.Figured) -> String {
    cell(OptimizationReport.words(figure) + (figure.unit.isEmpty ? "" : ", \(figure.unit)"))
  }

  private func cell(_ text: String) -> String { PlainText.markdown(text) }
}
