import Analysis

/// A check for a terminal: the outcome, a table with the worst first, and what to know about it.
public struct BudgetTable: Sendable {
  public var width: Int
  public var isColoured: Bool

  /// - Parameter width: in columns.
  public init(width: Int = 100, isColoured: Bool = false) {
    self.width = width
    self.isColoured = isColoured
  }

  public func render(_ report: BudgetReport) -> String {
    let style = TextStyle(isColoured: isColoured)
    let findings = report.worstFirst
    var lines = [style.bold(report.sentence)]
    if let first = findings.first, Set(findings.map(BudgetWords.conditions)).count == 1 {
      lines.append(DisplayWidth.clipped(PlainText.line(BudgetWords.conditions(first)), to: width))
    }
    if !findings.isEmpty {
      lines.append("")
      lines += table(findings).lines(width: width, style: style)
    }
    var remarks: [String] = []
    for finding in findings where finding.status != .within {
      remarks.append("\(finding.status.rawValue): \(BudgetWords.message(finding)) [\(place(finding))]")
    }
    for finding in findings {
      if finding.status == .within { remarks += BudgetWords.remarks(finding).map { "\(subject(finding)): \($0)" } }
      if let hint = BudgetWords.hint(finding) { remarks.append("hint: \(subject(finding)): \(hint)") }
    }
    remarks += BudgetWords.kinds(report.findings) + report.notes
    if !remarks.isEmpty { lines.append("") }
    for remark in remarks { lines += TextWrap.lines(PlainText.line(remark), width: width, indent: "  ") }
    return lines.joined(separator: "\n") + "\n"
  }

  private func subject(_ finding: BudgetFinding) -> String {
    "\(BudgetWords.subject(finding)) (\(BudgetWords.conditions(finding)))"
  }

  private func place(_ finding: BudgetFinding) -> String { "\(finding.limit.place.file):\(finding.limit.place.line)" }

  private func table(_ findings: [BudgetFinding]) -> TextTable {
    func column(
      _ heading: String, _ alignment: TextTable.Alignment = .left, rank: Int = 0, limit: Int = 40,
      _ cell: (BudgetFinding) -> String
    ) -> TextTable.Column {
      TextTable.Column(
        heading: [heading], alignment: alignment, rank: rank,
        cells: findings.map { DisplayWidth.clipped(PlainText.line(cell($0)), to: limit) })
    }
    var columns = [
      column("Result") { $0.status.rawValue },
      column("Strategy", limit: 28) { $0.strategy },
      column("Figure") { $0.limit.metric.column },
      column("Found", .right) { BudgetWords.found($0) },
      column("95 % interval", .right, rank: 2) { BudgetWords.interval($0) },
      column("Limit", rank: 1) { $0.limit.bound.kind },
      column("Allowed") { BudgetWords.allowed($0.limit.bound) },
      column("Seeds", .right, rank: 1) { "\($0.verdict.seeds)" },
    ]
    if findings.contains(where: { $0.prediction != nil }) {
      columns.insert(column("Predicted", .right) { Figure.text($0.prediction) }, at: 4)
    }
    // Only what tells the rows apart; what all share stands above the table.
    let conditions: [(String, (BudgetFinding) -> String)] = [
      ("Scenario", \.scenario), ("Device", \.device), ("Network", \.network),
    ]
    let varying = conditions.filter { _, name in Set(findings.map(name)).count > 1 }
    columns.insert(contentsOf: varying.map { title, name in column(title, limit: 20, name) }, at: 2)
    return TextTable(columns: columns)
  }
}
