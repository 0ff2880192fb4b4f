import Analysis

extension BudgetReport {
  /// The check before it is written in a format: a row for each limit, the worst first.
  package var document: ReportDocument {
    let findings = worstFirst
    let columns = ReportColumns(findings)
    // Only what tells the rows apart; what all share stands above the table.
    func condition(_ name: String, rank: Int, _ cell: (BudgetFinding) -> String) -> ReportTable.Column {
      columns.words(Set(findings.map(cell)).count > 1 ? [name] : [], name: name, rank: rank, cell: cell)
    }
    let shared = Set(findings.map(BudgetWords.conditions))
    var table = ReportTable {
      columns.words(["strategy"], name: "strategy") { $0.strategy }
      columns.words(name: "budget") { $0.budget }
      condition("scenario", rank: 5, \.scenario)
      condition("device", rank: 6, \.device)
      condition("network", rank: 7, \.network)
      columns.words(name: "metric") { $0.limit.metric.column }
      columns.words(["figure"], rank: 2) { BudgetWords.figure($0.limit.metric) }
      columns.words(["result"], name: "status", rank: 1) { $0.status.rawValue }
      columns.words(name: "level") { $0.limit.level.rawValue }
      columns.figures(["found"], rank: 3, cell: BudgetWords.deciding)
      columns.figures(["95 % interval"], rank: 10, cell: BudgetWords.interval)
      columns.numbers(name: "mean") { $0.verdict.figure?.mean }
      columns.ranges(name: "mean", ends: ("low", "high")) { finding in
        finding.verdict.figure.flatMap { $0.low <= $0.high ? $0.low...$0.high : nil }
      }
      columns.numbers(["change"], name: "change", rank: 12) { $0.verdict.change?.mean }
      columns.numbers(name: "baseline_mean") { $0.verdict.baselineMean }
      columns.ranges(
        ["predicted"], name: "prediction", ends: ("p5", "p95"), rank: 5, note: "About 90 % of real runs lie in it."
      ) { $0.prediction }
      columns.words(["limit"], name: "limit", rank: 5) { $0.limit.bound.kind }
      columns.words(["allowed"], rank: 4) {
        let sign = $0.limit.bound.isRelative ? "" : "<= "
        return BudgetWords.allowed($0.limit).replacing("at most ", with: sign).replacing("at least", with: ">=")
      }
      columns.words(name: "bound") { $0.limit.bound.key }
      columns.numbers(name: "allowed") {
        switch $0.limit.bound {
        case .max(let value), .min(let value): value
        case .maxIncrease, .maxDecrease: nil
        }
      }
      columns.numbers(name: "allowed_percent") { $0.limit.bound.tolerance?.percent }
      columns.numbers(name: "allowed_absolute") { $0.limit.bound.tolerance?.absolute }
      columns.counts(["seeds"], name: "seeds", rank: 11) { $0.verdict.seeds }
      columns.words(name: "file") { $0.limit.place.file }
      columns.numbers(name: "line") { Double($0.limit.place.line) }
    }
    (table.leastColumns, table.mostWidth) = (5, 80)
    return ReportDocument(
      title: "Power budget \(file)", headline: sentence,
      subtitle: (shared.count == 1 ? findings.first.map(BudgetWords.conditions) ?? "" : "As of \(today)")
        + (findings.isEmpty ? "" : "; \(BudgetWords.simulation(findings))"),
      sections: findings.isEmpty ? [] : [ReportDocument.Section(table: table)],
      closing: findings.filter { $0.status != .within }.map { finding in
        "\(finding.status.rawValue): \(BudgetWords.message(finding)) "
          + "[\(finding.limit.place.text)]"
      } + [next.map { "Next: \($0)" }].compactMap(\.self),
      remarks: findings.flatMap(Self.remarks) + BudgetWords.kinds(findings) + notes,
      background: table.meanings, version: version,
      command: command)
  }

  /// What to know of a limit that is kept.
  private static func remarks(_ finding: BudgetFinding) -> [String] {
    let subject = "\(BudgetWords.subject(finding)) (\(BudgetWords.conditions(finding)))"
    return (finding.status == .within ? BudgetWords.remarks(finding) : []).map { "\(subject): \($0)" }
      + [BudgetWords.hint(finding)].compactMap(\.self).map { "hint: \(subject): \($0)" }
  }
}
