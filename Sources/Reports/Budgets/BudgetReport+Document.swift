import Analysis

extension BudgetReport {
  /// The check before it is written as a table for programs or as a page: a row for each limit, the worst first.
  package var document: ReportDocument {
    let findings = worstFirst
    func words(
      _ name: String, _ heading: String = "", rank: Int = 0, cell: (BudgetFinding) -> String
    ) -> ReportTable.Column {
      .init(name: name, heading: heading.isEmpty ? [] : [heading], rank: rank, cells: .words(findings.map(cell)))
    }
    func number(_ name: String, _ value: (BudgetFinding) -> Double?) -> ReportTable.Column {
      .init(name: name, cells: .numbers(findings.map(value), .three))
    }
    let table = ReportTable(
      columns: [
        words("strategy", "strategy", cell: \.strategy),
        words("budget", cell: \.budget),
        words("scenario", "scenario", rank: 7, cell: \.scenario),
        words("device", "device", rank: 8, cell: \.device),
        words("network", "network", rank: 9, cell: \.network),
        words("metric", "figure", rank: 2) { $0.limit.metric.column },
        words("status", "result", rank: 1) { $0.status.rawValue },
        words("level") { $0.limit.level.rawValue },
        words("", "found", rank: 3, cell: BudgetWords.measured),
        number("mean") { $0.verdict.figure?.mean },
        .init(
          name: "mean",
          cells: .ranges(
            findings.map { finding in
              finding.verdict.figure.flatMap { $0.low <= $0.high ? $0.low...$0.high : nil }
            }, .three, low: "low", high: "high")),
        number("change") { $0.verdict.change?.mean },
        number("baseline_mean", \.verdict.baselineMean),
        .init(
          name: "prediction", heading: ["predicted"], rank: 4, note: "About 90 % of real runs lie in it.",
          cells: .ranges(findings.map(\.prediction), .three, low: "p5", high: "p95")),
        words("limit", "limit", rank: 5) { $0.limit.bound.kind },
        words("", "allowed", rank: 6) { BudgetWords.allowed($0.limit.bound) },
        words("bound") { $0.limit.bound.key },
        number("allowed") {
          switch $0.limit.bound {
          case .max(let value), .min(let value): value
          case .maxIncrease, .maxDecrease: nil
          }
        },
        number("allowed_percent") { $0.limit.bound.tolerance?.percent },
        number("allowed_absolute") { $0.limit.bound.tolerance?.absolute },
        words("", "seeds", rank: 10) { "\($0.verdict.seeds)" },
        number("seeds") { Double($0.verdict.seeds) },
        words("file") { $0.limit.place.file },
        number("line") { Double($0.limit.place.line) },
      ])
    return ReportDocument(
      title: "Power budget \(file)", headline: sentence, subtitle: "As of \(today), geojoule \(version)",
      sections: [ReportDocument.Section(table: table)],
      remarks: findings.filter { $0.status != .within }.map(BudgetWords.message)
        + findings.compactMap { finding in
          BudgetWords.hint(finding).map { "hint: \(BudgetWords.subject(finding)): \($0)" }
        } + BudgetWords.kinds(findings) + notes, version: version, command: command)
  }
}
