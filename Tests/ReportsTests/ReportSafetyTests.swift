import Foundation
import Core
import Reports
import Testing

/// Names come from users' files; none may break a format or run in a reader's program.
@Suite struct ReportSafetyTests {
  static let hostile = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "a & b", "{{command}}", "|x|`y`", "=cmd()",
    "a,b\"c",
    "red\u{1B}[31m", "line\nbreak", "\u{202E}gnp", "</svg></title>", "日本語の戦略",
  ]

  static func report() -> ComparisonReport {
    let strategies = hostile.enumerated().map {
      SampleReports.Strategy(
        name: $0.element, milliwatts: 31.7 * Double($0.offset + 1), error: 911 / Double($0.offset + 1),
        trackError: 811 / Double($0.offset + 1), fixes: 7, note: $0.element)
    }
    return SampleReports.report(
      strategies, seeds: 3, title: "<script>title</script>", device: "=<b>device", notes: ["<i>note</i>"])
  }

  @Test func htmlEscapesEveryName() throws {
    let page = DocumentHTML().render(Self.report())
    #expect(page.components(separatedBy: "<script").count == 2)
    #expect(!page.contains("<script>alert") && !page.contains("<script>title"))
    #expect(!page.contains("<img"))
    #expect(!page.contains("<b>"))
    #expect(!page.contains("<i>"))
    #expect(!page.contains("\u{202E}"))
    #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
    #expect(page.contains("{{command}}"))
    // Two charts.
    #expect(page.components(separatedBy: "</svg>").count == 3)
  }

  @Test func pageLoadsNothing() {
    let page = DocumentHTML().render(SampleReports.report())
    for word in ["http://", "https://", "src=", "href=", "@import", "<link"] {
      #expect(!page.contains(word))
    }
    #expect(page.contains("default-src 'none'"))
    #expect(page.contains("<html lang=\"en\">"))
  }

  @Test(arguments: [1, 3, 40])
  func drawingsAreWellFormed(seeds: Int) throws {
    for report in [Self.report(), SampleReports.report(seeds: seeds)] {
      let page = DocumentHTML().render(report)
      let drawings = page.components(separatedBy: "<svg").dropFirst()
      #expect(drawings.count == 2)
      for rest in drawings {
        let end = try #require(rest.range(of: "</svg>"))
        let drawing = "<svg" + rest[..<end.upperBound]
        #expect(throws: Never.self) { try XMLCheck.read(drawing, root: "svg") }
        #expect(!drawing.contains("nan") && !drawing.contains("inf\""))
      }
    }
  }

  @Test func csvQuotesAndDisarms() {
    let text = DocumentCSV().render(Self.report())
    #expect(text.contains("\n'=cmd(),'=<b>device,"))
    #expect(text.contains("\n\"a,b\"\"c\",'=<b>device,"))
    #expect(text.contains("\n\"line\nbreak\",'=<b>device,"))
  }

  @Test func jsonReadsBack() throws {
    let text = ComparisonJSON(includesRuns: true).render(Self.report())
    let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let strategies = try #require(object["strategies"] as? [[String: Any]])
    #expect(strategies.compactMap { $0["strategy"] as? String } == Self.hostile)
    #expect(!text.contains("<script"))
  }

  @Test func terminalNeverPassesOnControlCharacters() {
    let text = DocumentText(width: 120).render(Self.report())
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    #expect(!text.contains("\u{202E}"))
  }

  /// A comment on a pull request takes 65,536 characters.
  @Test func markdownFitsAComment() {
    let strategies = (0..<900).map {
      SampleReports.Strategy(
        name: "strategy \($0) <\(String(repeating: "é", count: 300))>", milliwatts: 3, error: 7,
        note: "\($0)" + String(repeating: "&", count: 3000))
    }
    var report = SampleReports.report(strategies, seeds: 1, title: String(repeating: "<", count: 9000))
    report.context.command = String(repeating: "📍", count: 90_000)
    let text = DocumentMarkdown().render(report)
    #expect(text.utf8.count <= 64_000)
    #expect(text.contains("more rows are left out."))
    #expect(text.contains("more remarks are left out."))
    #expect(text.hasSuffix("…\n```\n"))
  }

  @Test func markdownKeepsItsTable() {
    let lines = DocumentMarkdown().render(Self.report()).split(separator: "\n").filter { $0.hasPrefix("| ") }
    #expect(lines.count == Self.hostile.count + 2)
    #expect(!lines.contains { $0.contains("<") })
    let bars = lines.map { $0.replacingOccurrences(of: "\\|", with: "").count { $0 == "|" } }
    #expect(Set(bars).count == 1)
  }
}
