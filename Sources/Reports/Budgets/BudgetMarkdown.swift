import Analysis
import Core

/// A check as a comment for a pull request: its document in Markdown, with what to try, and one hidden marker by which a bot
/// finds the comment it wrote before.
package struct BudgetMarkdown: Sendable {
  /// Shows every column and what it means.
  var isWide: Bool

  package init(isWide: Bool = false) { self.isWide = isWide }

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
    let marker = Self.marker(for: report.file) + "\n"
    var document = report.document
    document.closing += suggestion(report)
    var markdown = DocumentMarkdown(isWide: isWide)
    markdown.limit -= marker.utf8.count
    return marker + markdown.render(document)
  }

  /// What to try where energy is over its limit.
  private func suggestion(_ report: BudgetReport) -> [String] {
    let over = report.worstFirst.filter { [.broken, .warning].contains($0.status) && $0.isAboutEnergy }
    var names = over.map(\.strategy).uniqued()
    let known = names.compactMap { name in report.suggestions[name].map { "try: \(name): \($0)" } }
    names.removeAll { report.suggestions[$0] != nil }
    guard !names.isEmpty else { return known }
    let list = names.prefix(5).map { MarkdownRoom.clip($0) }.joined(separator: ", ")
    return known + ["try: 'geojoule advise' simulates changes to \(list)."]
  }
}

extension BudgetFinding {
  /// Whether its figure is an energy that was found.
  package var isAboutEnergy: Bool { limit.metric.metric.isWholePhone && verdict.figure != nil }
}
