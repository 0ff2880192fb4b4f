import Analysis

/// Strategies over people for a terminal of 80 to 120 columns.
public struct PopulationText: Sendable {
  public var width: Int
  public var isColoured: Bool

  public init(width: Int = 100, isColoured: Bool = false) {
    self.width = max(width, 60)
    self.isColoured = isColoured
  }

  public func render(_ report: PopulationReport) -> String {
    let style = TextStyle(isColoured: isColoured)
    var lines = TextWrap.lines(report.finding, width: width).map(style.bold)
    lines += TextWrap.lines(PlainText.line(report.subtitle), width: width).map(style.dim)
    lines.append("")
    lines += table(report).lines(width: width, style: style)
    lines.append("")
    let hurt = report.hurt(limit: 3)
    if hurt.isEmpty {
      lines.append("No group has clearly more than its share of a worst tenth.")
    } else {
      lines.append(style.bold("Groups over-represented in the worst tenth"))
      lines += table(hurt).lines(width: width, style: style)
    }
    lines.append("")
    for remark in report.remarks { lines += TextWrap.lines(PlainText.line(remark), width: width, indent: "  ") }
    lines.append(style.dim("Again: \(PlainText.line(report.context.command))"))
    return lines.joined(separator: "\n") + "\n"
  }

  private func table(_ report: PopulationReport) -> TextTable {
    func column(
      _ figure: PopulationFigure, _ heading: [String], rank: Int, _ cell: (PeopleStatistics) -> String
    ) -> TextTable.Column {
      TextTable.Column(heading: heading, rank: rank, cells: report.rows.map { $0[figure].map(cell) ?? Figure.missing })
    }
    func columns(_ figure: PopulationFigure, _ name: String, _ unit: String, ranks: [Int]) -> [TextTable.Column] {
      let predictions = report.rows.map { $0.predictionRange(of: figure) }
      let predicted = TextTable.Column(
        heading: [name, "prediction", unit], rank: ranks[1],
        cells: predictions.map { PopulationReport.text(figure, $0) })
      var columns = [
        column(figure, [name, "median", unit], rank: ranks[0]) { PopulationReport.text(figure, $0.median) }
      ]
      if predictions.contains(where: { $0 != nil }) { columns.append(predicted) }
      columns.append(
        column(figure, [name, "10 % to 90 %", unit], rank: ranks[1]) {
          PopulationReport.text(figure, min($0.p10, $0.p90)...max($0.p10, $0.p90))
        })
      columns.append(
        column(figure, [name, "worst tenth", unit], rank: ranks[2]) { PopulationReport.text(figure, $0.worstDecile) })
      columns.append(
        column(figure, ["", "its interval", unit], rank: ranks[3]) {
          PopulationReport.text(figure, $0.worstDecileInterval)
        })
      return columns
    }
    return TextTable(
      columns: [
        TextTable.Column(
          heading: ["", "", "strategy"], alignment: .left,
          cells: report.rows.map { DisplayWidth.clipped(PlainText.line($0.strategy), to: 28) })
      ] + columns(.drain, "drain", "%/h", ranks: [0, 4, 1, 9])
        + columns(.locationDrain, "location", "%/h", ranks: [2, 8, 3, 10])
        + columns(.error95, "err p95", "m", ranks: [0, 5, 0, 11])
        + Array(columns(.coverage, "covers", "%", ranks: [6, 12, 7, 13])))
  }

  private func table(_ hurt: [PopulationReport.Hurt]) -> TextTable {
    func column(_ heading: [String], rank: Int = 0, _ cell: (PopulationReport.Hurt) -> String) -> TextTable.Column {
      TextTable.Column(heading: heading, rank: rank, cells: hurt.map(cell))
    }
    return TextTable(columns: [
      TextTable.Column(
        heading: ["strategy", ""], alignment: .left,
        cells: hurt.map { DisplayWidth.clipped(PlainText.line($0.strategy), to: 28) }),
      TextTable.Column(
        heading: ["in", ""], alignment: .left, cells: hurt.map { PopulationReport.title($0.group.figure) }),
      TextTable.Column(heading: ["who", ""], alignment: .left, cells: hurt.map { PopulationReport.cell($0.group) }),
      column(["of all", "%"], rank: 3) { Figure.percent($0.group.share) },
      column(["of worst", "%"], rank: 4) { Figure.percent($0.group.worstShare) },
      column(["times", ""]) { Figure.text($0.group.risk, decimals: 2) },
      column(["95 %", ""], rank: 2) { Figure.text($0.group.riskInterval, decimals: 2) },
      column(["mean", "of group"], rank: 1) { PopulationReport.text($0.group.figure, $0.group.mean) },
      column(["mean", "of all"], rank: 1) { PopulationReport.text($0.group.figure, $0.mean) },
    ])
  }
}
