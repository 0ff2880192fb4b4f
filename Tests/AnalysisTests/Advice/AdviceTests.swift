import Analysis
import Quantities
import Testing

@Suite struct AdviceTests {
  /// Runs of seeds 1, 2, 3, ... with these energies; errors, ages and ways are the same on each unless a list is given.
  private func row(
    _ use: StrategyUse, energies: [Double], errors: [Double?] = [], age: Double = 3, fixes: Double = 7,
    coverage: Double = 0.93, track: Double = 4, movingAge: Double? = nil
  ) -> StrategySummary {
    let runs = energies.enumerated().map { index, energy in
      var run = RunMetrics(seed: UInt64(index + 1), duration: .hours(1))
      run[.energy] = energy
      run[.drainPercentPerHour] = energy / 11
      let error = errors.isEmpty ? 13 : errors[index]
      run[.errorP95] = error
      run[.trackErrorP95] = track
      run[.ageP95] = age
      run[.locationsPerHour] = fixes
      run[.availability] = coverage
      run[.trackCoverage] = 0.11
      run[.movingAgeP95] = movingAge ?? age
      run[.movingCoverage] = coverage
      run[.movingErrorP95] = error
      return run
    }
    return StrategySummary(strategy: "odd", use: use, runs: runs, baseline: [])
  }

  private func advice(
    _ base: StrategySummary, _ variant: StrategySummary, _ needs: AdviceNeeds = AdviceNeeds()
  ) throws -> Advice {
    try #require(
      Advice(chapter: .autoPause, title: "t", change: "c", base: base, variant: variant, needs: needs))
  }

  /// Shares of each seed: -0.2, -0.3, -0.4; Student's factor for two degrees of freedom is 4.303.
  @Test func theSavingIsTheMeanOfEachSeedsShare() throws {
    let found = try advice(
      row(.live, energies: [100, 10, 1000]), row(.live, energies: [80, 7, 600], errors: [14, 16, 21], age: 8))
    #expect(abs(found.energy.mean + 0.3) < 1e-12)
    let interval = try #require(found.energy.meanInterval)
    #expect(abs(interval.upperBound - (-0.3 + 4.302_65 * 0.1 / 3.0.squareRoot())) < 1e-5)
    #expect(found.error?.mean == 4)
    #expect(found.age?.mean == 5)
    #expect(found.movingAge?.mean == 5)
    #expect(found.coverage?.mean == 0)
    #expect(found.verdict == .saves)
    #expect(found.objection == nil)
  }

  /// A track is judged by the way: its coverage of a whole day would fall with every hour the user sleeps.
  @Test func aRecordingIsJudgedWhileTheUserMoves() throws {
    let base = row(.record, energies: [100, 100], errors: [10, 12], track: 1)
    let variant = row(.record, energies: [50, 50], errors: [31, 37], coverage: 0.9, track: 999)
    let found = try advice(base, variant)
    #expect(found.error?.mean == 23)
    #expect(abs((found.coverage?.mean ?? 0) + 0.03) < 1e-12)
    #expect(found.verdict == .saves)
    let gaps = try advice(base, row(.record, energies: [50, 50], errors: [10, 12], coverage: 0.87))
    #expect(gaps.verdict == .breaksNeeds)
    #expect(gaps.objection == "the track covers less of the moving time")
    let live = try advice(
      row(.live, energies: [100, 100]), row(.live, energies: [50, 50], coverage: 0.87))
    #expect(live.objection == "a position is held less of the day")
  }

  @Test(arguments: [(0.0, "the app gets no positions"), (0.7, "positions come too rarely for a track")])
  func noTrackIsNotAlwaysNoPosition(_ row: (fixes: Double, objection: String)) throws {
    let found = try advice(
      self.row(.record, energies: [100, 100]),
      self.row(.record, energies: [1, 1], errors: [nil, nil], fixes: row.fixes, coverage: 0))
    #expect(found.objection == row.objection)
    #expect(found.error == nil)
  }

  /// A price has to be as certain as the saving: 90, 98 and 103 m have the mean 97 m and an interval up to 113 m.
  @Test func aNeedIsKeptWhereTheWholeIntervalKeepsIt() throws {
    let base = row(.live, energies: [100, 100, 100])
    let variant = row(.live, energies: [50, 50, 50], errors: [90, 98, 103], age: 71)
    func objection(_ error: Double?, _ age: Double? = nil) throws -> String? {
      try advice(base, variant, AdviceNeeds(largestError: error, largestAge: age)).objection
    }
    #expect(try objection(114) == nil)
    #expect(try objection(112) == "the error may exceed the need")
    #expect(try objection(96) == "the error exceeds the need")
    #expect(try objection(114, 71) == nil)
    #expect(try objection(96, 70) == "the error exceeds the need; the age exceeds the need")
  }

  /// Five times as large, or 100 m: beside 13 m up to 100 m, beside 31 m up to 155 m.
  @Test(arguments: [(13.0, 99.0, true), (13, 101, false), (31, 154, true), (31, 156, false)])
  func withoutANeedLargeErrorsAreAPrice(_ row: (own: Double, new: Double, isKept: Bool)) throws {
    let base = self.row(.live, energies: [100, 100], errors: [row.own, row.own])
    let found = try advice(base, self.row(.live, energies: [50, 50], errors: [row.new, row.new]))
    #expect(found.verdict == (row.isKept ? .saves : .breaksNeeds))
    #expect((found.objection == nil) == row.isKept)
    let named = try advice(
      base, self.row(.live, energies: [50, 50], errors: [row.new, row.new]), AdviceNeeds(largestError: 1000))
    #expect(named.verdict == .saves)
  }

  /// Five times as old, or 5 min: beside 3 s up to 300 s, beside 71 s up to 355 s. The night's age does not count, and for a
  /// recording none does unless it is named.
  @Test(arguments: [(3.0, 299.0, true), (3, 301, false), (71, 354, true), (71, 356, false)])
  func withoutANeedOldPositionsAreAPrice(_ row: (own: Double, new: Double, isKept: Bool)) throws {
    func objection(_ use: StrategyUse, _ needs: AdviceNeeds = AdviceNeeds()) throws -> String? {
      try advice(
        self.row(use, energies: [100, 100], movingAge: row.own),
        self.row(use, energies: [50, 50], age: 28_292, movingAge: row.new), needs
      ).objection
    }
    #expect(try objection(.live) == (row.isKept ? nil : "positions are more than 5 times as old on the move"))
    #expect(try objection(.live, AdviceNeeds(largestAge: 400)) == nil)
    #expect(try objection(.record) == nil)
    #expect(try objection(.record, AdviceNeeds(largestAge: 70)) == "the age exceeds the need")
  }

  @Test(arguments: [
    ([98.9, 98.9], Advice.Verdict.saves), ([99.1, 99.1], .noDifference), ([100.9, 100.9], .noDifference),
    ([101.1, 101.1], .costs), ([60, 110], .noDifference),
  ])
  func aShareOfAPercentCounts(_ row: (energies: [Double], verdict: Advice.Verdict)) throws {
    let found = try advice(self.row(.live, energies: [100, 100]), self.row(.live, energies: row.energies))
    #expect(found.verdict == row.verdict)
  }

  @Test func withoutACommonSeedThereIsNoAdvice() {
    let base = row(.live, energies: [100])
    var other = RunMetrics(seed: 9, duration: .hours(1))
    other[.energy] = 3
    let variant = StrategySummary(strategy: "v", use: .live, runs: [other], baseline: [])
    #expect(
      Advice(chapter: .uploads, title: "t", change: "c", base: base, variant: variant, needs: AdviceNeeds()) == nil)
  }
}
