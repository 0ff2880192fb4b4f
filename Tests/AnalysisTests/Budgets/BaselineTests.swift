import Analysis
import DeviceModel
import Testing

@Suite struct BaselineTests {
  private func input(_ name: String, _ digit: String = "0") -> Baseline.Input {
    Baseline.Input(name: name, hash: String(repeating: digit, count: 64))
  }

  private func conditions(
    _ scenario: String = "0", _ device: String = "0", _ network: String = "0", parameters: ParameterChoice = .fixed
  ) -> Baseline.Conditions {
    Baseline.Conditions(
      scenario: input("commute", scenario), device: input("phone", device), network: input("lte", network),
      parameters: parameters)
  }

  private var baseline: Baseline {
    Baseline(
      toolVersion: "0.0.7",
      entries: [
        Baseline.Entry(
          conditions: conditions(), strategy: input("ours"), seeds: [3, 4, 5],
          values: ["energy_J": [7.1, nil, 9.3]])
      ])
  }

  private func differences(
    _ strategy: Baseline.Input, _ conditions: Baseline.Conditions, _ seeds: [UInt64] = [3, 4], refuses: Bool = false
  ) -> [String] {
    let found = baseline.entry(for: strategy, under: conditions, seeds: seeds, refusesChangedStrategy: refuses)
    guard case .failure(let mismatch) = found else { return [] }
    return mismatch.differences
  }

  @Test func equalInputsFit() throws {
    let entry = try baseline.entry(for: input("ours"), under: conditions(), seeds: [3, 4]).get()
    let energy = entry.values(of: BudgetMetric(.energy))
    #expect(
      energy == [
        SeedValue(seed: 3, value: 7.1), SeedValue(seed: 4, value: nil), SeedValue(seed: 5, value: 9.3),
      ])
    #expect(entry.values(of: BudgetMetric(.firstFix)) == nil)
  }

  @Test func anEntryIsFoundByItsNamesWithTheMeansThatBothHave() throws {
    let metric = BudgetMetric(.energy)
    let entry = try #require(baseline.entry(named: "ours", like: conditions("1", "2", "3")))
    let newer = [
      SeedValue(seed: 3, value: 8.1), SeedValue(seed: 4, value: 5), SeedValue(seed: 5, value: nil),
      SeedValue(seed: 6, value: 7),
    ]
    let means = try #require(entry.means(of: metric, beside: newer))
    #expect(means.old == 7.1 && means.new == 8.1)
    #expect(entry.means(of: metric, beside: [newer[1]]).map { $0.new } == nil)
    #expect(baseline.entry(named: "theirs", like: conditions()) == nil)
    #expect(baseline.entry(named: "ours", like: conditions(parameters: .drawn)) == nil)
  }

  @Test func whatMovedIsNamedWithTheInputsThatChanged() {
    func baseline(_ device: String, _ values: [Double?]) -> Baseline {
      Baseline(
        toolVersion: "0.0.7",
        entries: [
          Baseline.Entry(
            conditions: conditions("0", device), strategy: input("ours"), seeds: [3, 4, 5],
            values: ["energy_J": values])
        ])
    }
    let metric = BudgetMetric(.energy)
    // Seed 4 has no old figure, and does not count.
    let moves = baseline("2", [8.1, 100, 10.3]).moves(since: self.baseline, of: metric)
    #expect(moves.map(\.strategy) == ["ours"])
    #expect(moves.first.map { abs($0.old - 8.2) < 1e-12 && abs($0.new - 9.2) < 1e-12 } == true)
    #expect(moves.first?.changedInputs == ["device"])
    #expect(baseline("0", [8.1, nil, 9.3]).moves(since: self.baseline, of: metric).first?.changedInputs == [])
    // Under a hundredth.
    #expect(baseline("2", [7.1, nil, 9.31]).moves(since: self.baseline, of: metric).isEmpty)
    #expect(baseline("2", [7.1, nil, 9.3]).moves(since: self.baseline, of: BudgetMetric(.firstFix)).isEmpty)
  }

  @Test func entriesOfOtherNamesAreNewOrGone() {
    func baseline(_ strategy: String, _ hash: String, _ device: String) -> Baseline {
      let entry = Baseline.Entry(
        conditions: conditions("0", device), strategy: input(strategy, hash), seeds: [3], values: ["energy_J": [1]])
      return Baseline(toolVersion: "0.0.7", entries: [entry])
    }
    #expect(baseline("theirs", "0", "0").entries(notIn: self.baseline).map(\.strategy.name) == ["theirs"])
    #expect(self.baseline.entries(notIn: baseline("theirs", "0", "0")).map(\.strategy.name) == ["ours"])
    // Other contents of the same names have moved.
    #expect(baseline("ours", "1", "2").entries(notIn: self.baseline).isEmpty)
  }

  @Test func whatDiffersIsNamed() {
    #expect(
      differences(input("ours"), conditions("0", "2", "3")) == [
        "the device 'phone' has changed (00000000 is now 22222222)",
        "the network 'lte' has changed (00000000 is now 33333333)",
      ])
    #expect(
      differences(input("ours"), conditions("1")) == ["the scenario 'commute' has changed (00000000 is now 11111111)"])
    #expect(differences(input("ours"), conditions(), [2, 3, 4, 5, 6]).first?.hasPrefix("seed 2 and 1 more") == true)
    #expect(differences(input("theirs"), conditions()).first?.hasPrefix("it has no values of 'theirs'") == true)
    #expect(differences(input("ours"), conditions(parameters: .drawn)).first?.contains("drawn") == true)
  }

  @Test func aChangedStrategyIsComparedUnlessItIsRefused() {
    #expect(differences(input("ours", "5"), conditions()).isEmpty)
    #expect(
      differences(input("ours", "5"), conditions(), refuses: true) == [
        "the strategy 'ours' has changed (00000000 is now 55555555)"
      ])
  }
}
