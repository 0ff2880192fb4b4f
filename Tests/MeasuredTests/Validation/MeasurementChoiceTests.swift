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

  /// Runs from 1 to 90 points, twice as long ones with twice the fall, the error of each from its own fall. A battery of 2 Wh
  /// with a day of 24 h.
  @Test func runsFallByOneToNinetyPoints() throws {
    let catalog = Catalog()
    var device = try catalog.device("modern-phone")
    device.values["battery.energy"] = PhoneDesignTests.exact(7200)
    device.values["battery.health"] = PhoneDesignTests.exact(1)
    let (none, scenario) = (try catalog.strategy("none"), try catalog.scenario("desk-day"))
    let network = try catalog.network("lte")
    // In percent an hour at rest; each run is to fall by so many points.
    let rate =
      try #require(
        PhoneDesign.expecting(
          [(none, MeasurementChoice.rest(hours: 20), [.seconds(72_000)])],
          device: device,
          network: network, seeds: 1
        ).expectations[0].first
      ).percent / 20
    let hours = [0.4, 1.7, 13, 80, 95].map { $0 / rate }
    func choice() throws -> MeasurementChoice {
      try MeasurementChoice(
        question: [none], on: scenario, strategies: [none], hours: hours, device: device, network: network, seeds: 1)
    }
    let (phone, found) = try PhoneDesign.expecting(
      [
        (none, MeasurementChoice.rest(hours: hours[4]), hours.map { Instant.seconds($0 * 3600) }),
        (none, scenario, [scenario.horizon]),
      ], device: device, network: network, seeds: 1)
    let runs = try choice().runs.filter { $0.place == "at rest" }
    let expected = zip(hours, found[0]).filter { $0.1.percent >= 1 && $0.1.percent <= 90 }
    #expect(runs.map(\.hours) == expected.map(\.0) && runs.map(\.drop) == expected.map(\.1.percent))
    #expect(found[0][0].percent < 1 && found[0][4].percent > 90 && runs.count == 3)
    for run in runs {
      let wanted = 2.0 / 12 / run.drop / run.drop + device.discrepancy.run * device.discrepancy.run
      #expect(abs(run.candidate.deviation * run.candidate.deviation - wanted) < 1e-12)
    }
    // In percent an hour of the day.
    #expect(abs(try choice().answer - found[1][0].percent / ((scenario.horizon - .start).seconds / 3600)) < 1e-12)
    // Of 7200 J, 72 J are 1 %.
    let exposure = try DrainExposure(
      keys: ["base.drain"], device: device, network: network, scenario: MeasurementChoice.rest(hours: hours[4]),
      strategy: none,
      instants: hours.map { .seconds($0 * 3600) }, seeds: 1)
    for (one, total) in zip(found[0], exposure.total) { #expect(abs(one.percent - total / 72) < 1e-9) }
    let gradient = try #require(found[0].last?.gradient)
    #expect(gradient.last == -1 && gradient.dropLast().allSatisfy { $0 >= 0 })
    // Powers' shares of what is drawn: that of all hours at rest, and less than all together.
    let place = try #require(phone.keys.firstIndex(of: "base.drain"))
    let share = hours[4] * 3600 * (device.values["base.drain"]?.mean ?? 0) / exposure.total[4]
    #expect(abs(gradient[place] - share) < 1e-3 && share > 0.02)
    #expect(gradient.dropLast().reduce(0, +) <= 1.0001 && gradient.dropLast().reduce(0, +) > 0.5)
  }

  /// 3 h at 12 m/s are 129.6 km.
  @Test func aRideGoesTwelveMetresASecond() {
    let world = WorldRealization(
      scenario: MeasurementChoice.ride(hours: 3), seed: 1, environment: RadioEnvironment(), keepsLatents: false)
    #expect(abs(world.journey.length / 129_600 - 1) < 0.01)
  }

  private func drop(_ runs: [MeasurementChoice.Run], _ strategy: String, _ place: String, _ hours: Double) -> Double {
    runs.first { $0.strategy == strategy && $0.place == place && $0.hours == hours }?.drop ?? 0
  }
}
