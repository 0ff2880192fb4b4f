import Analysis
import Core
import RealModule
import Testing

@Suite struct SequentialPlanTests {
  @Test func looksDoubleUpToTheCap() {
    #expect(SequentialPlan.standard.looks == [16, 32, 64, 128, 256])
    #expect(SequentialPlan(confidence: 0.9, firstLook: 10, cap: 30).looks == [10, 20, 30])
    #expect(SequentialPlan(confidence: 0.9, firstLook: 10, cap: 10).looks == [10])
  }

  @Test func theErrorIsSharedByTheNumberOfSeeds() {
    let plan = SequentialPlan(confidence: 0.9, firstLook: 10, cap: 30)
    #expect(abs(plan.rule(seeds: 10).confidence - (1 - 0.1 / 6)) < 1e-12)
    #expect(abs(plan.rule(seeds: 30).confidence - (1 - 0.1 / 2)) < 1e-12)
    let errors = SequentialPlan.standard.looks.map { 1 - SequentialPlan.standard.rule(seeds: $0).confidence }
    #expect(abs(errors.reduce(0, +) - 0.05) < 1e-12)
    #expect(SeedPlan.auto(plan).rule(seeds: 10) == plan.rule(seeds: 10))
    #expect(SeedPlan.count(9).rule(seeds: 9) == .standard)
  }

  @Test func aSmallerCapSharesAnew() {
    #expect(SequentialPlan.standard.capped(at: 40)?.looks == [16, 32, 40])
    #expect(SequentialPlan.standard.capped(at: 1000) == .standard)
    #expect(SequentialPlan.standard.capped(at: 15) == nil)
  }

  enum Shape: String, CaseIterable {
    case normal
    /// Skewness 2: most days alike, some much worse.
    case exponential
    /// A bad day in twelve, all others alike: a test of 16 seeds often sees none.
    case rare
  }

  /// A value of mean 0 and standard deviation 1, drawn by (shape, run, seed).
  private func draw(_ shape: Shape, _ run: Int, _ seed: Int) -> Double {
    let name = StableHash.name(shape.rawValue)
    let u = StableHash.unit(StableHash.combine(name, UInt64(run), UInt64(2 * seed)))
    switch shape {
    case .exponential: return -Double.log(u) - 1
    case .rare: return ((u < 1.0 / 12 ? 1 : 0) - 1.0 / 12) / (11.0 / 144).squareRoot()
    case .normal:
      let v = StableHash.unit(StableHash.combine(name, UInt64(run), UInt64(2 * seed + 1)))
      return (-2 * Double.log(u)).squareRoot() * Double.cos(2 * .pi * v)
    }
  }

  /// How many of `runs` tests end with a certain decision on the wrong side of a limit, how many undecided, and how
  /// many seeds they take on average. The true mean lies `offset` standard deviations above a `max`.
  private func simulate(
    _ shape: Shape, offset: Double, runs: Int, rule: (SequentialPlan, Int) -> IntervalRule
  ) throws -> (wrong: Double, undecided: Double, seeds: Double) {
    let plan = SequentialPlan.standard
    // Far above 0, so that the limit reads as one of energy does.
    let limit = try SampleRuns.limit(.max(100 - offset))
    var (wrong, undecided, seeds) = (0, 0, 0)
    for run in 0..<runs {
      var values: [SeedValue] = []
      for look in plan.looks {
        while values.count < look {
          values.append(SeedValue(seed: UInt64(values.count), value: 100 + draw(shape, run, values.count)))
        }
        let verdict = LimitJudge.judge(limit, current: values, rule: rule(plan, look))
        if verdict.isCertain {
          if verdict.isBroken != (offset > 0) { wrong += 1 }
          break
        }
        if look == plan.cap { undecided += 1 }
      }
      seeds += values.count
    }
    return (Double(wrong) / Double(runs), Double(undecided) / Double(runs), Double(seeds) / Double(runs))
  }

  /// The stated rate is 5 % of wrong decisions. On the limit itself "broken" is the wrong one, just above it "within".
  @Test(arguments: Shape.allCases, [0, 1e-9, 0.05, 0.2])
  func wrongDecisionsAreRarerThanStated(_ shape: Shape, _ offset: Double) throws {
    let result = try simulate(shape, offset: offset, runs: 4000) { $0.rule(seeds: $1) }
    #expect(result.wrong <= 0.05)
  }

  @Test func withoutTheCorrectionTheyWouldNotBe() throws {
    let high = try simulate(.normal, offset: 0, runs: 4000) { plan, _ in IntervalRule(confidence: plan.confidence) }
    let low = try simulate(.normal, offset: 1e-9, runs: 4000) { plan, _ in IntervalRule(confidence: plan.confidence) }
    #expect(high.wrong + low.wrong > 0.1)
  }

  @Test func aClearCaseIsDecidedEarly() throws {
    // The seed beyond the range that a decision has to stand makes two deviations take 128 seeds, five 32 to 64.
    for (offset, seeds) in [(2.0, 140.0), (5, 45), (10, 18)] {
      let result = try simulate(.normal, offset: offset, runs: 500) { $0.rule(seeds: $1) }
      #expect(result.undecided == 0)
      #expect(result.wrong == 0)
      #expect(result.seeds < seeds, "\(offset): \(result.seeds)")
    }
  }

  private func verdict(_ bound: BudgetBound, _ values: [Double], _ column: String = "energy_J") throws -> LimitVerdict {
    LimitJudge.judge(
      try SampleRuns.limit(bound, column), current: SampleRuns.values(values),
      rule: SequentialPlan.standard.rule(seeds: values.count))
  }

  @Test func equalValuesDecideNothing() throws {
    for count in [16, 256] {
      let zeros = [Double](repeating: 0, count: count)
      #expect(try !verdict(.max(0.05), zeros, "missed_events").isCertain)
      #expect(try !verdict(.max(0.05), zeros, "missed_events").isBroken)
      #expect(try !verdict(.min(0.05), zeros, "availability").isCertain)
    }
  }

  /// 3.35 J on seven days of eight and nothing on the others, of which 16 days may hold none: what rounding leaves between equal days
  /// is no range.
  @Test(arguments: [("marginal_cellular_J", 3.347_753_2), ("energy_J", 3_169.4)])
  func daysThatDifferByRoundingDecideNothing(_ column: String, _ value: Double) throws {
    let rule = SequentialPlan.standard.rule(seeds: 16)
    let days = (0..<16).map { value * (1 + Double($0 % 3) * 1e-13) }
    #expect(try !verdict(.max(0.9 * value), days, column).isCertain)
    #expect(try !verdict(.max(1.1 * value), days, column).isCertain)
    let dust = (0..<16).map { Double($0 % 3) * 1e-13 }
    #expect(try !verdict(.max(1), dust, column).isCertain)
    let tolerance = try #require(Tolerance(percent: nil, absolute: 0.87 * value))
    let limit = try SampleRuns.limit(.maxDecrease(tolerance), column)
    let zeros = SampleRuns.values([Double](repeating: 0, count: 16))
    let verdict = LimitJudge.judge(limit, current: zeros, baseline: SampleRuns.values(days), rule: rule)
    #expect(verdict.isBroken && !verdict.isCertain)
  }

  /// From 0.99 of each day to 0.97 or 0.98. With a day three ranges of 0.01 further 64 days decide; one that loses all adds
  /// 0.015 to their mean, and the tolerance is 0.015 away.
  @Test func aDayThatLosesAllOfAShareIsAllowedFor() throws {
    let limit = try SampleRuns.limit(
      .maxDecrease(try #require(Tolerance(percent: nil, absolute: 0.03))), "availability")
    func verdict(_ count: Int) -> LimitVerdict {
      LimitJudge.judge(
        limit, current: SampleRuns.values((0..<count).map { $0 % 2 == 0 ? 0.97 : 0.98 }),
        baseline: SampleRuns.values([Double](repeating: 0.99, count: count)),
        rule: SequentialPlan.standard.rule(seeds: count))
    }
    #expect(!verdict(64).isBroken && !verdict(64).isCertain)
    #expect(!verdict(1_024).isBroken && verdict(1_024).isCertain)
  }

  /// The mean of sixteen values is 8.5. A seed three ranges beyond them lies at 61: the mean of all is 11.59, their deviation
  /// 13.54, their skewness 3.03, Student's quantile 3.77, and Hall's interval ends at 41.5.
  @Test func anUnseenSeedIsAllowedFor() throws {
    let values = (1...16).map { Double($0) }
    #expect(try !verdict(.max(40), values).isCertain)
    #expect(try verdict(.max(43), values).isCertain)
    // The interval that is shown is that of what was seen.
    let shown = try #require(try verdict(.max(17), values).figure)
    #expect(shown.high < 17)
  }

  /// Three ranges of 0.02 would be 0.06; the tenth of a mean of 700 is 70, and one seed in seventeen moves the mean by 4.
  @Test func figuresThatHardlyVaryMayHaveABadDay() throws {
    let values = (0..<16).map { 700 + 0.02 * Double($0 % 2) }
    #expect(try !verdict(.max(704), values).isCertain)
    #expect(try verdict(.max(750), values).isCertain)
  }

  /// The worst share is 0: the mean of 17 is 0.922, their deviation 0.238, their skewness -3.75, and Hall's interval ends at 0.47.
  @Test func anUnseenShareIsAtItsBound() throws {
    let values = (0..<16).map { 0.97 + 0.02 * Double($0 % 2) }
    #expect(try !verdict(.min(0.5), values, "availability").isCertain)
    #expect(try verdict(.min(0.45), values, "availability").isCertain)
    // Nothing is above 1.
    #expect(try verdict(.max(1.01), values, "availability").isCertain)
  }

  /// A figure at its limit on every seed, and one whose mean is its limit, are open.
  @Test func aFigureAtItsLimitIsUndecided() throws {
    let mixed = (0..<256).map { Double($0 % 2) }
    for bound in [BudgetBound.max(0.5), .min(0.5)] {
      let verdict = try verdict(bound, mixed)
      #expect(!verdict.isCertain && !verdict.isBroken)
    }
    #expect(try !verdict(.max(7.3), [Double](repeating: 7.3, count: 256)).isCertain)
  }

  @Test func figuresOfEventsWaitForMoreSeeds() throws {
    let values = (0..<127).map { Double($0 % 3) }
    #expect(try verdict(.max(1e3), values, "energy_J").isCertain)
    #expect(try !verdict(.max(1e3), values, "event_latency_p95_s").isCertain)
    #expect(try verdict(.max(1e3), values + [1], "event_latency_p95_s").isCertain)
  }

  /// A build that changed nothing: differences are all 0, and how far an unseen one may be the figure itself shows.
  @Test func anUnchangedBuildIsDecided() throws {
    let values = SampleRuns.values((0..<16).map { 1150 + Double($0 % 5) })
    let limit = try SampleRuns.limit(.maxIncrease(try #require(Tolerance(percent: nil, absolute: 20))))
    let verdict = LimitJudge.judge(
      limit, current: values, baseline: values, rule: SequentialPlan.standard.rule(seeds: 16))
    #expect(verdict.isCertain && !verdict.isBroken)
  }
}
