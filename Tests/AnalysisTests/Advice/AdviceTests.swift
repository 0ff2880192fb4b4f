import Analysis
import Core
import Testing

@Suite struct AdviceTests {
  /// Runs of seeds 1, 2, 3, ... with these energies, 8 % of the battery an hour at 100 J, and shares of a near track.
  private func row(energies: [Double], shares: [Double] = [], fixes: Double = 7) -> StrategySummary {
    let runs = energies.enumerated().map { index, energy in
      var run = RunMetrics(seed: UInt64(index + 1), duration: .hours(1))
      run[.energy] = energy
      run[.drainPercentPerHour] = energy * 0.08
      run[.locationsPerHour] = fixes
      run[.track(within: 30)] = fixes == 0 ? 0 : shares.isEmpty ? 0.9 : shares[index]
      return run
    }
    return StrategySummary(strategy: "odd", use: .record, runs: runs, baseline: [])
  }

  private func advice(_ base: StrategySummary, _ variant: StrategySummary, level: Double? = nil) throws -> Advice {
    try #require(
      Advice(
        chapter: .autoPause, title: "t", change: "c", base: base, variant: variant,
        need: Need(.track, .track(within: 30), level: level), batteryWeight: 2))
  }

  /// Shares of each seed: -0.2, -0.3, -0.4; Student's factor for two degrees of freedom is 4.303.
  @Test func theSavingIsTheMeanOfEachSeedsShare() throws {
    let found = try advice(
      row(energies: [100, 10, 1000]), row(energies: [80, 7, 600], shares: [0.9, 0.88, 0.86]))
    #expect(abs(found.energy.mean + 0.3) < 1e-12)
    let interval = try #require(found.energy.meanInterval)
    #expect(abs(interval.upperBound - (-0.3 + 4.302_65 * 0.1 / 3.0.squareRoot())) < 1e-5)
    #expect(abs((found.share?.mean ?? 0) + 0.02) < 1e-12)
    // Of three so different savings the mean value is not known.
    #expect(found.verdict == .open && found.objection == nil)
  }

  /// Half of 100 J are 4 % an hour, worth 8 points: a loss of 7 points is a price, one of 9 is too high.
  @Test(arguments: [(0.83, Advice.Verdict.saves), (0.81, .breaksNeeds)])
  func aSavingIsWorthItsPrice(_ row: (share: Double, verdict: Advice.Verdict)) throws {
    let found = try advice(
      self.row(energies: [100, 100]), self.row(energies: [50, 50], shares: [row.share, row.share]))
    #expect(found.verdict == row.verdict)
    #expect(found.objection == (row.verdict == .saves ? nil : "it loses more than it saves"))
    #expect(abs((found.value?.mean ?? 0) - (8 - (0.9 - row.share) * 100)) < 1e-9)
  }

  /// Half of 100 J are worth 8 points, and the mean loss is 9 or 7: losses 4 points to either side of it leave open which is more,
  /// those of half a point do not.
  @Test(arguments: [
    (0.81, 0.04, Advice.Verdict.open), (0.83, 0.04, .open), (0.81, 0.002, .breaksNeeds), (0.83, 0.002, .saves),
  ])
  func aValueThatMayBeNothingIsOpen(_ row: (share: Double, spread: Double, verdict: Advice.Verdict)) throws {
    let shares = [row.share - row.spread, row.share, row.share + row.spread]
    let base = self.row(energies: [100, 100, 100])
    let found = try advice(base, self.row(energies: [50, 50, 50], shares: shares))
    #expect(found.verdict == row.verdict && (found.objection == nil) == (row.verdict != .breaksNeeds))
    #expect(try advice(base, self.row(energies: [50, 50, 50], shares: shares), level: 0.5).verdict == .saves)
  }

  /// Savings of 80 and 10 %: Student's interval of two would begin at -490 %.
  @Test func noSavingIsMoreThanAll() throws {
    let found = try advice(row(energies: [100, 100]), row(energies: [20, 90]))
    #expect(found.energy.meanInterval?.lowerBound == -1)
  }

  @Test func aLevelDecidesInsteadOfTheValue() throws {
    let (base, variant) = (row(energies: [100, 100]), row(energies: [50, 50], shares: [0.6, 0.6]))
    #expect(try advice(base, variant, level: 0.59).verdict == .saves)
    #expect(try advice(base, variant, level: 0.61).objection == "the share is below the need")
    // The strategy itself does not reach it either, and this is no worse.
    #expect(try advice(row(energies: [100, 100], shares: [0.6, 0.6]), variant, level: 0.95).verdict == .saves)
  }

  @Test func withoutPositionsThereIsNoSaving() throws {
    let found = try advice(row(energies: [100, 100]), row(energies: [1, 1], fixes: 0))
    #expect(found.objection == "the app gets no positions" && found.verdict == .breaksNeeds)
  }

  @Test(arguments: [
    ([98.9, 98.9], Advice.Verdict.saves), ([99.1, 99.1], .noDifference), ([100.9, 100.9], .noDifference),
    ([101.1, 101.1], .costs), ([60, 110], .noDifference),
  ])
  func aShareOfAPercentCounts(_ row: (energies: [Double], verdict: Advice.Verdict)) throws {
    let found = try advice(self.row(energies: [100, 100]), self.row(energies: row.energies))
    #expect(found.verdict == row.verdict)
  }

  /// 25 J more are 2 % an hour, worth 4 points: a gain of 5 points is worth it, one of 3 is not.
  @Test(arguments: [(0.75, Advice.Verdict.gains), (0.73, .costs)])
  func aGainIsWorthItsEnergy(_ row: (share: Double, verdict: Advice.Verdict)) throws {
    let found = try advice(
      self.row(energies: [100, 100], shares: [0.7, 0.7]),
      self.row(energies: [125, 125], shares: [row.share, row.share]))
    #expect(found.verdict == row.verdict)
  }

  /// Only the change reaches 90 %; where the strategy does itself, more energy is worth nothing.
  @Test func aGainReachesTheLevel() throws {
    let variant = row(energies: [125, 125], shares: [0.91, 0.91])
    #expect(try advice(row(energies: [100, 100], shares: [0.2, 0.2]), variant, level: 0.9).verdict == .gains)
    #expect(try advice(row(energies: [100, 100], shares: [0.92, 0.92]), variant, level: 0.9).verdict == .costs)
  }

  /// Values: saves 3 points, gains 41 and 70 points.
  @Test func theLargestValueLeads() throws {
    let base = row(energies: [100, 100], shares: [0.1, 0.1])
    func change(_ title: String, _ chapter: GuideChapter, _ energy: Double, _ share: Double) throws -> Advice {
      try #require(
        Advice(
          chapter: chapter, title: title, change: "c", base: base,
          variant: row(energies: [energy, energy], shares: [share, share]),
          need: Need(.track, .track(within: 30)), batteryWeight: 2))
    }
    let less = try change("less", .reduceAccuracy, 50, 0.05)
    let mend = try change("mend", .autoPause, 150, 0.59)
    let live = try change("live", .liveUpdates, 150, 0.88)
    #expect(Advice.ranked([less, live, mend], byValue: true).map(\.title) == ["live", "mend", "less"])
    #expect(Advice.ranked([less, live], byValue: true).map(\.title) == ["live", "less"])
    let worse = try change("worse", .autoPause, 50, 0.05)
    #expect(Advice.ranked([worse, try change("some", .liveUpdates, 125, 0.15)], byValue: true).first?.title == "worse")
  }

  @Test func withoutACommonSeedThereIsNoAdvice() {
    let base = row(energies: [100])
    var other = RunMetrics(seed: 9, duration: .hours(1))
    other[.energy] = 3
    let variant = StrategySummary(strategy: "v", use: .live, runs: [other], baseline: [])
    #expect(
      Advice(
        chapter: .uploads, title: "t", change: "c", base: base, variant: variant,
        need: Need(.track, onFoot: false), batteryWeight: 2) == nil)
  }
}
