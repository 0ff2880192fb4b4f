import Reports
import Testing

@Suite struct ComparisonFindingTests {
  typealias Strategy = SampleReports.Strategy

  func sentence(_ strategies: [Strategy], seeds: Int = 1) -> String {
    ComparisonFinding.sentence(for: SampleReports.report(strategies, seeds: seeds))
  }

  @Test func weighsTheBestBargainAgainstTheMostAccurate() {
    let text = sentence([
      Strategy(name: "fine", milliwatts: 300, error: 11), Strategy(name: "coarse", milliwatts: 10, error: 3000),
      Strategy(name: "middle", milliwatts: 30, error: 40),
    ])
    #expect(text.hasPrefix("middle takes "))
    #expect(text.contains("for fine (82 % less), with a 95 % error of 37.2 m instead of 10.2 m."))
  }

  @Test func whatCostsLessButErrsFarMoreIsNoBargain() {
    let text = sentence([
      Strategy(name: "fine", milliwatts: 300, error: 41), Strategy(name: "coarse", milliwatts: 10, error: 3000),
    ])
    #expect(text.hasPrefix("fine takes "))
    #expect(text.hasSuffix("; what costs less errs more than 5 times as much."))
  }

  @Test func oneStrategyThatBeatsAllIsSaidToBe() {
    let text = sentence([
      Strategy(name: "good", milliwatts: 30, error: 11), Strategy(name: "bad", milliwatts: 300, error: 12),
    ])
    #expect(text.hasPrefix("good is the cheapest and the most accurate: it takes "))
  }

  @Test func twoSeedsGiveAnIntervalOfThePairedDifference() {
    let text = sentence(
      [Strategy(name: "fine", milliwatts: 300, error: 11), Strategy(name: "coarse", milliwatts: 10, error: 30)],
      seeds: 9)
    #expect(text.contains("less; paired difference "))
    #expect(text.contains("95 % interval"))
  }

  @Test func noPositionsAndNoStrategies() {
    #expect(sentence([Strategy(name: "none", milliwatts: 0, error: nil)]).hasSuffix("gets no position."))
    #expect(sentence([]) == "No strategy was compared.")
  }
}
