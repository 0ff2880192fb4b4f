package import Analysis
package import Core

/// What a check of a budget file found: what every check format renders. It holds no path of the machine and no clock,
/// so that equal inputs give equal bytes.
package struct BudgetReport: Sendable, RenderedReport {
  /// The budget file as the user named it.
  package var file: String
  /// In the order of the file.
  package var findings: [BudgetFinding]
  /// How many limits of the file are switched off.
  package var limitsOff: Int
  /// The day on which waivers were looked at.
  package var today: CalendarDay
  /// The tool's version.
  package var version: String
  /// The command line that makes the report again.
  package var command: String
  /// What a reader has to know about all findings.
  package var notes: [String]
  /// What to try where a strategy's energy is over its limit, by strategy.
  package var suggestions: [String: String] = [:]
  /// What to do next, in a sentence.
  package var next: String?

  package init(
    file: String, findings: [BudgetFinding], limitsOff: Int = 0, today: CalendarDay, version: String, command: String,
    notes: [String] = []
  ) {
    (self.file, self.findings, self.limitsOff, self.today) = (file, findings, limitsOff, today)
    (self.version, self.command, self.notes) = (version, command, notes)
  }

  /// Whether a limit of level `error` is broken.
  package var isBroken: Bool { findings.contains { $0.status == .broken } }

  /// How many findings came out so.
  package func count(_ status: BudgetFinding.Status) -> Int { findings.count { $0.status == status } }

  /// Broken limits first, the one furthest beyond first; what is within comes last, the nearest to its limit first.
  package var worstFirst: [BudgetFinding] {
    findings.enumerated().sorted {
      ($0.element.status, -$0.element.verdict.excess, $0.offset) < (
        $1.element.status, -$1.element.verdict.excess, $1.offset
      )
    }.map(\.element)
  }

  /// One sentence with the outcome.
  package var sentence: String {
    func limits(_ count: Int) -> String { count == 1 ? "1 limit" : "\(count) limits" }
    var parts: [String] = []
    let (broken, warnings, waived) = (count(.broken), count(.warning), count(.waived))
    if warnings > 0 { parts.append("\(warnings) with a warning") }
    if waived > 0 { parts.append("\(waived) waived") }
    if limitsOff > 0 { parts.append("\(limitsOff) switched off") }
    let rest = parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
    if broken > 0 {
      return "Power budget broken: \(broken) of \(limits(findings.count)) exceeded\(rest)."
    }
    return "Within the power budget: \(limits(findings.count)) checked\(rest)."
  }
}
