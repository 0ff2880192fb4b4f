import Analysis
import DeviceModel
import Foundation
import Testing

@testable import Reports

/// Many strategies stand together by system and use, in what people read and in the charts.
@Suite struct GroupedComparisonTests {
  /// 20 rows: three live, one of events and one recording on iOS, in turn with as many on Android.
  private static func report() -> ComparisonReport {
    let strategies = (0..<20).map { place -> SampleReports.Strategy in
      let kind = place % 5
      return SampleReports.Strategy(
        name: "row-\(place)", use: kind == 4 ? .record : .live, milliwatts: 31.7 + Double(place) * 7,
        error: kind == 3 ? nil : 11 + Double(place), trackError: kind == 4 ? 17 + Double(place) : nil, fixes: 3)
    }
    var report = SampleReports.report(strategies, seeds: 3)
    for place in report.rows.indices { report.rows[place].system = place % 2 == 0 ? .ios : .android }
    report.context.system = .ios
    return report
  }

  @Test func rowsStandInGroups() throws {
    let report = Self.report()
    let table = try #require(report.document.sections.first { $0.table != nil }?.table)
    var order: [String] = []
    for row in 0..<table.rowCount { if let group = table.group(before: row) { order.append(group) } }
    #expect(
      order == [
        "iOS, live", "iOS, record", "iOS, no positions", "Android, live", "Android, record", "Android, no positions",
      ])
    // Of one group the rows keep their order; none is lost.
    #expect((0..<table.rowCount).map(table.name).prefix(3) == ["row-0", "row-2", "row-6"])
    #expect(Set((0..<table.rowCount).map(table.name)).count == 20)
  }

  @Test func whatPeopleReadHasTheGroups() {
    let document = Self.report().document
    let text = DocumentText(width: 100).render(document).split(separator: "\n")
    #expect(text.contains("iOS, live") && text.contains("Android, no positions"))
    #expect(DocumentMarkdown().render(document).contains("| **iOS, record** |"))
    let page = DocumentHTML().render(document)
    #expect(page.components(separatedBy: "<tr class=\"group\">").count == 7)
    #expect(page.components(separatedBy: "<tbody>").count == 8, "a body each, and the powers")
    // Programs get the rows in the order that was asked for.
    let names = DocumentCSV().render(document).split(separator: "\n").dropFirst().map { $0.prefix { $0 != "," } }
    #expect(Array(names.prefix(3)) == ["row-0", "row-1", "row-2"])
  }

  /// A picture for each group with positions, each with its own rows only.
  @Test func eachGroupHasItsPicture() throws {
    let report = Self.report().grouped
    let section = try #require(report.document.sections.first { $0.title == "Battery against what is missed" })
    #expect(section.charts.map(\.title) == ["iOS, live", "iOS, record", "Android, live", "Android, record"])
    let drawing = try #require(section.charts[1].draw("p")?.svg)
    #expect(drawing.contains("row-4: battery") && !drawing.contains("row-0") && !drawing.contains("row-9"))
    #expect(drawing.contains("id=\"p-title\""))
  }

  @Test func fewRowsStayAsTheyAre() {
    var report = Self.report()
    report.rows = Array(report.rows.prefix(16))
    #expect(!report.isGrouped && report.grouped.rows.map(\.strategy) == report.rows.map(\.strategy))
  }

  /// Eight columns are shown at first, by the page's style; its table has all.
  @Test func aPageHasEveryColumn() throws {
    let document = SampleReports.report().document
    let page = DocumentHTML().render(document)
    let head = try #require(
      page.components(separatedBy: "<thead>").dropFirst().first?.components(separatedBy: "</thead>").first)
    let table = try #require(document.sections.first?.table)
    #expect(head.components(separatedBy: "<th ").count - 1 == table.shown().count)
    #expect(page.contains("most-8"))
  }

  /// 61 % of the variance with its interval; the bar ends where the value is.
  @Test func sensitivityHasNamedBars() throws {
    let rows = [("gnss.tracking", 0.61, 3.1), ("base.drain", 0.17, 7.3)].map { name, share, size in
      SensitivityReport.Row(
        name: name, total: (share, share - 0.1...share + 0.1), alone: nil, size: (size, size - 1...size + 1),
        effect: size,
        spread: 0.3)
    }
    let report = SensitivityReport(
      rows: rows, title: "t", metric: BudgetMetric(.energy), findings: ["f"], method: ["m"], version: "1", command: "c")
    let page = DocumentHTML().render(report.document)
    #expect(page.contains("<title>gnss.tracking: 61 (51 to 71)</title>"))
    // The second picture has the larger effect first.
    let effects = try #require(page.components(separatedBy: "<h2>Effects</h2>").last)
    #expect(
      effects.range(of: "base.drain: 7.30")!.lowerBound < effects.range(of: "gnss.tracking: 3.10")!.lowerBound)
    #expect(DocumentCSV().render(report.document).hasPrefix("parameter,total_share,"))
  }
}
