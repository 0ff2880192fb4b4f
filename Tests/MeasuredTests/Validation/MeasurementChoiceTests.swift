import DeviceModel
import Documents
import Estimation
import Core
import Strategies
import Testing
import World

@testable import Measured

@Suite struct MeasurementChoiceTests {
  /// Two readings of whole percents have a variance of 1/12 each: (2/12 / 49 + 0.0009 + 0.0016)^(1/2).
  @Test func theErrorOfARunHasThreeParts() {
    let deviation = MeasurementChoice.deviation(drop: 7, times: 0.04, run: 0.03)
    #expect(abs(deviation - (1.0 / 294 + 0.0025).squareRoot()) < 1e-12)
  }

  @Test func daysOfRunsAreAsLongAsTheRuns() {
    #expect(MeasurementChoice.rest(hours: 3).horizon == .seconds(10_800))
    #expect(MeasurementChoice.ride(hours: 0.5).horizon == .seconds(1800))
  }

  /// A strategy asked for is best known by running it; the answer is the difference of the two drains.
  @Test func theRunOfTheAskedStrategyTellsMost() throws {
    let catalog = Catalog()
    let (none, continuous) = (try catalog.strategy("none"), try catalog.strategy("continuous"))
    func choice(_ question: [StrategySpecification]) throws -> MeasurementChoice {
      try MeasurementChoice(
        question: question, on: try catalog.scenario("desk-day"), strategies: [none, continuous], hours: [2, 5],
        device: try catalog.device("modern-phone"), network: try catalog.network("lte"), seeds: 1)
    }
    let one = try choice([continuous])
    let best = try #require(
      one.runs.min { one.plan.deviation(after: $0.candidate) < one.plan.deviation(after: $1.candidate) })
    #expect(best.strategy == "continuous" && best.hours == 5)
    #expect(one.plan.dayDeviation == (try catalog.device("modern-phone").discrepancy.occasion))
    let base = try choice([none])
    let difference = try choice([continuous, none])
    #expect(abs(difference.answer - (one.answer - base.answer)) < 1e-12)
    #expect(drop(one.runs, "none", "at rest", 2) < drop(one.runs, "none", "at rest", 5))
  }

  private func drop(_ runs: [MeasurementChoice.Run], _ strategy: String, _ place: String, _ hours: Double) -> Double {
    runs.first { $0.strategy == strategy && $0.place == place && $0.hours == hours }?.drop ?? 0
  }
}
