import Estimation
import Core
import RealModule
import Testing

@Suite struct DrainFitTests {
  @Test(arguments: 1...12) func findsKnownPowers(seed: UInt64) throws {
    let truth = SyntheticRuns()
    let fit = try DrainFit(runs: truth.make(seed: seed), components: truth.components, options: truth.options)
    for (component, power) in zip(truth.components, truth.powers) {
      let found = try #require(fit.summary[component.name])
      let error = try #require(found.standardError)
      #expect(abs(found.value - power) < 4 * error, "\(component.name): \(found.value) ± \(error), truth \(power)")
      #expect(error < 0.2 * power)
    }
    let plateau = try #require(fit.summary["gauge.plateau"])
    #expect(abs(plateau.value - 4.4) < 1.1)
    #expect((17...20).contains(fit.runs.count))
  }

  /// As the gauges of measured Nexus 6: some points are gone in the first hour, then the level follows the drain.
  @Test(arguments: 1...6) func aGaugeThatDropsFirstHasAParameterOfItsOwn(seed: UInt64) throws {
    let truth = SyntheticRuns(firstDrop: 5.3)
    let runs = truth.make(seed: seed)
    let fit = try DrainFit(runs: runs, components: truth.components, options: truth.options)
    for (component, power) in zip(truth.components, truth.powers) {
      let found = try #require(fit.summary[component.name])
      let error = try #require(found.standardError)
      #expect(abs(found.value - power) < 4 * error, "\(component.name): \(found.value) ± \(error), truth \(power)")
      #expect(error < 0.2 * power)
    }
    let drop = try #require(fit.summary["gauge.first_drop"])
    #expect(abs(drop.value - 5.3) < 1.1, "\(drop)")
    #expect(fit.summary["gauge.plateau"] == nil)
    #expect(fit.runs.allSatisfy { abs($0.score) < 4.5 })

    // Taken as a plateau, it is one below 0.
    let wrong = try DrainFit(
      runs: runs, components: truth.components, options: DrainFitOptions(capacityWattHours: truth.capacity))
    #expect(try #require(wrong.summary["gauge.plateau"]).value < 0)
  }

  @Test func deviationsComeOutOnAverage() throws {
    let truth = SyntheticRuns(runDeviation: 0.09, runsPerStrategy: 9)
    var sums = [0.0, 0.0]
    let count = 12
    for seed in 0..<count {
      let fit = try DrainFit(
        runs: truth.make(seed: UInt64(seed)), components: truth.components, options: truth.options)
      sums[0] += try #require(fit.summary["run_deviation"]).value / Double(count)
      sums[1] += try #require(fit.summary["gauge.hold_deviation"]).value / Double(count)
    }
    #expect(abs(sums[0] - 0.09) < 0.012, "run deviation \(sums[0])")
    #expect(abs(sums[1] - 0.7) < 0.15, "plateau deviation \(sums[1])")
  }

  @Test func noiselessRunsGiveTheTruthToTheRounding() throws {
    let truth = SyntheticRuns(
      plateauDeviation: 0, runDeviation: 0, readingDeviation: 0, runsPerStrategy: 3, hours: 15, readingsPerHour: 7)
    let fit = try DrainFit(runs: truth.make(seed: 5), components: truth.components, options: truth.options)
    for (component, power) in zip(truth.components, truth.powers) {
      #expect(abs(try #require(fit.summary[component.name]).value - power) < 0.025 * power)
    }
    #expect(abs(try #require(fit.summary["gauge.plateau"]).value - 4.4) < 0.15)
  }

  @Test func aComponentThatCostsNothingHasAnIntervalFromZero() throws {
    let truth = SyntheticRuns(powers: [0.047, 0.213, 0])
    var fromZero = 0
    for seed in 0..<20 {
      let fit = try DrainFit(
        runs: truth.make(seed: UInt64(seed)), components: truth.components, options: truth.options)
      let found = try #require(fit.summary["wifi.scan"])
      let interval = try #require(found.interval95)
      #expect(interval.lowerBound >= 0 && found.value < 0.04, "\(found)")
      if interval.lowerBound == 0 {
        fromZero += 1
        #expect(fit.summary.warnings.contains(.intervalEndsAtBound(name: "wifi.scan", bound: 0)))
        #expect(interval.upperBound < 0.06, "\(found)")
      }
    }
    #expect(fromZero >= 15, "\(fromZero)")
  }

  @Test func runsThatNeverLeaveFullBoundTheDrain() throws {
    // Base alone takes 0.031 W x 100 / 6.91 = 0.45 % an hour: nothing shows within 8 hours. Told apart from the rest
    // only through these runs.
    let truth = SyntheticRuns(powers: [0.031, 0.233], hours: 8, shares: [[1, 0], [1, 1]])
    let runs = truth.make(seed: 3)
    #expect(runs.filter { $0.drop == 0 }.count >= 4)
    let fit = try DrainFit(
      runs: runs,
      components: [
        DrainComponent(name: "base"),
        DrainComponent(name: "gnss", prior: (mean: 0.3, deviation: 0.3)),
      ], options: truth.options)
    let base = try #require(fit.summary["base"]?.interval95)
    #expect(base.contains(0.031) && base.upperBound < 0.08, "\(base)")
    #expect(fit.summary.warnings.contains { $0.description.contains("never leave 100 %") })
  }

  @Test func aRunThatBeginsBelowFullGivesItsSlopeOnly() throws {
    var truth = SyntheticRuns(runsPerStrategy: 6)
    truth.plateauDeviation = 0.3
    var runs = truth.make(seed: 11)
    // Every third run is taken off the charger 13 points early.
    runs = runs.enumerated().map { i, run in
      i % 3 != 0
        ? run
        : JointRun(
          name: run.name, timeline: run.timeline, phone: run.phone,
          readings: run.readings.map { .init(hour: $0.hour, level: max(0, $0.level - 13), exposure: $0.exposure) }
            .filter { $0.level < 86 })
    }.filter { $0.readings.count >= 2 }
    let fit = try DrainFit(runs: runs, components: truth.components, options: truth.options)
    for (component, power) in zip(truth.components, truth.powers) {
      let found = try #require(fit.summary[component.name])
      #expect(abs(found.value - power) < 4 * (try #require(found.standardError)))
    }
    #expect(abs(try #require(fit.summary["gauge.plateau"]).value - 4.4) < 0.6)
    #expect(fit.summary.warnings.contains { $0.description.contains("begin below 100 %") })
  }

  @Test func eventsHaveEnergiesOfTheirOwn() throws {
    var truth = SyntheticRuns(powers: [0.09, 0.0], shares: [[1, 0], [1, 0]])
    truth.runDeviation = 0.03
    // 371 events an hour at 0.83 J are 0.0855 W.
    let events = 371.0
    let runs = truth.make(seed: 2).enumerated().map { i, run -> JointRun in
      guard run.timeline == "1" else { return run }
      return JointRun(
        name: run.name, timeline: run.timeline,
        levels: run.readings.map { reading in
          (
            reading.hour,
            max(0, min(100, reading.level - Int((max(0, reading.hour - 2.3) * events * 0.83 / 248.76).rounded())))
          )
        }, exposurePerHour: [1, events])
    }
    let fit = try DrainFit(
      runs: runs,
      components: [DrainComponent(name: "base"), DrainComponent(name: "delivery", isEnergy: true)],
      options: truth.options)
    let delivery = try #require(fit.summary["delivery"])
    #expect(delivery.unit == "J")
    #expect(abs(delivery.value - 0.83) < 0.25, "\(delivery.value)")
  }

  @Test func fixedComponentsAreTakenOff() throws {
    let truth = SyntheticRuns()
    var components = truth.components
    components[0] = DrainComponent(name: "base", fixed: 0.047)
    let fit = try DrainFit(runs: truth.make(seed: 4), components: components, options: truth.options)
    #expect(fit.summary["base"] == nil)
    let free = try DrainFit(runs: truth.make(seed: 4), components: truth.components, options: truth.options)
    for name in ["gnss.tracking", "wifi.scan"] {
      let (known, unknown) = (try #require(fit.summary[name]), try #require(free.summary[name]))
      #expect(abs(known.value - unknown.value) < 2 * (try #require(unknown.standardError)))
      #expect(try #require(known.standardError) < (try #require(unknown.standardError)))
    }
  }

  @Test func twoComponentsThatAreAlwaysOnTogetherAreAnErrorWithoutPriors() throws {
    var truth = SyntheticRuns()
    truth.shares = [[1, 0.3, 0.3], [1, 0.7, 0.7], [1, 0.9, 0.9]]
    let runs = truth.make(seed: 1)
    let error = #expect(throws: EstimationError.self) {
      try DrainFit(runs: runs, components: truth.components, options: truth.options)
    }
    #expect(error == .singularJacobian(parameters: ["gnss.tracking", "wifi.scan"]))
    var components = truth.components
    components[1] = DrainComponent(name: "gnss.tracking", prior: (mean: 0.2, deviation: 0.05))
    let fit = try DrainFit(runs: runs, components: components, options: truth.options)
    #expect(fit.summary.warnings.contains { $0.description.contains("mostly its prior") })
    // The sum is known although the parts are not.
    let sum = try #require(fit.summary["gnss.tracking"]).value + (try #require(fit.summary["wifi.scan"])).value
    #expect(abs(sum - 0.344) < 0.06)
  }

  @Test func nearlyTogetherIsAWarning() throws {
    var truth = SyntheticRuns(runsPerStrategy: 8)
    truth.shares = [[1, 0.05, 0], [1, 0.5, 0.52], [1, 0.9, 0.88]]
    let fit = try DrainFit(runs: truth.make(seed: 1), components: truth.components, options: truth.options)
    #expect(
      fit.summary.warnings.contains {
        let text = $0.description
        return text.contains("gnss.tracking") && text.contains("wifi.scan") && text.contains("identifiable separately")
      })
  }

  @Test func aPriorPullsAndNarrows() throws {
    let truth = SyntheticRuns(runsPerStrategy: 3)
    let runs = truth.make(seed: 8)
    var components = truth.components
    components[2] = DrainComponent(name: "wifi.scan", prior: (mean: 0.131, deviation: 0.002))
    let plain = try DrainFit(runs: runs, components: truth.components, options: truth.options)
    let pulled = try DrainFit(runs: runs, components: components, options: truth.options)
    #expect(abs(try #require(pulled.summary["wifi.scan"]).value - 0.131) < 0.003)
    let errors = [plain, pulled].compactMap { $0.summary["wifi.scan"]?.standardError }
    #expect(errors[1] < 0.00201 && errors[1] < errors[0])
  }

  @Test func theCapacitysOwnErrorIsAdded() throws {
    let truth = SyntheticRuns()
    var options = truth.options
    options.capacityRelativeDeviation = 0.11
    let runs = truth.make(seed: 6)
    let known = try DrainFit(runs: runs, components: truth.components, options: truth.options)
    let unknown = try DrainFit(runs: runs, components: truth.components, options: options)
    for k in 0..<3 {
      let (a, b) = (known.summary.parameters[k], unknown.summary.parameters[k])
      let (before, after) = (try #require(a.standardError) / a.value, try #require(b.standardError) / b.value)
      #expect(abs(after * after - before * before - 0.0121) < 0.1 * 0.0121, "\(a) \(b)")
    }
  }

  @Test func devicesThatDifferWidenTheIntervals() throws {
    var truth = SyntheticRuns(runDeviation: 0.03, deviceDeviation: 0.12, runsPerStrategy: 8)
    truth.plateauDeviation = 0.3
    var options = truth.options
    options.devicesDiffer = true
    let runs = truth.make(seed: 9)
    let without = try DrainFit(runs: runs, components: truth.components, options: truth.options)
    let with = try DrainFit(runs: runs, components: truth.components, options: options)
    let name = "gnss.tracking"
    let widths = try [with, without].map { fit in
      let interval = try #require(fit.summary[name]?.interval95)
      return interval.upperBound - interval.lowerBound
    }
    #expect(widths[0] > 1.1 * widths[1])
    #expect(try #require(with.summary["run_deviation"]).value < 0.06)
    #expect((0.03...0.4).contains(try #require(with.summary["phone_deviation"]).value))
  }

  @Test func runsSideBySideAreNotIndependent() throws {
    let truth = SyntheticRuns(runDeviation: 0.04, occasionDeviation: 0.17, phonesAtOnce: 3, runsPerStrategy: 12)
    let runs = truth.make(seed: 5)
    let plain = try DrainFit(runs: runs, components: truth.components, options: truth.options)
    #expect(
      plain.summary.warnings.contains { $0.description.contains("runs on 16 occasions") },
      "\(plain.summary.warnings.map(\.description))")
    var options = truth.options
    options.occasionsDiffer = true
    let fit = try DrainFit(runs: runs, components: truth.components, options: options)
    #expect(!fit.summary.warnings.contains { $0.description.contains("side by side") })
    let spread = try #require(fit.summary["occasion_deviation"])
    #expect(try #require(spread.interval95).contains(0.17), "\(spread)")
    #expect(try #require(fit.summary["run_deviation"]).value < 0.08)
    for (component, power) in zip(truth.components, truth.powers) {
      let (narrow, wide) = (try #require(plain.summary[component.name]), try #require(fit.summary[component.name]))
      #expect(try #require(wide.standardError) > 1.2 * (try #require(narrow.standardError)))
      #expect(try #require(wide.interval95).contains(power))
    }
    // Where every run is on its own there is nothing to tell occasions by.
    #expect(throws: EstimationError.self) {
      try DrainFit(runs: SyntheticRuns().make(seed: 5), components: truth.components, options: options)
    }
    let alone = try DrainFit(runs: SyntheticRuns().make(seed: 5), components: truth.components, options: truth.options)
    #expect(!alone.summary.warnings.contains { $0.description.contains("side by side") })
  }

  @Test func devicesAllOffToOneSideAreToldOf() throws {
    // The held power is three times the true one: only a factor of the devices can make up for it.
    let truth = SyntheticRuns(powers: [0.047, 0.213], runsPerStrategy: 8, shares: [[1, 0], [1, 0.41], [1, 0.93]])
    let components = [
      DrainComponent(name: "base", fixed: 0.341), DrainComponent(name: "gnss.tracking"),
    ]
    var options = truth.options
    options.devicesDiffer = true
    let fit = try DrainFit(runs: truth.make(seed: 3), components: components, options: options)
    #expect(
      fit.summary.warnings.contains { $0.description.contains("all devices drain about") }, "\(fit.summary.warnings)")
    let right = try DrainFit(
      runs: SyntheticRuns(deviceDeviation: 0.15, runsPerStrategy: 8).make(seed: 3),
      components: SyntheticRuns().components, options: options)
    #expect(!right.summary.warnings.contains { $0.description.contains("all devices drain about") })
  }

  @Test func devicesThatDifferDoNotShiftThePowers() throws {
    // The factors are symmetric around 1, so only the errors may change.
    var truth = SyntheticRuns(runDeviation: 0.03, deviceDeviation: 0.15, runsPerStrategy: 8)
    truth.plateauDeviation = 1.7
    var options = truth.options
    for seed in UInt64(0)..<6 {
      let runs = truth.make(seed: seed)
      options.devicesDiffer = false
      let without = try DrainFit(runs: runs, components: truth.components, options: options)
      options.devicesDiffer = true
      let with = try DrainFit(runs: runs, components: truth.components, options: options)
      let ratio =
        try #require(with.summary["gnss.tracking"]).value / (try #require(without.summary["gnss.tracking"])).value
      #expect(abs(ratio - 1) < 0.04, "seed \(seed): \(ratio)")
    }
  }

  @Test func tooFewRunsAreAnError() {
    let truth = SyntheticRuns(runsPerStrategy: 1)
    #expect(throws: EstimationError.tooFewSamples(have: 4, need: 5)) {
      try DrainFit(runs: truth.make(seed: 1), components: truth.components, options: truth.options)
    }
  }

  @Test(arguments: [
    ([100, 101], [0.0, 1.0], "level 101"), ([100, 90, 97], [0, 1, 2], "charging"),
    ([100, 90], [1, 0], "order of time"),
    ([100], [0], "readings"), ([100, 90], [0, .nan], "finite"),
  ])
  func badRunsAreNamed(levels: [Int], hours: [Double], text: String) {
    let runs = [
      JointRun(
        name: "ios-2.1560", timeline: "a", levels: zip(hours, levels).map { ($0, $1) }, exposurePerHour: [1])
    ]
    let error = #expect(throws: EstimationError.self) {
      try DrainFit(
        runs: runs, components: [DrainComponent(name: "base")], options: DrainFitOptions(capacityWattHours: 5))
    }
    #expect(error?.description.contains(text) == true && error?.description.contains("ios-2.1560") == true)
  }

  @Test func aComponentThatIsNeverOnIsNamed() {
    var truth = SyntheticRuns()
    truth.shares = truth.shares.map { [$0[0], $0[1], 0] }
    let error = #expect(throws: EstimationError.self) {
      try DrainFit(runs: truth.make(seed: 1), components: truth.components, options: truth.options)
    }
    #expect(error?.description.contains("wifi.scan is on in no run") == true)
  }

  @Test func badSettingsAreRefused() {
    let truth = SyntheticRuns()
    for change in [
      { (options: inout DrainFitOptions) in options.capacityWattHours = 0 },
      { $0.capacityRelativeDeviation = 1.5 },
    ] {
      var options = truth.options
      change(&options)
      #expect(throws: EstimationError.self) {
        try DrainFit(runs: truth.make(seed: 1), components: truth.components, options: options)
      }
    }
  }
}
