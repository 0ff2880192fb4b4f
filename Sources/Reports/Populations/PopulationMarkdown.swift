import Analysis

/// Strategies over people as Markdown with tables as GitHub understands them; never longer than a comment may be.
public struct PopulationMarkdown: Sendable {
  public init() {}

  public func render(_ report: PopulationReport) -> String {
    let context = report.context
    let head = """
      ### \(PlainText.markdown(MarkdownRoom.clip(context.title)))

      **\(PlainText.markdown(MarkdownRoom.clip(report.finding, 2000)))**

      \(PlainText.markdown(MarkdownRoom.clip(report.subtitle, 2000)))


      """
    let tail = "\n```sh\n\(MarkdownRoom.clip(PlainText.line(context.command), 4000))\n```\n"
    var room = MarkdownRoom.limit - head.utf8.count - tail.utf8.count - 400
    let rows = MarkdownRoom.fit(table(report), "\n%d more strategies are left out.\n", room: room / 3)
    room -= rows.utf8.count
    let hurt = MarkdownRoom.fit(hurt(report), "\n%d more groups are left out.\n", room: room / 2)
    room -= hurt.utf8.count
    let remarks = report.remarks.map { "- \(PlainText.markdown(MarkdownRoom.clip($0, 2000)))\n" }
    return head + rows + "\n" + hurt + "\n" + MarkdownRoom.fit(remarks, "- %d more remarks are left out.\n", room: room)
      + tail
  }

  private func table(_ report: PopulationReport) -> [String] {
    let figures: [PopulationFigure] = [.drain, .locationDrain, .error95, .coverage, .age95]
    let headings =
      ["Strategy", "Use"]
      + figures.flatMap { figure in
        let title = PopulationReport.title(figure)
        return ["\(title.prefix(1).uppercased())\(title.dropFirst()): median"]
          + (predicts(figure, report) ? ["prediction"] : []) + ["10 % to 90 %", "worst tenth"]
      }
    return [line(headings), line(headings.indices.map { $0 < 2 ? "---" : "---:" })]
      + report.rows.map { row in
        line(
          [PlainText.markdown(MarkdownRoom.clip(row.strategy)), row.use.rawValue]
            + figures.flatMap { figure -> [String] in
              let predicted =
                predicts(figure, report) ? [PopulationReport.text(figure, row.predictionRange(of: figure))] : []
              guard let all = row[figure] else {
                return Array(repeating: Figure.missing, count: 3 + predicted.count)
              }
              return [PopulationReport.text(figure, all.median)] + predicted + [
                PopulationReport.text(figure, min(all.p10, all.p90)...max(all.p10, all.p90)),
                PopulationReport.text(figure, all.worstDecile)
                  + (all.worstDecileInterval.map { " (\(PopulationReport.text(figure, $0)))" } ?? ""),
              ]
            })
      }
  }

  /// Whether the figure has a column of prediction ranges.
  private func predicts(_ figure: PopulationFigure, _ report: PopulationReport) -> Bool {
    report.rows.contains { $0.predictionRange(of: figure) != nil }
  }

  private func hurt(_ report: PopulationReport) -> [String] {
    let hurt = report.hurt(limit: 5)
    guard !hurt.isEmpty else { return ["No group has clearly more than its share of a worst tenth.\n"] }
    return [
      line([
        "Strategy", "In the worst tenth of", "Who", "Of all %", "Of worst %", "Times", "95 %", "Mean of group",
        "Mean of all",
      ]),
      line(["---", "---", "---", "---:", "---:", "---:", "---:", "---:", "---:"]),
    ]
      + hurt.map { one in
        let group = one.group
        return line([
          PlainText.markdown(MarkdownRoom.clip(one.strategy)), PopulationReport.title(group.figure),
          PopulationReport.cell(group), Figure.percent(group.share), Figure.percent(group.worstShare),
          Figure.text(group.risk, decimals: 2), Figure.text(group.riskInterval, decimals: 2),
          PopulationReport.text(group.figure, group.mean), PopulationReport.text(group.figure, one.mean),
        ])
      }
  }

  private func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }
}
