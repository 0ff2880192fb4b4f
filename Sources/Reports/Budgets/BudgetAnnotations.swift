import Analysis

/// A check as workflow commands, which GitHub Actions shows beside the lines of the budget file.
/// Format: https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
package struct GitHubAnnotations: Sendable {
  package init() {}

  /// A line for each limit that is not kept, worst first: GitHub shows the first ten of a kind.
  package func render(_ report: BudgetReport) -> String {
    report.worstFirst.filter { $0.status != .within }.map { finding in
      let place = finding.place
      let isFile = place.line > 0
      return Self.command(
        finding.status.severity.gitHub, file: isFile ? place.file : nil, line: isFile ? place.line : nil,
        column: isFile ? place.column : nil,
        title: BudgetWords.subject(finding), message: BudgetWords.message(finding))
    }.joined()
  }

  /// One annotation, for errors outside a report too.
  ///
  /// - Parameter kind: error, warning or notice.
  package static func command(
    _ kind: String, file: String?, line: Int?, column: Int?, title: String, message: String
  ) -> String {
    var properties: [String] = []
    if let file { properties.append("file=\(property(file))") }
    if let line { properties.append("line=\(line)") }
    if let column { properties.append("col=\(column)") }
    properties.append("title=\(property(title))")
    return "::\(kind) \(properties.joined(separator: ","))::\(data(message))\n"
  }

  /// As the runner's own toolkit escapes messages; commands of the form `##[name]`, which it does not escape, are parted.
  private static func data(_ text: String) -> String { escaped(text, also: "") }

  /// Properties end at a comma, the list of them at a colon.
  private static func property(_ text: String) -> String { escaped(text, also: ":,") }

  private static func escaped(_ text: String, also more: String) -> String {
    var result = ""
    for scalar in PlainText.parted(PlainText.line(text)).unicodeScalars {
      if scalar == "%" || more.unicodeScalars.contains(scalar) {
        result += "%" + String(scalar.value, radix: 16, uppercase: true)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

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
      "fingerprint": finding.fingerprint, "severity": finding.status.severity.gitLab,
      "location": ["path": place.file, "lines": ["begin": max(1, place.line)] as JSONValue] as JSONValue,
    ]
  }
}

extension BudgetFinding.Status {
  /// What GitHub's annotations and GitLab's reports call it.
  fileprivate var severity: (gitHub: String, gitLab: String) {
    switch self {
    case .broken: ("error", "major")
    case .warning: ("warning", "minor")
    case .waived, .within: ("notice", "info")
    }
  }
}
