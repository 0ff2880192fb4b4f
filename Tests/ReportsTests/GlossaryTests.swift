import Foundation
import Reports
import TestSupport
import Testing

/// `geojoule explain` knows the words that reports print.
@Suite struct GlossaryTests {
  /// Words that need no entry.
  private static let everyday: Set<String> = [
    "SHA-256", "accuracy", "app", "change", "component", "count", "device", "drive", "figure", "first line", "format",
    "found", "from", "in", "key", "limit", "log", "mean", "maximum", "minimum", "mode", "model", "note", "number", "on",
    "parameter", "part", "people", "phone", "positions", "rate", "readings", "reason", "result", "rows", "run", "runs",
    "seconds", "state", "strategy", "system", "time", "to", "unit", "value", "where", "who",
  ]

  /// The headings that builders of tables write out, from the sources of the modules that report.
  private func headings() throws -> Set<String> {
    let column = /\b(?:words|numbers|counts|labelled|ranges|estimate|change)\(\s*(?:"\w+", )?(\[[^\]]*\])/
    let energy = /\benergy\("\w+", "([^"]*)"/
    let table = /headings: \[([^\[\]]*)\]/
    let quoted = /"([^"]*)"/
    var headings: Set<String> = []
    for module in ["Reports", "GeoJouleCLI"] {
      let folder = RepositoryPath.of("Sources/\(module)")
      for case let path as String in FileManager.default.enumerator(atPath: folder) ?? .init()
      where path.hasSuffix(".swift") {
        let text = try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
        for match in text.matches(of: column) {
          headings.insert(match.1.matches(of: quoted).map { String($0.1) }.joined(separator: " "))
        }
        headings.formUnion(text.matches(of: energy).map { String($0.1) })
        for match in text.matches(of: table) {
          for pair in match.1.matches(of: /\("([^"]*)", "[^"]*"\)/) { headings.insert(String(pair.1)) }
        }
      }
    }
    // Names that the program puts in are those of other tables.
    return headings.filter { !$0.isEmpty && !$0.contains("\\") && !$0.contains("_") }
  }

  @Test func everyHeadingIsExplained() throws {
    let headings = try headings()
    #expect(headings.count > 60 && headings.contains("by absence") && headings.contains("learned"))
    let known = Set(Glossary.entries.flatMap { [$0.term] + $0.aliases })
    for heading in headings.sorted() where !known.contains(heading) {
      if !Self.everyday.contains(heading) { Issue.record("'\(heading)' has no entry") }
    }
  }
}
