import Foundation
import Testing

@testable import Reports

/// The formats of one document hold the same cells in the same order.
@Suite struct DocumentFormatTests {
  static let documents = [
    SampleReports.report().document, SampleReports.report(seeds: 1).document, ReportSafetyTests.report().document,
  ]

  /// What people read: the name of each row, then its cells.
  private func shown(_ table: ReportTable, most: Int) -> [[String]] {
    let columns = table.shown(most: most)
    return (0..<table.rowCount).map { row in [table.name(row)] + columns.dropFirst().map { $0.text(row) } }
  }

  @Test(arguments: documents.indices, [8, Int.max])
  func markdownHasTheCells(_ index: Int, _ most: Int) throws {
    let table = try #require(Self.documents[index].sections.first?.table)
    let text = DocumentMarkdown(isWide: most > 8).render(Self.documents[index])
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2)
    let cells = shown(table, most: most)
    #expect(rows.count == cells.count)
    for (line, cells) in zip(rows, cells) {
      let expected = cells.map(PlainText.markdown).joined(separator: " | ")
      #expect(line.replacing(" ★", with: "") == "| \(expected) |")
    }
  }

  @Test(arguments: documents.indices, [8, Int.max])
  func theTerminalHasTheCells(_ index: Int, _ most: Int) throws {
    let table = try #require(Self.documents[index].sections.first?.table)
    let text = DocumentText(width: 200, isWide: most > 8).render(Self.documents[index])
    let lines = text.split(separator: "\n").map(String.init)
    let start = try #require(lines.firstIndex { $0.hasPrefix("----") })
    for (line, cells) in zip(lines[(start + 1)...], shown(table, most: most)) {
      var rest = line[...]
      for cell in [DisplayWidth.clipped(cells[0], to: 28)] + cells.dropFirst() {
        let found = try #require(rest.range(of: cell), "\(cell) in \(line)")
        #expect(rest[..<found.lowerBound].allSatisfy { " *".contains($0) }, "\(line)")
        rest = rest[found.upperBound...]
      }
      #expect(rest.allSatisfy { " *".contains($0) }, "\(line)")
    }
  }

  @Test(arguments: documents.indices)
  func thePageHasTheCells(_ index: Int) throws {
    let document = Self.documents[index]
    let table = try #require(document.sections.first?.table)
    let page = DocumentHTML().render(document)
    let body = try #require(page.split(separator: "<tbody>").dropFirst().first?.split(separator: "</tbody>").first)
    let rows = body.split(separator: "<tr").filter { $0.contains("</tr>") }
    let cells = shown(table, most: .max)
    #expect(rows.count == cells.count)
    for (row, cells) in zip(rows, cells) {
      let found = row.components(separatedBy: "</t").dropLast().compactMap { part -> String? in
        part.range(of: ">", options: .backwards).map { String(part[$0.upperBound...]) }
      }.filter { !$0.hasPrefix("body") }
      #expect(Array(found.prefix(cells.count)) == cells.map(PlainText.markup))
    }
  }

  /// Files have the same columns in the same order, each figure to its last digit.
  @Test(arguments: documents.indices)
  func theFileHasTheColumns(_ index: Int) throws {
    let document = Self.documents[index]
    let table = try #require(document.sections.first?.table)
    let names = document.csvColumns
    let places = table.shown().filter { !$0.name.isEmpty }.map { names.firstIndex(of: $0.names[0]) }
    #expect(!places.contains(nil))
    let ranked = places.compactMap(\.self).dropFirst()
    // Words about a row, such as its system, stand in front of the figures in files.
    let figures = ranked.filter { $0 > 8 && names[$0] != "marginal_drain_percent_per_hour" }
    #expect(figures == figures.sorted())
  }
}
