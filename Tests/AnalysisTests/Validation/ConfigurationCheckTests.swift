import RealModule
import Testing

@testable import Analysis

@Suite struct ConfigurationCheckTests {
  static func run(
    _ measured: Double, _ predicted: [Double], hours: Double = 2, timeline: String = "t", configuration: String = "c",
    rangeDrops: [Double] = []
  ) -> RunCheck {
    var check = RunCheck(
      name: "\(configuration) \(measured)", timeline: timeline, configuration: configuration, phone: "p", travels: true,
      drain: DrainCheck(hours: hours, measured: measured, predicted: predicted), onTrips: nil, atRest: nil)
    check.rangeDrops = rangeDrops
    return check
  }

  static func check(
    _ drops: [Double], _ predicted: [Double], timeline: String = "t", configuration: String = "c",
    hasOtherUse: Bool = false
  ) -> ConfigurationCheck {
    ConfigurationCheck(
      timeline: timeline, configuration: configuration, hasOtherUse: hasOtherUse,
      runs: drops.map { run($0, predicted, timeline: timeline, configuration: configuration) })
  }

  @Test func theToleranceIsTheIssuesFormula() throws {
    // Drops 11, 14, 17: mean 14, SE = 3 / sqrt(3); 2 sqrt(3 + 0.25) = 3.606.
    let near = Self.check([11, 14, 17], [17.6])
    #expect(abs((near.standardError ?? 0) - 3.0.squareRoot()) < 1e-12)
    #expect(abs((near.tolerance ?? 0) - 2 * 3.25.squareRoot()) < 1e-12)
    #expect(near.isWithinTolerance == true)
    #expect(Self.check([11, 14, 17], [17.7]).isWithinTolerance == false)
    #expect(Self.check([11, 14, 17], [10.3]).isWithinTolerance == false)
    #expect(abs((near.relativeError ?? 0) - 3.6 / 14) < 1e-12)
    #expect(abs((near.difference ?? 0) - 3.6) < 1e-12)
  }

  /// Equal drops: 2 times half a step of the coarsest gauge.
  @Test func aCoarseGaugeAllowsMore() {
    let runs = [1.0, 5, 1].map { step in
      var run = Self.run(15, [19.9])
      run.gaugeStep = step
      return run
    }
    let check = ConfigurationCheck(timeline: "t", configuration: "c", runs: runs)
    #expect(check.tolerance == 5 && check.isWithinTolerance == true)
  }

  @Test func aKnownPhoneIsJudgedWithItsOwnFactor() throws {
    func check(_ drops: [Double], known: [Double]) -> ConfigurationCheck {
      ConfigurationCheck(
        timeline: "t", configuration: "c",
        runs: zip(drops, known).map { drop, known in
          var run = Self.run(drop, [17.6])
          run.knownPhone = known > 0 ? [known] : []
          return run
        }, plateau: 2)
    }
    // Measured 14 in the mean, predicted 17.6 for any phone and 14.7 for this one.
    let known = check([11, 14, 17], known: [14.7, 14.7, 14.7])
    #expect(abs((known.relativeError ?? 0) - 3.6 / 14) < 1e-12)
    #expect(abs((known.relativeError(of: known.knownPhoneDrop) ?? 0) - 0.7 / 14) < 1e-12)
    #expect(abs((known.logError(of: known.knownPhoneDrop) ?? 0) - .log(16 / 16.7)) < 1e-12)
    let figures = try #require(ValidationSummary([known]).knownPhones)
    #expect(abs((figures.median ?? 0) - 0.7 / 14) < 1e-12 && figures.worst == figures.median)
    #expect(abs((figures.worstLog ?? 0) - .log(16.7 / 16)) < 1e-12)
    // One phone that nobody knows, and there is no such figure.
    let some = check([11, 14, 17], known: [14.7, 0, 14.7])
    #expect(some.knownPhoneDrop == nil && ValidationSummary([known, some]).knownPhones == nil)
  }

  @Test func twoRunsAndSmallDropsAreNotDecisive() {
    #expect(Self.check([11, 14, 17], [14]).isDecisive)
    #expect(!Self.check([11, 14], [14]).isDecisive)
    #expect(Self.check([11, 14], [14]).isWithinTolerance == nil)
    #expect(!Self.check([9, 10, 10.9], [14]).isDecisive)
    #expect(Self.check([9, 10, 11], [14]).isDecisive)
  }

  @Test func ratesAreMeansOverRunsAndSeeds() throws {
    let drain = try #require(Self.check([11, 14, 17], [10, 13]).drain)
    #expect(drain.measured.mean == 7)
    #expect(drain.predicted.mean == 5.75)
    #expect(drain.predicted.count == 2)
    #expect(drain.predicted.quantileRange == nil)
  }

  @Test func theMeasuredMeanIsLookedForInTheRangeOverSeeds() {
    let seeds = (0..<40).map { 10 + Double($0) / 10 }
    #expect(Self.check([11, 12, 13], seeds).isInRange == true)
    #expect(Self.check([13, 14, 15], seeds).isInRange == false)
    #expect(Self.check([11, 12, 13], [12]).isInRange == nil)
  }

  @Test func theSummaryCountsWhatCanBeDecided() throws {
    let seeds = { (middle: Double) in (0..<40).map { middle - 1.95 + Double($0) / 10 } }
    let checks = [
      Self.check([20, 21, 22], seeds(23.1), configuration: "a"),  // error 0.1
      Self.check([40, 41, 42], seeds(49.2), configuration: "b"),  // error 0.2
      Self.check([1, 2, 3], seeds(9), configuration: "small"),  // not decisive
      Self.check([60, 61], seeds(30), configuration: "few"),  // not decisive
      Self.check([80, 81, 82], seeds(81), timeline: "other", configuration: "a"),  // error 0
    ]
    let summary = ValidationSummary(checks)
    #expect(summary.configurations == 5 && summary.decisive == 3)
    #expect(abs((summary.errors.median ?? 0) - 0.1) < 1e-9)
    #expect(abs((summary.errors.worst ?? 0) - 0.2) < 1e-9)
    #expect(summary.errors.worstName == "b on t")
    // 2 sqrt(1/3 + 1/4) = 1.53 points; two runs decide nothing.
    #expect(summary.withinTolerance == .init(count: 1, of: 4))
    #expect(summary.inRange == .init(count: 1, of: 5))
    // The intervals of timeline t are disjoint: 2.5 points either side of 2, 21 and 41, and 6.4 of 60.5. Of the six pairs
    // only b and few are predicted the other way round (49.2 and 30).
    #expect(summary.order == .init(count: 5, of: 6))
    let ranks = try #require(summary.rankCorrelation)
    // Measured order small a b few a', predicted small a few b a'.
    #expect(abs(ranks - 0.9) < 1e-9)
  }

  /// Errors of 0.1 without other use and 1 with it: the latter count where there are no others, and are no days of a fit.
  @Test func daysOfOtherUseCountAlone() throws {
    let clean = Self.check([20, 21, 22], [23.1])
    let used = Self.check([20, 21, 22], [42], timeline: "used", hasOtherUse: true)
    let both = ValidationSummary([clean, used], isFitted: true)
    #expect(both.configurations == 1 && abs((both.errors.worst ?? 0) - 0.1) < 1e-9 && both.isFitted)
    #expect(both.otherUse == nil)
    // What other use explains is asked of its days alone: 22 points for 21.
    func explained(_ hasOtherUse: Bool, _ drop: Double) -> ConfigurationCheck {
      ConfigurationCheck(
        timeline: "t", configuration: "c", hasOtherUse: hasOtherUse,
        runs: [20.0, 21, 22].map {
          var run = Self.run($0, [42])
          run.otherUse = .init(drops: [drop], rangeDrops: [drop])
          return run
        })
    }
    let errors = try #require(ValidationSummary([explained(false, 63), explained(true, 22)]).otherUse).errors
    #expect(abs((errors.worst ?? 0) - 1.0 / 21) < 1e-9)
    let alone = ValidationSummary([used], isFitted: true)
    #expect(alone.configurations == 1 && abs((alone.errors.worst ?? 0) - 1) < 1e-9 && !alone.isFitted)
  }

  @Test func rangesAreAsReliableAsTheyAre() {
    // Predicted 0 to 99 in each run: a central range of 50 % holds 24 to 74, one of 40 % 29 to 69, one of 80 % 9 to 89.
    let seeds = (0..<100).map(Double.init)
    let runs = [10.0, 30, 50, 70].map { Self.run($0, seeds, rangeDrops: seeds) }
    let summary = ValidationSummary([ConfigurationCheck(timeline: "t", configuration: "c", runs: runs)])
    #expect(summary.reliability.map(\.nominal) == [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9])
    #expect(summary.reliability.map(\.observed) == [0.25, 0.25, 0.25, 0.5, 0.75, 0.75, 0.75, 1, 1])
    // Ranges are those of real runs; seeds alone make none.
    let seedsOnly = [10.0, 30, 50, 70].map { Self.run($0, seeds) }
    let check = ConfigurationCheck(timeline: "t", configuration: "c", runs: seedsOnly)
    #expect(ValidationSummary([check]).reliability.isEmpty)
  }

  @Test func errorsAreExactQuantiles() throws {
    var errors = FixErrors()
    for value in 1...100 { errors.add(error: Double(value), radius: value % 2 == 0 ? 50 : nil) }
    let figures = try #require(errors.figures)
    #expect(figures.p50 == 50 && figures.p68 == 68 && figures.p95 == 95 && figures.count == 100)
    #expect(figures.coverage == 0.5 && figures.reportedMedian == 50)
    #expect(FixErrors().figures == nil)
  }

  @Test func stretchesAddUp() throws {
    let sum = try #require(
      DrainCheck.sum([
        DrainCheck(hours: 1, measured: 3, predicted: [2, 4]), DrainCheck(hours: 3, measured: 5, predicted: [1, 7]),
      ]))
    #expect(sum == DrainCheck(hours: 4, measured: 8, predicted: [3, 11]))
    #expect(DrainCheck.sum([]) == nil)
  }
}
