import Analysis
import Testing

@Suite struct TighterLimitTests {
  private func verdict(_ figures: [Double], _ bound: BudgetBound) throws -> LimitVerdict {
    LimitJudge.judge(
      try SampleRuns.limit(bound), current: SampleRuns.values(figures))
  }

  /// A figure of 2.31 would be kept by 2.6 (2.541 rounded up), which is worth saying from 3.25 on.
  @Test(arguments: [(2.4, nil), (3.2, nil), (3.3, 2.6), (100, 2.6)] as [(Double, Double?)])
  func aLooseMaximumIsMentioned(_ limit: Double, _ expected: Double?) throws {
    let bound = BudgetBound.max(limit)
    #expect(TighterLimit.suggestion(for: bound, try verdict([2.31, 2.31], bound)) == expected)
  }

  @Test(arguments: [(0.9, nil), (0.72, nil), (0.5, 0.88)] as [(Double, Double?)])
  func aLooseMinimumIsMentioned(_ limit: Double, _ expected: Double?) throws {
    let bound = BudgetBound.min(limit)
    #expect(TighterLimit.suggestion(for: bound, try verdict([0.983, 0.983], bound)) == expected)
  }

  @Test(arguments: [(10.0, 11.0), (100, 110), (0.0123, 0.014), (8567, 9500), (12_345, 14_000)] as [(Double, Double)])
  func suggestionsHaveTwoDigits(_ figure: Double, _ expected: Double) throws {
    let bound = BudgetBound.max(1e6)
    #expect(TighterLimit.suggestion(for: bound, try verdict([figure, figure], bound)) == expected)
  }

  @Test func aSuggestionAlwaysHolds() throws {
    for figure in stride(from: 0.0137, to: 4000, by: 3.77) {
      let bound = BudgetBound.max(1e9)
      let tight = try #require(TighterLimit.suggestion(for: bound, try verdict([figure, figure * 1.01], bound)))
      #expect(try !verdict([figure, figure * 1.01], .max(tight)).isBroken)
    }
  }

  /// Real phones need the prediction range: a limit within it is not loose, and none is suggested there.
  @Test(
    arguments: [(.max(3), nil), (.max(3.9), nil), (.max(10), 3.2), (.min(1.2), nil), (.min(1), 1.3)]
      as [(BudgetBound, Double?)])
  func thePredictionRangeStaysWithin(_ bound: BudgetBound, _ expected: Double?) throws {
    let verdict = try verdict([2.31, 2.31], bound)
    #expect(TighterLimit.suggestion(for: bound, verdict, prediction: 1.32...3.19) == expected)
  }

  @Test func aBrokenLimitIsNotTightened() throws {
    let bound = BudgetBound.max(1)
    #expect(TighterLimit.suggestion(for: bound, try verdict([2, 2], bound)) == nil)
  }
}
