import Analysis

extension BudgetReport {
  /// The check before it is written in a format: a row for each limit, the worst first.
  package var document: ReportDocument {
    let findings = worstFirst
    let columns = ReportColumns(findings)
    // Only what tells the rows apart; what all share stands above the table.
    let conditions: [KeyPath<BudgetFinding, String>] = [\.scenario, \.device, \.network]
    let differing = conditions.filter { path in Set(findings.map { $0[keyPath: path] }).count > 1 }
    let shared = Set(findings.map(BudgetWords.conditions))
    var table = ReportTable {
      columns.words(["strategy"], name: "strategy") { $0.strategy }
      columns.words(name: "budget") { $0.budget }
      columns.words(name: "scenario") { $0.scenario }
      columns.words(name: "device") { $0.device }
      columns.words(name: "network") { $0.network }
      columns.words(["conditions"], rank: 5) { finding in
        differing.map { finding[keyPath: $0] }.joined(separator: ", ")
      }
      columns.words(name: "metric") { $0.limit.metric.column }
      columns.words(["figure"], rank: 2) { BudgetWords.figure($0.limit.metric) }
      columns.words(["result"], name: "status", rank: 1) { $0.status.rawValue }
      columns.words(name: "level") { $0.limit.level.rawValue }
      columns.figures(["found"], rank: 3, cell: BudgetWords.deciding)
      columns.figures(
        ["change"], rank: 3, note: "Since the base branch's baseline, over the seeds that both have.",
        cell: BudgetWords.sinceBase)
      columns.figures(["95 % interval"], rank: 10, cell: BudgetWords.interval)
      columns.numbers(name: "mean") { $0.verdict.figure?.mean }
      columns.ranges(name: "mean", ends: ("low", "high")) { finding in
        finding.verdict.figure.flatMap { $0.low <= $0.high ? $0.low...$0.high : nil }
      }
      columns.numbers(name: "change") { $0.verdict.change?.mean }
      columns.numbers(name: "baseline_mean") { $0.verdict.baselineMean }
      columns.numbers(name: "base_mean") { $0.sinceBase?.old }
      columns.numbers(name: "base_change") { $0.sinceBase.map { $0.new - $0.old } }
      columns.ranges(
        ["predicted"], name: "prediction", ends: ("p5", "p95"), rank: 5, note: "Meant to hold about 90 % of real runs."
      ) { $0.prediction }
      columns.words(["allowed"], rank: 4) {
        let sign = $0.limit.bound.isRelative ? "" : "<= "
        return BudgetWords.allowed($0.limit).replacing("at most ", with: sign).replacing("at least", with: ">=")
      }
      columns.words(["limit"], name: "limit", rank: 4) { $0.limit.bound.kind }
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
    table.leastColumns = 5
    let kept = count(.within)
    table.folded = (findings.count - kept, kept == 1 ? "1 limit is kept" : "\(kept) limits are kept")
    return ReportDocument(
      title: "Power budget \(file)", headline: sentence,
      subtitle: (shared.count == 1 ? findings.first.map(BudgetWords.conditions) ?? "" : "As of \(today)")
        + (findings.isEmpty ? "" : "; \(BudgetWords.simulation(findings))"),
      sections: findings.isEmpty ? [] : [ReportDocument.Section(table: table)],
      closing: findings.filter { $0.status != .within }.map { finding in
        "\(finding.status.rawValue): \(BudgetWords.message(finding)) "
          + "[\(finding.limit.place.text)]"
      } + [next.map { "Next: \($0)" }].compactMap(\.self), remarks: BudgetWords.kinds(findings) + notes,
      foldedRemarks: findings.flatMap(Self.remarks),
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
