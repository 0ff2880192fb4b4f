import Analysis
import DeviceModel
import Core
import Reports
import TestSupport
import Testing

@Suite struct ComparisonGoldenTests {
  @Test func terminal() { expectGolden("comparison.txt", DocumentText(width: 80).render(SampleReports.report())) }
  /// An Android app's own locks have a column in the wide table, with what makes a day excessive; the short one leaves them out.
  @Test func wakeLocksAreInTheWideTable() {
    var report = SampleReports.report()
    let row = report.rows[0]
    var runs = row.runs
    for index in runs.indices { runs[index][.wakeLocks] = 3.7 }
    report.rows[0] = StrategySummary(strategy: row.strategy, use: row.use, runs: runs, baseline: [])
    func text(wide: Bool) -> String { DocumentText(width: 300, isWide: wide).render(report.document) }
    let note = "2 are excessive (vitals, October 2025)"
    #expect(text(wide: true).contains(note) && text(wide: true).contains("3.7"))
    #expect(!text(wide: false).contains(note))
  }

  @Test func wide() {
    expectGolden("comparison-wide.txt", DocumentText(width: 80, isWide: true).render(SampleReports.report()))
  }

  @Test func narrowTerminalWithColour() {
    let report = SampleReports.report(seeds: 7, parameters: .fixed)
    expectGolden("comparison-80-colour.txt", DocumentText(width: 80, isColoured: true).render(report))
  }

  @Test func oneSeedHasNoInterval() {
    expectGolden("comparison-one-seed.txt", DocumentText(width: 100).render(SampleReports.report(seeds: 1)))
  }

  @Test func csv() { expectGolden("comparison.csv", DocumentCSV().render(SampleReports.report())) }
  @Test func csvOfOneSeed() {
    expectGolden("comparison-one-seed.csv", DocumentCSV().render(SampleReports.report(seeds: 1)))
  }
  /// Two rows: a recorder and an app that needs positions now.
  @Test func json() {
    let report = SampleReports.report(Array(SampleReports.everyday[3...4]))
    expectGolden("comparison.json", compactJSON(ComparisonJSON().render(report), width: 1_000))
  }

  @Test func jsonWithRuns() {
    let report = SampleReports.report(Array(SampleReports.everyday.prefix(2)), seeds: 2)
    expectGolden("comparison-runs.json", compactJSON(ComparisonJSON(includesRuns: true).render(report), width: 1_000))
  }

  @Test func markdown() { expectGolden("comparison.md", DocumentMarkdown().render(SampleReports.report())) }
  @Test func html() { expectGolden("comparison.html", pageStructure(DocumentHTML().render(SampleReports.report()))) }
}
