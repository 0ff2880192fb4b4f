import Analysis

/// A check as GitLab's code quality report: an entry for each limit that is not kept, shown in the merge request.
/// Format: https://docs.gitlab.com/ci/testing/code_quality/ (description, check_name, fingerprint, severity, location).
package struct BudgetGitLab: Sendable {
  package init() {}

  package func render(_ report: BudgetReport) -> String {
    report.worstFirst.filter { $0.status != .within }.map(entry).json.text
  }

  private func entry(_ finding: BudgetFinding) -> JSONValue {
    let place = finding.place
    return [
      "description": PlainText.line(BudgetWords.message(finding)),
      "check_name": "geojoule/\(finding.limit.metric.column)/\(finding.limit.bound.key)",
      "fingerprint": finding.fingerprint, "severity": severity(finding.status),
      "location": ["path": place.file, "lines": ["begin": max(1, place.line)] as JSONValue] as JSONValue,
    ]
  }

  private func severity(_ status: BudgetFinding.Status) -> String {
    switch status {
    case .broken: "major"
    case .warning: "minor"
    case .waived, .within: "info"
    }
  }
}
