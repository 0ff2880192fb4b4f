import Analysis

/// A check as Markdown for a pull request: failures first, what is kept
/// folded, never longer than a comment may be, with one hidden marker by
/// which a bot finds the comment it wrote before.
package struct BudgetMarkdown: Sendable {
  package init() {}

  /// The first line of the text: the same for every check of the same file.
  package static func marker(for file: String) -> String {
    // Two hyphens or a bracket would end the comment.
    var name = ""
    for scalar in file.unicodeScalars {
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      let safe: Unicode.Scalar = isPlain || "._/".unicodeScalars.contains(scalar) ? scalar : "-"
      if safe == "-", name.hasSuffix("-") { continue }
      name.unicodeScalars.append(safe)
    }
    return "<!-- geojoule-check: \(name) -->"
  }

  package func render(_ report: BudgetReport) -> String {
    let head = """
      \(Self.marker(for: report.file))
      ### Power budget \(PlainText.markdown(MarkdownRoom.clip(report.file)))

      **\(PlainText.markdown(report.sentence))**


      """
    var tail = ""
    let notes = BudgetWords.kinds(report.findings) + report.notes
    if !notes.isEmpty {
      tail += "\n" + notes.map { "- \(PlainText.markdown(MarkdownRoom.clip($0, 2000)))\n" }.joined()
    }
    let command = PlainText.line(MarkdownRoom.clip(report.command, 2000))
    tail += "\n```sh\n\(command.contains("```") ? "geojoule check" : command)\n```\n"
    tail += "\ngeojoule \(PlainText.markdown(report.version)), \(report.today)\n"

    let findings = report.worstFirst
    let passing = findings.filter { $0.status == .within }
    var room = MarkdownRoom.limit - head.utf8.count - tail.utf8.count - 1400
    let first = part(findings.filter { $0.status != .within }, report, room: passing.isEmpty ? room : room * 3 / 4)
    room -= first.utf8.count
    var fold = ""
    if !passing.isEmpty {
      let summary = passing.count == 1 ? "1 limit is kept" : "\(passing.count) limits are kept"
      fold = "<details><summary>\(summary)</summary>\n\n\(part(passing, report, room: room))\n</details>\n"
    }
    return head + first + (first.isEmpty || fold.isEmpty ? "" : "\n") + fold + tail
  }

  /// The table of some findings, then what there is to say about them.
  private func part(_ findings: [BudgetFinding], _ report: BudgetReport, room: Int) -> String {
    guard !findings.isEmpty else { return "" }
    let rows = findings.map(row)
    let remarks = findings.flatMap(remarks) + suggestion(findings, report)
    // Half of the room is for rows, which come first; what they leave is for remarks.
    let table = MarkdownRoom.fit(rows, "| ... | | | | | | | %d more rows |\n", room: remarks.isEmpty ? room : room / 2)
    let list = MarkdownRoom.fit(remarks, "- %d more remarks are left out.\n", room: room - table.utf8.count)
    return Self.heading + table + (list.isEmpty ? "" : "\n" + list)
  }

  /// What to try where energy is over its limit.
  private func suggestion(_ findings: [BudgetFinding], _ report: BudgetReport) -> [String] {
    var names: [String] = []
    for finding in findings where finding.status == .broken || finding.status == .warning {
      if finding.isAboutEnergy, !names.contains(finding.strategy) { names.append(finding.strategy) }
    }
    let known = names.compactMap { name in
      report.suggestions[name].map { "- try: \(PlainText.markdown(MarkdownRoom.clip("\(name): \($0)", 2000)))\n" }
    }
    names.removeAll { report.suggestions[$0] != nil }
    guard !names.isEmpty else { return known }
    let list = names.prefix(5).map { PlainText.markdown(MarkdownRoom.clip($0)) }.joined(separator: ", ")
    return known + ["- try: `geojoule advise` simulates changes to \(list).\n"]
  }

  private static let heading = """
    | Result | Strategy | Conditions | Figure | Found | Prediction | Limit | Allowed |
    | --- | --- | --- | --- | ---: | ---: | --- | --- |

    """

  private func row(_ finding: BudgetFinding) -> String {
    let status = finding.status == .within ? "within" : "**\(finding.status.rawValue)**"
    let cells =
      [status]
      + [
        MarkdownRoom.clip(finding.strategy), MarkdownRoom.clip(BudgetWords.conditions(finding)),
        finding.limit.metric.column,
        BudgetWords.measured(finding), Figure.text(finding.prediction), finding.limit.bound.kind,
        BudgetWords.allowed(finding.limit),
      ].map(PlainText.markdown)
    return "| \(cells.joined(separator: " | ")) |\n"
  }

  private func remarks(_ finding: BudgetFinding) -> [String] {
    let subject =
      "\(MarkdownRoom.clip(BudgetWords.subject(finding))) (\(MarkdownRoom.clip(BudgetWords.conditions(finding))))"
    var texts: [String] = []
    if finding.status != .within {
      texts.append("\(finding.status.rawValue): \(MarkdownRoom.clip(BudgetWords.message(finding), 2000))")
    } else {
      texts += BudgetWords.remarks(finding).map { "\(subject): \(MarkdownRoom.clip($0, 2000))" }
    }
    if let hint = BudgetWords.hint(finding) { texts.append("hint: \(subject): \(hint)") }
    return texts.map { "- \(PlainText.markdown($0))\n" }
  }
}

extension BudgetFinding {
  /// Whether its figure is an energy that was found.
  package var isAboutEnergy: Bool { limit.metric.metric.isWholePhone && verdict.figure != nil }
}
