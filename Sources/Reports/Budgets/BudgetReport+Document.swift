import Analysis

extension BudgetReport {
  /// The check before it is written in a format: a row for each limit, the worst first.
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
    // Only what tells the rows apart; what all share stands above the table.
    func condition(_ name: String, rank: Int, _ cell: (BudgetFinding) -> String) -> ReportTable.Column {
      words(name, Set(findings.map(cell)).count > 1 ? name : "", rank: rank, cell: cell)
    }
    let shared = Set(findings.map(BudgetWords.conditions))
    var table = ReportTable(
      columns: [
        words("strategy", "strategy", cell: \.strategy),
        words("budget", cell: \.budget),
        condition("scenario", rank: 5, \.scenario), condition("device", rank: 6, \.device),
        condition("network", rank: 7, \.network),
        words("metric") { $0.limit.metric.column },
        words("", "figure", rank: 2) { BudgetWords.figure($0.limit.metric) },
        words("status", "result", rank: 1) { $0.status.rawValue },
        words("level") { $0.limit.level.rawValue },
        words("", "found", rank: 3, cell: BudgetWords.found),
        words("", "95 % interval", rank: 10, cell: BudgetWords.interval),
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
          name: "prediction", heading: ["predicted"], rank: 8, note: "About 90 % of real runs lie in it.",
          cells: .ranges(findings.map(\.prediction), .three, low: "p5", high: "p95")),
        words("limit", "limit", rank: 9) { $0.limit.bound.kind },
        words("", "allowed", rank: 4) {
          BudgetWords.allowed($0.limit.bound).replacing("at most", with: "<=").replacing("at least", with: ">=")
        },
        words("bound") { $0.limit.bound.key },
        number("allowed") {
          switch $0.limit.bound {
          case .max(let value), .min(let value): value
          case .maxIncrease, .maxDecrease: nil
          }
        },
        number("allowed_percent") { $0.limit.bound.tolerance?.percent },
        number("allowed_absolute") { $0.limit.bound.tolerance?.absolute },
        words("", "seeds", rank: 11) { "\($0.verdict.seeds)" },
        number("seeds") { Double($0.verdict.seeds) },
        words("file") { $0.limit.place.file },
        number("line") { Double($0.limit.place.line) },
      ])
    (table.leastColumns, table.mostWidth) = (5, 80)
    return ReportDocument(
      title: "Power budget \(file)", headline: sentence,
      subtitle: shared.count == 1 ? findings.first.map(BudgetWords.conditions) ?? "" : "As of \(today)",
      sections: findings.isEmpty ? [] : [ReportDocument.Section(table: table)],
      closing: findings.filter { $0.status != .within }.map { finding in
        "\(finding.status.rawValue): \(BudgetWords.message(finding)) "
          + "[\(finding.limit.place.file):\(finding.limit.place.line)]"
      }, remarks: findings.flatMap(Self.remarks) + BudgetWords.kinds(findings) + notes,
      background: table.shown().filter { !$0.note.isEmpty }.map { "\($0.title): \($0.note)" }, version: version,
      command: command)
  }

  /// What to know of a limit that is kept.
  private static func remarks(_ finding: BudgetFinding) -> [String] {
    let subject = "\(BudgetWords.subject(finding)) (\(BudgetWords.conditions(finding)))"
    return (finding.status == .within ? BudgetWords.remarks(finding) : []).map { "\(subject): \($0)" }
      + [BudgetWords.hint(finding)].compactMap(\.self).map { "hint: \(subject): \($0)" }
  }
}
