import Analysis
import Core
import Testing

@Suite struct BudgetFindingTests {
  private func finding(
    _ limit: BudgetLimit, _ figures: [Double?], old: [Double?] = [], on day: String = "2026-07-01",
    seeds: SeedPlan = .count(2)
  ) throws -> BudgetFinding {
    BudgetFinding(
      budget: "b", scenario: "commute", device: "phone", network: "lte", strategy: "s", limit: limit,
      verdict: LimitJudge.judge(
        limit, current: SampleRuns.values(figures), baseline: SampleRuns.values(old),
        rule: seeds.rule(seeds: figures.count)),
      seeds: seeds, today: try #require(CalendarDay(day)))
  }

  private func waiver() throws -> Waiver {
    Waiver(owner: "Ada", reason: "old chip", expires: try #require(CalendarDay("2026-06-30")))
  }

  @Test func theLevelDecidesWhatABreachIs() throws {
    #expect(try finding(try SampleRuns.limit(.max(3)), [4, 4]).status == .broken)
    #expect(try finding(try SampleRuns.limit(.max(3), level: .warn), [4, 4]).status == .warning)
    #expect(try finding(try SampleRuns.limit(.max(5)), [4, 4]).status == .within)
  }

  @Test func aWaiverHoldsThroughItsLastDay() throws {
    let limit = try SampleRuns.limit(.max(3), waiver: try waiver())
    #expect(try finding(limit, [4, 4], on: "2026-06-30").status == .waived)
    let late = try finding(limit, [4, 4], on: "2026-07-01")
    #expect(late.status == .broken)
    #expect(late.waiverExpired)
    #expect(try finding(limit, [2, 2], on: "2026-06-30").status == .within)
  }

  /// A decrease is one below 0, whichever of the two is limited.
  @Test func aChangeIsSignedAsTheFigureMoved() throws {
    let tolerance = try #require(Tolerance(percent: 5, absolute: nil))
    for bound in [BudgetBound.maxIncrease(tolerance), .maxDecrease(tolerance)] {
      let up = try finding(try SampleRuns.limit(bound), [106, 212], old: [100, 200])
      #expect(up.change?.mean == 9)
      #expect(up.changePercent == 6)
      #expect(try finding(try SampleRuns.limit(bound), [94, 188], old: [100, 200]).changePercent == -6)
    }
  }

  @Test func statusesAreInOrderOfGravity() {
    #expect(BudgetFinding.Status.allCases.shuffled().sorted() == [.broken, .warning, .waived, .within])
  }

  @Test func aSequentialTestAtItsCapIsUndecided() throws {
    let plan = SeedPlan.auto(SequentialPlan(confidence: 0.95, firstLook: 2, cap: 2))
    #expect(try finding(try SampleRuns.limit(.max(3)), [1, 4], seeds: plan).isUndecided)
    #expect(try !finding(try SampleRuns.limit(.max(3)), [1, 1.01], seeds: plan).isUndecided)
    // Equal values have no range to allow for the unseen with: they decide nothing.
    #expect(try finding(try SampleRuns.limit(.max(3)), [1, 1], seeds: plan).isUndecided)
    #expect(try !finding(try SampleRuns.limit(.max(3)), [1, 4]).isUndecided)
  }

  @Test func fingerprintsTellLimitsApartAndNotFigures() throws {
    let max = try finding(try SampleRuns.limit(.max(3)), [4, 4]).fingerprint
    #expect(try max == finding(try SampleRuns.limit(.max(5)), [1, 1]).fingerprint)
    #expect(try max != finding(try SampleRuns.limit(.min(3)), [4, 4]).fingerprint)
    #expect(try max != finding(try SampleRuns.limit(.max(3), "base_J"), [4, 4]).fingerprint)
    #expect(max.utf8.count == 64)
  }
}
