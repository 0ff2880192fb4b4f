import Analysis
import DeviceModel
import Core
import Reports
import TestSupport
import Testing

@Suite struct ComparisonGoldenTests {
  @Test func terminal() { expectGolden("comparison.txt", DocumentText(width: 80).render(SampleReports.report())) }
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
