import Analysis
import Quantities
import Reports
import Testing

/// Comparisons with strategies that report events.
@Suite struct EventReportTests {
  /// Two strategies without positions, one with events, and one that reports none.
  private func report() -> ComparisonReport {
    var report = SampleReports.report(
      [
        SampleReports.Strategy(name: "none", milliwatts: 0, error: nil),
        SampleReports.Strategy(name: "regions", milliwatts: 1.7, error: nil),
        SampleReports.Strategy(name: "visits", milliwatts: 0.3, error: nil),
      ], seeds: 3)
    report.rows = report.rows.map { row in
      guard row.strategy != "none" else { return row }
      let runs = row.runs.map { run in
        var run = run
        let factor = row.strategy == "regions" ? 1.0 : 3
        run[.eventLatencyP50] = 61.3 * factor
        run[.eventLatencyP95] = 127.9 * factor
        run[.missedEvents] = 1.7 * factor
        run[.falseEvents] = 0.3
        return run
      }
      return StrategySummary(strategy: row.strategy, use: row.use, runs: runs, baseline: [])
    }
    return report
  }

  @Test func theTableShowsFiguresOfEventsOnlyWhereThereAreSome() {
    let with = DocumentText(width: 120).render(report())
    for text in [" late", " p50", "missed", "false", "61 s", "3.1 min"] {
      #expect(with.contains(text), "\(text)")
    }
    let without = DocumentText(width: 120).render(SampleReports.report())
    #expect(!without.contains("missed"))
    #expect(!DocumentMarkdown().render(SampleReports.report()).contains("Missed"))
    #expect(!DocumentHTML().render(SampleReports.report()).contains("Missed"))
  }

  /// Beside rows with positions a row of events does not displace columns; wide tables and files have its own.
  @Test func besidePositionsTheColumnsOfPositionsStay() {
    var mixed = SampleReports.report()
    #expect(!mixed.hidesEvents && !report().hidesEvents)
    mixed.rows += report().rows.dropFirst()
    #expect(mixed.hidesEvents)
    let short = DocumentText(width: 120).render(mixed)
    #expect(short.contains("covers") && short.contains(" age ") && !short.contains("/run"), "\(short)")
    let wide = DocumentText(width: 400, isWide: true).render(mixed)
    #expect(wide.contains("missed") && wide.contains("61 s"))
    #expect(DocumentCSV().render(mixed).contains("missed_events"))
  }

  /// A recorder that has positions but no track, such as one gated by a fence, does not report events only.
  @Test func aRecorderWithoutATrackIsNoStrategyOfEvents() throws {
    let mixed = SampleReports.report([
      SampleReports.Strategy(name: "continuous", use: .record, milliwatts: 300, error: 31, trackError: 17),
      SampleReports.Strategy(
        name: "gated", use: .record, milliwatts: 9, error: 81, event: (late: 119, missed: 1, wrong: 0)),
    ])
    #expect(mixed.rows[1].error95 == nil && !mixed.rows[1].reportsEventsOnly)
    #expect(mixed.eventFront().isEmpty && !mixed.hidesEvents)
    #expect(!ComparisonFinding.sentence(for: mixed).contains("reports events"))
    let text = DocumentText(width: 120).render(mixed)
    #expect(text.contains("covers"), "\(text)")
  }

  @Test func pagesAndMarkdownHaveThemToo() {
    let page = DocumentHTML().render(report())
    #expect(page.contains("Late p50") && page.contains("61 s"))
    let markdown = DocumentMarkdown().render(report())
    #expect(markdown.contains("| Late p50 | Missed /run | False /run |"))
    #expect(markdown.contains("| 61 s | 1.7 | 0.3 |"))
    #expect(markdown.contains("| - | - | - |"))
  }

  @Test func filesNameThemAndLeaveThemEmptyForTheRest() throws {
    let lines = DocumentCSV().render(report()).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let place = try #require(lines[0].firstIndex(of: "event_latency_p50_s"))
    #expect(
      Array(lines[0][place...].prefix(4)) == [
        "event_latency_p50_s", "missed_events", "false_events", "availability",
      ])
    #expect(Array(lines[1][place..<place + 3]) == ["", "", ""])
    #expect(Double(lines[2][place + 1]) == 1.7)
  }

  @Test func theFindingIsAboutTheOneThatMissesLeast() {
    #expect(
      ComparisonFinding.sentence(for: report()).hasSuffix(
        "It reports events after 61 s (median), misses 1.7 a run and reports 0.3 false ones a run."
      ))
  }
}
