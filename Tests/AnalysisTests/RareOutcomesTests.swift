import Core
import Testing

@testable import Analysis

@Suite struct RareOutcomesTests {
  private func run(_ latencies: [Double?], entries: Bool = true) -> RareOutcomes {
    RareOutcomes(events: latencies.map { EventScore.Outcome(isEntry: entries, latency: $0) })
  }

  /// One event a day: the mean of each day's quantile is 214 s for both, the quantiles of all are 150 and 516 s.
  @Test func quantilesAreThoseOfAllEventsTogether() {
    let runs = [75.0, 150, 145, 170, 530].map { run([$0]) }
    #expect(PooledFigure.eventLatency(perMille: 500).statistics(runs)?.mean == 150)
    #expect(PooledFigure.eventLatency(perMille: 950).statistics(runs)?.mean == 530)
    // A run with more events counts for more.
    #expect(PooledFigure.eventLatency(perMille: 500).statistics(runs + [run([20, 21, 22, 23, 24, 25])])?.mean == 25)
  }

  /// 3 of 4 and 1 of 2: 4 of 6 together. Differences to 2/3: 1/3 and -1/3; the standard error is (2/9 x 2)^0.5 / 6 = 1/9.
  @Test func sharesAreRatiosOfSumsWithAnIntervalByRuns() throws {
    let runs = [run([10, 20, 299, 301]), run([nil, 7])]
    let found = try #require(PooledFigure.eventsInTime(300, entries: nil).statistics(runs))
    #expect(abs(found.mean - 2.0 / 3) < 1e-12 && found.count == 2)
    #expect(found.meanInterval == 0...1)
    let many = try #require(
      PooledFigure.eventsInTime(300, entries: nil).statistics(Array(repeating: runs, count: 8).flatMap(\.self)))
    // The same differences eight times: (16 / 9 x 16 / 15)^0.5 / 48, times Student's 2.1314 for 15 degrees of freedom.
    let half = 2.131_45 * (16.0 / 9 * 16 / 15).squareRoot() / 48
    #expect(abs((many.meanInterval?.upperBound ?? 0) - (2.0 / 3 + half)) < 1e-4)
  }

  /// All of 8 and none of 8: 0.025^(1/8) = 0.6306 (C. J. Clopper, E. S. Pearson, Biometrika 26, 1934).
  @Test func runsThatAreAllAlikeAreNotCertain() throws {
    func interval(_ latency: Double?) throws -> ClosedRange<Double> {
      let runs = Array(repeating: run([latency, latency, latency]), count: 8)
      return try #require(PooledFigure.eventsInTime(300, entries: nil).statistics(runs)?.meanInterval)
    }
    #expect(try abs(interval(7).lowerBound - 0.6306) < 1e-4 && interval(7).upperBound == 1)
    #expect(try abs(interval(nil).upperBound - 0.3694) < 1e-4 && interval(nil).lowerBound == 0)
    let days = try #require(SampleStatistics(days: [1, 1, 1, 1, 0, 1, 1, 1])?.meanInterval)
    // 7 of 8.
    #expect(abs(days.lowerBound - 0.4735) < 1e-4 && abs(days.upperBound - 0.9968) < 1e-4)
    #expect(SampleStatistics(days: [1])?.meanInterval == nil)
  }

  @Test func entriesAndExitsAreToldApart() {
    let runs = [run([100, 400]), run([400, 500, 100], entries: false)]
    #expect(PooledFigure.eventsInTime(300, entries: true).statistics(runs)?.mean == 0.5)
    #expect(abs((PooledFigure.eventsInTime(300, entries: false).statistics(runs)?.mean ?? 0) - 1.0 / 3) < 1e-12)
  }

  /// 7, 11 and 30 s over 3 good searches of 7; the mean of the runs' own means would be 19.5 s. The others are too late, too far
  /// from the user, or without a position; in the last a good position gave way to a worse one.
  @Test func searchesAreJudgedByTimeAndDistanceOverAllRuns() {
    func search(_ answers: (seconds: Double, metres: Double)...) -> [SearchAnswer] {
      answers.map { SearchAnswer(seconds: $0.seconds, metres: $0.metres) }
    }
    let runs = [
      RareOutcomes(searches: [
        search((1, 900), (7, 49), (28, 21), (31, 70)), search((11, 3)), search((2, 51)), search((31, 4)),
      ]),
      RareOutcomes(searches: [search((30, 50)), [], search((0.1, 12), (9, 1430))]),
    ]
    #expect(PooledFigure.searchTime(50, 30).statistics(runs)?.mean == 16)
    #expect(abs((PooledFigure.searchesFound(50, 30).statistics(runs)?.mean ?? 0) - 3.0 / 7) < 1e-12)
    #expect(abs((PooledFigure.searchesFound(60, 40).statistics(runs)?.mean ?? 0) - 4.0 / 7) < 1e-12)
    #expect(PooledFigure.searchTime(50, 30).statistics([RareOutcomes(searches: [[]])]) == nil)
    #expect(runs[0].goodSearches == 2)
  }

  @Test(arguments: [(149.0, true), (151, false)])
  func aLimitOfAPooledQuantileIsOneOfTheShareBeyondIt(_ row: (limit: Double, isAbove: Bool)) {
    let runs = [75.0, 150, 145, 170, 530].map { run([$0]) }
    let sum = runs.reduce(0) { $0 + PooledFigure.eventLatency(perMille: 500).excess(of: $1, over: row.limit) }
    #expect((sum > 0) == row.isAbove)
  }

  /// 200 days of one event, every tenth late by 900 s: pooled, 95 % are reported within 900 s, and each day's own quantile has a
  /// mean of 180 s, which would keep a limit of 300 s.
  @Test func aBudgetHoldsThePooledQuantile() throws {
    let runs = (0..<200).map { day in
      var run = RunMetrics(seed: UInt64(day), duration: .hours(24))
      run.rare = self.run([day % 10 == 0 ? 900 : 100])
      run[.eventLatencyP95] = day % 10 == 0 ? 900 : 100
      return run
    }
    func verdict(_ limit: Double, _ metric: Metric = .eventLatencyP95, isMinimum: Bool = false) -> LimitVerdict {
      let metric = BudgetMetric(metric)
      return LimitJudge.judge(
        BudgetLimit(
          metric: metric, bound: isMinimum ? .min(limit) : .max(limit),
          place: BudgetPlace(file: "f", line: 1, column: 1)),
        current: metric.values(of: runs, none: []))
    }
    #expect(verdict(300).isBroken && verdict(300).isCertain && verdict(300).figure?.mean == 900)
    #expect(!verdict(901).isBroken)
    // 90 % are in time.
    #expect(verdict(0.96, .events(within: 300), isMinimum: true).isBroken)
    #expect(!verdict(0.8, .events(within: 300), isMinimum: true).isBroken)
    #expect(verdict(0.8, .events(within: 300), isMinimum: true).isCertain)
  }
}
