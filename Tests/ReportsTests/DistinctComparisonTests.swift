import Analysis
import Testing

@testable import Reports

/// Which rows have a star.
@Suite struct DistinctComparisonTests {
  typealias Strategy = SampleReports.Strategy

  private func front(_ strategies: [Strategy], seeds: Int = 1) -> [Int] {
    SampleReports.report(strategies, seeds: seeds).front
  }

  /// The phone itself draws 29.3 mW: 100 beside 90 mW are 129.3 beside 119.3, which is under a tenth; beside 80 mW, 18 %.
  @Test func lessThanATenthIsNoDifference() {
    let base = Strategy(name: "base", milliwatts: 100, error: 40)
    #expect(front([base, Strategy(name: "near", milliwatts: 90, error: 40)]) == [0, 1])
    #expect(front([base, Strategy(name: "less", milliwatts: 80, error: 40)]) == [1])
    // A little worse in the other figure is as good; a tenth worse is not.
    #expect(front([base, Strategy(name: "less", milliwatts: 80, error: 43)]) == [1])
    #expect(front([base, Strategy(name: "less", milliwatts: 80, error: 45)]) == [0, 1])
  }

  @Test func aRecorderNeedsCoverageAndAnAppOfNowNeedsAFreshPosition() {
    let whole = Strategy(name: "whole", use: .record, milliwatts: 300, error: 11, trackError: 11)
    var gaps = Strategy(name: "gaps", use: .record, milliwatts: 30, error: 11, trackError: 11)
    #expect(front([whole, gaps]) == [1])
    gaps.movingCoverage = 0.5
    #expect(front([whole, gaps]) == [0, 1])
    // Coverage alone decides between two that are alike in all else.
    var same = whole
    same.movingCoverage = 0.5
    #expect(front([whole, same]) == [0])
    let fresh = Strategy(name: "fresh", milliwatts: 300, error: 11, age: 30)
    var old = Strategy(name: "old", milliwatts: 30, error: 11, age: 300)
    #expect(front([fresh, old]) == [0, 1])
    // Under 10 s the age does not matter.
    old.age = 9
    #expect(front([Strategy(name: "fresh", milliwatts: 300, error: 11, age: 2), old]) == [1])
  }

  @Test func usesDoNotCompareAndWhatHasEndedHasNoStar() {
    let live = Strategy(name: "live", milliwatts: 30, error: 11)
    let recorder = Strategy(name: "recorder", use: .record, milliwatts: 300, error: 11, trackError: 40)
    #expect(front([live, recorder]) == [0, 1])
    let past = Strategy(name: "past", milliwatts: 3, error: 3, isPast: true)
    #expect(front([live, past]) == [0])
    #expect(front([past]) == [0])
  }

  /// Of rows that each are better in one figure by more than a tenth and worse in the other by less, one remains.
  @Test func noRowsBeatEachOtherInACircle() {
    let rows = (0..<6).map { step in
      Strategy(
        name: "\(step)", milliwatts: 100 * (1 + 0.09 * Double(step)),
        error: [40, 35, 31, 27, 24, 21][step])
    }
    #expect(!front(rows).isEmpty)
    for seeds in [1, 2, 40] { #expect(!front(rows.reversed(), seeds: seeds).isEmpty) }
  }

  /// Rising and falling by a third with the seed: the mean is a tenth lower, the seeds do not tell.
  @Test func whatTheSeedsDoNotTellIsNoDifference() {
    let report = SampleReports.report(
      [Strategy(name: "a", milliwatts: 100, error: 40), Strategy(name: "b", milliwatts: 100, error: 40)], seeds: 4)
    func row(_ name: String, _ errors: [Double]) -> StrategySummary {
      let runs = zip(report.rows[0].runs, errors).map { run, error in
        var run = run
        run[.errorP95] = error
        return run
      }
      return StrategySummary(strategy: name, use: .live, runs: runs, baseline: [])
    }
    var noisy = report
    noisy.rows = [row("a", [40, 40, 40, 40]), row("b", [60, 20, 55, 5])]
    #expect(noisy.front == [0, 1])
    noisy.rows = [row("a", [40, 40, 40, 40]), row("b", [34, 35, 36, 35])]
    #expect(noisy.front == [1])
  }

  /// One day of 40 without a position leaves 97.5 % of the time, which is no tenth less.
  @Test func oneDayWithoutPositionsIsNoTenthOfTheCoverage() {
    let dear = Strategy(name: "dear", use: .record, milliwatts: 300, error: 11, trackError: 11)
    let cheap = Strategy(name: "cheap", use: .record, milliwatts: 30, error: 11, trackError: 11)
    var report = SampleReports.report([dear, cheap], seeds: 40)
    func covering(_ row: StrategySummary, _ shares: (Int) -> Double) -> StrategySummary {
      let runs = row.runs.enumerated().map { index, run in
        var run = run
        run[.movingCoverage] = shares(index)
        return run
      }
      return StrategySummary(strategy: row.strategy, use: .record, runs: runs, baseline: [])
    }
    report.rows = [covering(report.rows[0]) { _ in 1 }, covering(report.rows[1]) { $0 == 17 ? 0 : 1 }]
    #expect(report.front == [1])
    // On every fourth day it is a quarter, and the seeds tell it.
    report.rows[1] = covering(report.rows[1]) { $0 % 4 == 0 ? 0 : 1 }
    #expect(report.front == [0, 1])
    // Coverage alone decides, in the right direction.
    report.rows = [
      covering(report.rows[0]) { _ in 1 }, covering(report.rows[0]) { $0 % 4 == 0 ? 0.1 : 0.9 },
    ]
    #expect(report.front == [0])
  }
}

@Suite struct SpanTests {
  /// Seconds below 100 s, minutes below 100 min, then hours; two digits.
  @Test(arguments: [
    (0, "0 s"), (0.468, "0.47 s"), (4.34, "4.3 s"), (9.96, "10 s"), (55.04, "55 s"), (99.4, "99 s"),
    (99.6, "1.7 min"), (234, "3.9 min"), (5969, "99 min"), (5971, "1.7 h"), (12_661, "3.5 h"), (29_869, "8.3 h"),
    (360_000, "100 h"), (.infinity, "-"),
  ])
  func timesHaveAUnitThatPeopleRead(_ seconds: Double, _ text: String) {
    #expect(Figure.span(seconds) == text)
    if seconds > 0, seconds.isFinite {
      #expect(Figure.changeOfSpan(seconds) == "+" + text)
      #expect(Figure.changeOfSpan(-seconds) == "-" + text)
    }
  }

  /// Files keep seconds in every digit.
  @Test func filesKeepSeconds() throws {
    let report = SampleReports.report(
      [SampleReports.Strategy(name: "old", milliwatts: 3, error: 41, age: 29_869)], seeds: 1)
    let column = try #require(report.table.columns.first { $0.name == "age_p95_s" })
    #expect(column.text(0) == "8.3 h" && column.value(0) == 29_869 && column.unit.isEmpty)
    #expect(ComparisonJSON().render(report).contains("29869"))
  }
}
