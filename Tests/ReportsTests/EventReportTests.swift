import Analysis
import Quantities
import Reports
import Testing

/// Comparisons with strategies that are told events.
@Suite struct EventReportTests {
  /// Two strategies without positions, one with events, and one that is told none.
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
    let with = TerminalTable(width: 120).render(report())
    for text in ["late p95", "missed", "127.9", "183.9", "late: from an entry"] {
      #expect(with.contains(text.replacing("127.9", with: "128").replacing("183.9", with: "184")), "\(text)")
    }
    let without = TerminalTable(width: 120).render(SampleReports.report())
    #expect(!without.contains("missed"))
    #expect(!ComparisonMarkdown().render(SampleReports.report()).contains("Missed"))
    #expect(!ComparisonHTML().render(SampleReports.report()).contains("Missed"))
  }

  @Test func pagesAndMarkdownHaveThemToo() {
    let page = ComparisonHTML().render(report())
    #expect(page.contains("Late p50") && page.contains("61.3"))
    let markdown = ComparisonMarkdown().render(report())
    #expect(markdown.contains("| Late p50 s | Late p95 s | Missed/run | False/run |"))
    #expect(markdown.contains("| 61.3 | 128 | 1.7 | 0.3 |"))
    #expect(markdown.contains("| - | - | - | - |"))
  }

  @Test func filesNameThemAndLeaveThemEmptyForTheRest() throws {
    let lines = ComparisonCSV().render(report()).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let place = try #require(lines[0].firstIndex(of: "event_latency_p50_s"))
    #expect(
      Array(lines[0][place...].prefix(4)) == [
        "event_latency_p50_s", "event_latency_p95_s", "missed_events", "false_events",
      ])
    #expect(Array(lines[1][place..<place + 4]) == ["", "", "", ""])
    #expect(Double(lines[2][place + 2]) == 1.7)
  }

  @Test func theFindingIsAboutTheOneThatMissesLeast() {
    #expect(
      ComparisonFinding.sentence(for: report()).hasSuffix(
        "is told of events after 61.3 s (median); it misses 1.7 a run and is told of 0.3 false ones a run."
      ))
  }
}
