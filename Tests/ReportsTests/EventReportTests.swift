import Analysis
import Core
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
        run[.events(within: 300)] = 0.81 / factor
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
    for text in ["events", "in 5 min", "false", " 81 ", " 27 "] { #expect(with.contains(text), "\(text)") }
    #expect(!with.contains("now in") && !with.contains("late p50"))
    let without = DocumentText(width: 120).render(SampleReports.report())
    #expect(!without.contains("  events"))
    #expect(!DocumentMarkdown().render(SampleReports.report()).contains("Events in"))
    #expect(!DocumentHTML().render(SampleReports.report()).contains("Events in"))
  }

  /// Beside rows with positions the share of events stands in place of that of positions held.
  @Test func besidePositionsEventsHaveTheirColumn() {
    var mixed = SampleReports.report()
    mixed.rows += report().rows.dropFirst()
    let short = DocumentText(width: 120).render(mixed)
    #expect(short.contains("in 5 min") && short.contains("in 30 m") && !short.contains("now in"), "\(short)")
    #expect(mixed.uses == [.now, .events, .track] || mixed.uses == [.now, .track, .events])
    let wide = DocumentText(width: 400, isWide: true).render(mixed)
    #expect(wide.contains("missed") && wide.contains("61 s") && wide.contains("now in"))
    #expect(DocumentCSV().render(mixed).contains("missed_events"))
  }

  /// A recorder that has positions but no track, such as one gated by a fence, does not report events only.
  @Test func aRecorderWithoutATrackIsNoStrategyOfEvents() throws {
    let mixed = SampleReports.report([
      SampleReports.Strategy(name: "continuous", use: .record, milliwatts: 300, error: 31, trackError: 17, fixes: 3600),
      SampleReports.Strategy(
        name: "gated", use: .record, milliwatts: 9, error: 81, event: (late: 119, missed: 1, wrong: 0)),
    ])
    #expect(mixed.rows[1].error95 == nil && !mixed.rows[1].reportsEventsOnly)
    #expect(mixed.uses.first == .track && !mixed.uses.contains(.events))
  }

  @Test func pagesAndMarkdownHaveThemToo() {
    let page = DocumentHTML().render(report())
    #expect(page.contains("Events in 5 min"))
    let markdown = DocumentMarkdown().render(report())
    #expect(markdown.contains("| Events in 5 min % | False reports /run |"), "\(markdown)")
    #expect(markdown.contains("| 81 | 0.3 |"))
  }

  @Test func filesNameThemAndLeaveThemEmptyForTheRest() throws {
    let lines = DocumentCSV().render(report()).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let place = try #require(lines[0].firstIndex(of: "missed_events"))
    #expect(lines[1][place].isEmpty && Double(lines[2][place]) == 1.7)
  }

  @Test func theHeadlineIsAboutTheLargestShare() {
    #expect(report().headline.contains("regions is the most exact: reports within 5 min in 81 % of events."))
  }
}
