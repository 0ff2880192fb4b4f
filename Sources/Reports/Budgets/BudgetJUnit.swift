import Analysis
import Core

/// A check as JUnit XML, as Jenkins, GitLab and most others read it: a suite for each budget and its conditions, a case
/// for each limit and strategy. A broken limit is a failure, a waived one is skipped, a warning passes and says so.
package struct BudgetJUnit: Sendable {
  /// Adds `file` and `line` to each case, which GitLab shows, and which Jenkins' schema (junit-10.xsd) does not know.
  package var showsPlaces: Bool

  package init(showsPlaces: Bool = false) { self.showsPlaces = showsPlaces }

  package func render(_ report: BudgetReport) -> String {
    func name(_ finding: BudgetFinding) -> String { "\(finding.budget): \(BudgetWords.conditions(finding))" }
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"\(escape("geojoule check \(report.file)"))\" \(counts(report.findings))>\n"
    for findings in report.findings.grouped(by: name) {
      let name = name(findings[0])
      text += "  <testsuite name=\"\(escape(name))\" \(counts(findings)) skipped=\"\(skipped(findings))\">\n"
      for finding in findings { text += testCase(finding, suite: name) }
      text += "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  private func testCase(_ finding: BudgetFinding, suite: String) -> String {
    let message = escape(BudgetWords.message(finding))
    var open = "    <testcase classname=\"\(escape(suite))\" name=\"\(escape(BudgetWords.subject(finding)))\""
    if showsPlaces {
      open += " file=\"\(escape(finding.limit.place.file))\" line=\"\(finding.limit.place.line)\""
    }
    let content: String
    switch finding.status {
    case .broken: content = "<failure type=\"budget\" message=\"\(message)\">\(message)</failure>"
    case .waived: content = "<skipped message=\"\(message)\"/>"
    case .warning: content = "<system-out>warning: \(message)</system-out>"
    case .within: return "\(open)/>\n"
    }
    return "\(open)>\n      \(content)\n    </testcase>\n"
  }

  private func counts(_ findings: [BudgetFinding]) -> String {
    "tests=\"\(findings.count)\" failures=\"\(findings.count { $0.status == .broken })\" errors=\"0\""
  }

  private func skipped(_ findings: [BudgetFinding]) -> Int { findings.count { $0.status == .waived } }

  /// XML 1.0 has no way to write U+FFFE and U+FFFF.
  private func escape(_ text: String) -> String {
    var clean = ""
    for scalar in text.unicodeScalars {
      clean.unicodeScalars.append(scalar.value == 0xFFFE || scalar.value == 0xFFFF ? "\u{FFFD}" : scalar)
    }
    return PlainText.markup(clean)
  }
}
