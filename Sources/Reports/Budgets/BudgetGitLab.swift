import Analysis

/// A check as GitLab's code quality report: an entry for each limit that is not kept, shown in the merge request.
/// Format: https://docs.gitlab.com/ci/testing/code_quality/ (description, check_name, fingerprint, severity, location).
public struct BudgetGitLab: Sendable {
  public init() {}

  public func render(_ report: BudgetReport) -> String {
    JSONValue.array(report.worstFirst.filter { $0.status != .within }.map(entry)).text
  }

  private func entry(_ finding: BudgetFinding) -> JSONValue {
    .object([
      ("description", .string(PlainText.line(BudgetWords.message(finding)))),
      ("check_name", .string("geojoule/\(finding.limit.metric.column)/\(finding.limit.bound.key)")),
      ("fingerprint", .string(finding.fingerprint)),
      ("severity", .string(severity(finding.status))),
      (
        "location",
        .object([
          ("path", .string(finding.limit.place.file)),
          ("lines", .object([("begin", .integer(UInt64(max(1, finding.limit.place.line))))])),
        ])
      ),
    ])
  }

  private func severity(_ status: BudgetFinding.Status) -> String {
    switch status {
    case .broken: "major"
    case .warning: "minor"
    case .waived, .within: "info"
    }
  }
}
