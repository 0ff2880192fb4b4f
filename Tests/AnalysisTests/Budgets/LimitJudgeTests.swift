import Analysis
import Testing

@Suite struct LimitJudgeTests {
  /// Mean 5, standard deviation 1: at 95 % and two degrees of freedom the interval is 5 -+ 4.302653 / sqrt(3).
  private let figures: [Double?] = [4, 5, 6]
  private let half = 4.302652729749464 / 3.0.squareRoot()

  private func judge(
    _ bound: BudgetBound, _ decideOn: DecisionBasis = .mean, _ figures: [Double?]? = nil, old: [Double?] = [],
    column: String = "energy_J"
  ) throws -> LimitVerdict {
    LimitJudge.judge(
      try SampleRuns.limit(bound, column, decideOn: decideOn), current: SampleRuns.values(figures ?? self.figures),
      baseline: SampleRuns.values(old))
  }

  @Test func theIntervalIsStudents() throws {
    let figure = try #require(try judge(.max(1)).figure)
    #expect(figure.mean == 5)
    #expect(abs(figure.low - (5 - half)) < 1e-12)
    #expect(abs(figure.high - (5 + half)) < 1e-12)
  }

  /// Limits on both sides of the low end (2.52), the mean (5) and the high end (7.48).
  @Test(arguments: [
    (2.5, [true, true, true]), (2.6, [true, false, true]), (4.9, [true, false, true]), (5.0, [false, false, true]),
    (7.4, [false, false, true]), (7.5, [false, false, false]),
  ])
  func aMaximumIsHeldAgainstTheNamedNumber(_ limit: Double, _ broken: [Bool]) throws {
    for (basis, expected) in zip([DecisionBasis.mean, .ciLower, .ciUpper], broken) {
      #expect(try judge(.max(limit), basis).isBroken == expected, "\(basis)")
    }
  }

  @Test(arguments: [
    (2.5, [false, false, false]), (2.6, [false, true, false]), (5.0, [false, true, false]), (5.1, [true, true, false]),
    (7.5, [true, true, true]),
  ])
  func aMinimumIsHeldAgainstTheNamedNumber(_ limit: Double, _ broken: [Bool]) throws {
    for (basis, expected) in zip([DecisionBasis.mean, .ciLower, .ciUpper], broken) {
      #expect(try judge(.min(limit), basis).isBroken == expected, "\(basis)")
    }
  }

  @Test func onlyAnIntervalOnOneSideIsCertain() throws {
    #expect(try judge(.max(2.5)).isCertain)
    #expect(try !judge(.max(2.6)).isCertain)
    #expect(try !judge(.max(7.4)).isCertain)
    #expect(try judge(.max(7.5)).isCertain)
    #expect(try !judge(.max(7.4), .mean, [5]).isCertain)
    #expect(try judge(.max(7.4), .ciUpper, [5]).isBroken)
  }

  /// 40 right days leave open that 8.8 % are wrong: the lower end breaks a minimum of 99 %, and the mean is not sure of it.
  @Test func sharesThatAreAllRightAreNotSure() throws {
    func judge(_ share: Double, _ basis: DecisionBasis) throws -> LimitVerdict {
      try self.judge(.min(share), basis, Array(repeating: 1, count: 40), column: "now_in_100m_all_day")
    }
    #expect(try judge(0.99, .ciLower).isBroken && judge(0.912, .ciLower).isBroken)
    #expect(try !judge(0.99, .mean).isBroken && !judge(0.99, .mean).isCertain)
    #expect(try !judge(0.911, .ciLower).isBroken && judge(0.911, .mean).isCertain)
    #expect(try judge(0.99, .mean).figure?.high == 1)
  }

  /// Of 40 seeds three are above 9: 7.5 %, with an exact interval from 1.6 to 20.4 %. The 95 % quantile is the 38th value.
  @Test func aQuantileOfTheSeedsCountsThoseBeyond() throws {
    let figures = (1...37).map { Double?(Double($0) / 10) } + [9.5, 9.7, 11]
    func judge(_ bound: BudgetBound, _ quantile: Int, _ basis: DecisionBasis = .mean) throws -> LimitVerdict {
      try self.judge(bound, basis, figures, column: "energy_J(p\(quantile))")
    }
    let broken = try judge(.max(9), 95)
    #expect(broken.isBroken && !broken.isCertain)
    #expect(broken.figure?.mean == 9.5)
    let beyond = try #require(broken.beyond)
    #expect(abs(beyond.lowerBound - 0.0157) < 0.0001 && abs(beyond.upperBound - 0.2039) < 0.0001)
    #expect(try !judge(.max(9), 95, .ciLower).isBroken)
    #expect(try judge(.max(9), 90).isBroken == false)
    #expect(try judge(.max(9), 90, .ciUpper).isBroken)
    // All are below 12, but none of 40 does not yet show that fewer than 5 % are above.
    #expect(try !judge(.max(12), 95).isBroken)
    #expect(try !judge(.max(12), 95).isCertain)
    #expect(try judge(.max(12), 90).isCertain)
    // Downwards: two of 40 are below 0.3.
    #expect(try !judge(.min(0.3), 5).isBroken)
    #expect(try judge(.min(0.31), 5).isBroken)
    #expect(try judge(.min(2), 5).isCertain)
  }

  @Test func valuesEqualToTheLimitAreWithinIt() throws {
    #expect(try !judge(.max(0.1), .ciUpper, [0.1, 0.1, 0.1]).isBroken)
    #expect(try !judge(.min(0.1), .ciLower, [0.1, 0.1, 0.1]).isBroken)
    #expect(try !judge(.maxIncrease(try tolerance(0, nil)), .ciUpper, [7.3, 1.9], old: [7.3, 1.9]).isBroken)
  }

  private func tolerance(_ percent: Double?, _ absolute: Double?) throws -> Tolerance {
    try #require(Tolerance(percent: percent, absolute: absolute))
  }

  /// From 100 and 200 to 106 and 212: by 9, or 6 %.
  @Test(arguments: [
    (5.9, -1, true), (6.1, -1, false), (-1, 8.9, true), (-1, 9.1, false), (5.9, 8.9, true), (6.1, 8.9, false),
    (5.9, 9.1, false),
  ])
  func bothPartsOfAToleranceMustBeExceeded(_ percent: Double, _ absolute: Double, _ isBroken: Bool) throws {
    let (percent, absolute) = (percent < 0 ? nil : percent, absolute < 0 ? nil : absolute)
    let bound = BudgetBound.maxIncrease(try tolerance(percent, absolute))
    let verdict = try judge(bound, .mean, [106, 212], old: [100, 200])
    #expect(verdict.isBroken == isBroken)
    #expect(verdict.change?.mean == 9)
    #expect(verdict.baselineMean == 150)
    #expect((verdict.excess > 0) == isBroken)
  }

  @Test func seedsArePairedByTheirNumber() throws {
    let limit = try SampleRuns.limit(.maxIncrease(try tolerance(nil, 2.9)))
    let verdict = LimitJudge.judge(
      limit, current: SampleRuns.values([11, 22, 33], from: 5), baseline: SampleRuns.values([1, 8, 19, 30], from: 4))
    #expect(verdict.change?.mean == 3)
    #expect(verdict.change?.low == 3)
    #expect(verdict.isBroken)
    #expect(verdict.isCertain)
  }

  @Test func pairingFindsWhatSeparateMeansWouldNot() throws {
    let old: [Double?] = [10, 210, 35, 170, 81, 140]
    let new: [Double?] = [12.1, 212.2, 37, 172.1, 83.2, 142]
    #expect(try judge(.maxIncrease(try tolerance(nil, 1)), .ciLower, new, old: old).isBroken)
    let wide = try #require(MeanInterval(new.compactMap(\.self), .standard))
    #expect(wide.high - wide.low > 100)
  }

  @Test func anImprovementNeverFails() throws {
    for basis in DecisionBasis.allCases {
      let verdict = try judge(.maxIncrease(try tolerance(0, 0)), basis, [4.1, 8.9, 2], old: [5, 10, 3])
      #expect(!verdict.isBroken)
    }
  }

  @Test func aDecreaseIsLimitedTheOtherWay() throws {
    let bound = BudgetBound.maxDecrease(try tolerance(2, 0.01))
    #expect(try judge(bound, .mean, [0.95, 0.93], old: [0.99, 0.98], column: "availability").isBroken)
    #expect(try !judge(bound, .mean, [0.99, 0.98], old: [0.95, 0.93], column: "availability").isBroken)
  }

  @Test func aPercentageOfANegativeBaselineIsOfItsSize() throws {
    let bound = BudgetBound.maxIncrease(try tolerance(10, nil))
    #expect(try !judge(bound, .mean, [-9.1, -18.1], old: [-10, -20]).isBroken)
    #expect(try judge(bound, .mean, [-8.9, -17.9], old: [-10, -20]).isBroken)
  }

  @Test func aFigureThatNoSeedHasKeepsNoLimit() throws {
    #expect(try judge(.max(50), .mean, [nil, nil], column: "error_p95_m").isBroken)
    #expect(try judge(.min(0), .mean, [nil, nil], column: "error_p95_m").isBroken)
    #expect(try judge(.max(50), .mean, [nil, nil], column: "error_p95_m").isCertain)
    let gone = BudgetBound.maxIncrease(try tolerance(5, nil))
    #expect(try judge(gone, .mean, [nil, nil], old: [7, 9], column: "error_p95_m").isBroken)
    #expect(try !judge(gone, .mean, [7, 9], old: [nil, nil], column: "error_p95_m").isBroken)
    #expect(try !judge(gone, .mean, [nil, nil], old: [nil, nil], column: "error_p95_m").isBroken)
  }

  @Test func aBatteryThatIsNeverEmptyLastsLongEnough() throws {
    #expect(try !judge(.min(18), .mean, [nil, nil], column: "battery_empty_h").isBroken)
    #expect(try judge(.min(18), .mean, [17, nil], column: "battery_empty_h").isBroken)
    let bound = BudgetBound.maxDecrease(try tolerance(5, nil))
    #expect(try judge(bound, .mean, [17, 16], old: [nil, nil], column: "battery_empty_h").isBroken)
    #expect(try !judge(bound, .mean, [nil, nil], old: [17, 16], column: "battery_empty_h").isBroken)
  }

  @Test func missingSeedsAreCounted() throws {
    let verdict = try judge(.max(5.1), .mean, [5, nil, 5])
    #expect(verdict.figure?.count == 2)
    #expect(verdict.seeds == 3)
  }
}
