import Analysis
import DeviceModel
import GeoJoule
import Core
import RealModule
import Reports
import Strategies
import Testing
import World

@testable import Documents
@testable import FileFormats
@testable import Measured

/// A measured run beside its prediction, by hand.
@Suite struct ValidationRunnerTests {
  private static let start = 1_000_000.0

  /// 8 Wh of which 0.9 are usable; without location a phone draws 60 mW, in parts of 10 to 14 mW.
  private static func device() throws -> DeviceProfile {
    var device = try Catalog().device("modern-phone")
    device.values["battery.energy"] = PhoneDesignTests.exact(28_800)
    device.values["battery.health"] = PhoneDesignTests.exact(0.9)
    device.values["battery.gauge_plateau"] = nil
    device.values["battery.gauge_first_drop"] = nil
    device.values["discrepancy.rest"] = PhoneDesignTests.exact(0.17)
    device.values["discrepancy.location"] = PhoneDesignTests.exact(0.11)
    for (place, key) in PhoneDesignTests.resting.enumerated() {
      device.values[key] = PhoneDesignTests.exact(0.010 + 0.001 * Double(place))
    }
    return device
  }

  /// Readings each 3 h of a run of 7 h, from 900 s on; 21 fixes in its last 100 minutes.
  private static func run(_ configuration: String, phone: String, levels: [Double]) -> MeasuredRun {
    let place = GeodeticPosition(latitude: 37, longitude: -122)
    return MeasuredRun(
      name: "\(configuration) \(phone)", timeline: "t", phone: phone, configuration: configuration,
      span: start...start + 25_200,
      readings: levels.enumerated().map {
        BatteryLevels.Reading(time: start + 900 + 10_800 * Double($0.offset), percent: $0.element, line: 2)
      }, fixes: (0..<21).map { MeasuredFix(unixSeconds: start + 18_000 + 240 * Double($0), position: place, line: 2) })
  }

  private static func result(
    _ runs: [MeasuredRun], levels digest: String = "none", powers: String = "none", fittedTo source: String = "made up",
    of devices: [String] = []
  ) async throws -> (ValidationRunner, ValidationReport) {
    let catalog = Catalog()
    let dataset = MeasuredDataset(
      folder: "f", runs: runs, timelines: ["t"],
      leftOut: [.init(reason: "the mapping has no strategy for 'odd'", runs: ["before"])],
      sources: [("battery", digest), ("power", powers)].map {
        .init(role: $0, file: "\($0).csv", digest: $1, notes: [])
      }, warnings: [], hasLevels: true)
    var device = try Self.device()
    device.values["battery.energy"]?.source = source
    let mapping = try RunMapping(
      text: "ios:\n  n:\n    strategy: none\n  c:\n    strategy: continuous\nphones:\n  p3: 1.7\n"
        + "devices: [\(devices.joined(separator: ", "))]\n", file: "m.yml", catalog: catalog)
    let runner = try ValidationRunner(
      dataset: dataset, mapping: mapping,
      strategies: ["n": try catalog.strategy("none"), "c": try catalog.strategy("continuous")],
      phones: .init(
        device: device, network: try catalog.network("lte"), parameters: .fixed, firstSeed: 1, seedCount: 2,
        jobs: 1))
    return (runner, try await runner.run())
  }

  /// Percent of the usable 7.2 Wh that a strategy takes in hours 0.25 to 6.25, and until 0.25, on each of two seeds.
  private static func drained(_ strategy: String) async throws -> [(before: Double, until: Double)] {
    let catalog = Catalog()
    let day = DayPrediction.Day(
      scenario: Scenario(
        restingAt: GeodeticPosition(latitude: 37, longitude: -122), seconds: 25_200, indoorHold: .home),
      runs: [
        DayPrediction.Run(
          strategy: try catalog.strategy(strategy), instants: [.seconds(900), .seconds(22_500)], end: .seconds(25_200))
      ])
    let parts = try await DayPrediction.parts(
      of: [day],
      phones: .init(
        device: try device(), network: try catalog.network("lte"), parameters: .fixed, firstSeed: 1, seedCount: 2,
        jobs: 1)
    ) { _, _, outcome in outcome.drained }
    return parts[0][0].map { ($0[0], $0[1]) }
  }

  @Test(arguments: ["none", "continuous"]) func dropsAreThoseOfTheGauge(_ strategy: String) async throws {
    let run = Self.run(String(strategy.prefix(1)), phone: "p3", levels: [83, 79, 74])
    let (runner, result) = try await Self.result([run])
    let check = try #require(result.configurations.first?.runs.first)
    let drained = try await Self.drained(strategy)
    #expect(
      check.drain?.hours == 6 && check.drain?.measured == 9 && check.atRest?.measured == 9 && check.onTrips == nil)
    #expect(check.drain?.predicted == drained.map { 83 - (83 - ($0.until - $0.before)).rounded() })
    #expect(check.knownPhone == drained.map { 83 - (83 - 1.7 * ($0.until - $0.before)).rounded() })
    let resting = try #require(check.atRest?.predicted)
    for (found, seed) in zip(resting, drained) { #expect(abs(found - (seed.until - seed.before)) < 1e-6) }
    // 60 mW for 6 h of 7.2 Wh are 5 points: the rest is location's.
    let model = try PredictionModel(
      device: Self.device(), network: try Catalog().network("lte"), isDrawn: false)
    let wanted = drained.flatMap { seed -> [Double] in
      let own = seed.until - seed.before
      let deviation = model.remainder(share: max(0, 1 - 5 / own), count: 2)
      return (0..<9).map { place in
        let factor = Double.exp(deviation * NormalDistribution.quantile((Double(place) + 0.5) / 9))
        return (83 - own * factor).rounded()
      }.map { 83 - $0 }
    }.sorted()
    #expect(check.rangeDrops == wanted)
    #expect((wanted.last ?? 0) - (wanted.first ?? 0) >= 2)
    // 21 fixes in 420 minutes; 4 minutes apart they are 80 minutes of tracking.
    #expect(check.fixesPerMinute.measured == 0.05 && abs((check.trackedHours.measured ?? 0) - 4.0 / 3) < 1e-9)
    #expect(abs(result.wattsPerPercentHour - 0.072) < 1e-12)
    #expect(result.configurations[0].plateau == 0 && result.days == 1)
    #expect(runner.days.days.count == 1 && result.otherUse.isEmpty)
  }

  /// A run without a strategy stands beside those of the data set with the same reason; runs are gathered by configuration.
  @Test func runsWithoutAStrategyAreLeftOut() async throws {
    let runs = [
      Self.run("n", phone: "p1", levels: [83, 79, 74]), Self.run("odd", phone: "p1", levels: [83, 79, 74]),
      Self.run("c", phone: "p1", levels: [90, 70, 60]), Self.run("n", phone: "p2", levels: [100, 99, 93]),
    ]
    let (_, result) = try await Self.result(runs)
    #expect(result.leftOut.map(\.reason) == ["the mapping has no strategy for 'odd'"])
    #expect(result.leftOut.map(\.runs) == [["before", "odd p1"]])
    #expect(result.configurations.map(\.configuration) == ["n", "c"])
    #expect(result.configurations.map { $0.runs.map(\.phone) } == [["p1", "p2"], ["p1"]])
    // From 100 % on a gauge counts from the run's start.
    let full = try #require(result.configurations.first?.runs.last?.drain)
    let drained = try await Self.drained("none")
    #expect(
      full.measured == 7
        && full.predicted.first == 100 - (100 - drained[0].until).rounded()
          - (100 - (100 - drained[0].before).rounded())
    )
  }

  /// Other phones that fall by 12 points in 6 h more than predicted show about 2 %/h of other use, of which a third one's prediction
  /// has the median on top.
  @Test func otherPhonesShowOtherUse() async throws {
    let runs = ["p1", "p2", "p3", "p4"].map { Self.run("n", phone: $0, levels: [83, 74.5, 66]) }
    let (_, result) = try await Self.result(runs)
    #expect(result.otherUse.count == 4)
    let use = try #require(result.otherUse.first)
    #expect((1.4...2.4).contains(use.median), "\(use.median)")
    let check = try #require(result.configurations.first?.runs.first)
    let drained = try await Self.drained("none")[0]
    let drop = (83 - (drained.until - drained.before) - 6 * use.median).rounded()
    #expect(check.otherUse?.drops.first == 83 - drop)
    #expect(check.otherUse?.rangeDrops.count == 2 * 9 * 19)
  }

  // MARK: By hand

  /// A run as it enters the other use, where two seeds predict `drained` and half as much again.
  ///
  /// - Parameter other: levels of the second seed; `nil` for those of the first.
  private static func observation(
    levels: [Double], predicted: [Double], other: [Double]? = nil, drained: [Double]
  ) async throws -> OtherUse.Observation {
    let run = Self.run("n", phone: "p1", levels: levels)
    let (runner, _) = try await Self.result([run])
    let parts = [(1.0, predicted), (1.5, other ?? predicted)].map { factor, levels in
      ValidationRunner.Part(
        levels: levels, knownPhone: [], drained: drained.map { factor * $0 }, seed: 1, fixesPerMinute: 0,
        trackedHours: 0, startDelay: nil, errors: [])
    }
    return try #require(runner.observation(run, MeasuredReadings(run), parts))
  }

  /// A full gauge counts from the run's start, 0.25 h before its first reading; another from that reading.
  @Test func aFullGaugeCountsFromTheRunsStart() async throws {
    let full = try await Self.observation(levels: [100, 96, 89], predicted: [100, 97, 94], drained: [0.5, 4, 8])
    #expect(full.isFull && full.hours == 6.25 && full.drop == 11 && full.drained == [8, 12])
    let lower = try await Self.observation(levels: [83, 80, 71], predicted: [83, 80, 77], drained: [0.5, 4, 8])
    #expect(!lower.isFull && lower.hours == 6 && lower.drop == 12 && lower.drained == [7.5, 11.25])
  }

  /// A reading of 4 % does not count: 3 h and 9 points are left.
  @Test func anEmptyPhoneShowsNoOtherUse() async throws {
    let empty = try await Self.observation(levels: [30, 21, 4], predicted: [30, 27, 25], drained: [0, 3, 5])
    #expect(empty.hours == 3 && empty.drop == 9 && empty.drained == [3, 4.5])
    // The mean of 7 and 2 % is empty, too; that of 9 and 2 % is not.
    for (level, hours) in [(7.0, 3.0), (9, 6)] {
      let mean = try await Self.observation(
        levels: [30, 21, 12], predicted: [30, 27, level], other: [30, 25, 2], drained: [0, 3, 5])
      #expect(mean.hours == hours)
    }
  }

  /// What days and runs vary by is the run's, the rest of the discrepancy the phone's.
  @Test func discrepancyIsSplitIntoPhoneAndRun() async throws {
    let found = try await Self.observation(levels: [83, 80, 71], predicted: [83, 80, 77], drained: [0.5, 4.5, 8.5])
    let discrepancy = try Self.device().discrepancy
    // 5/8 and 5/12 are the phone's at rest.
    let parts = 0.17 * 0.17 * (25.0 / 64 + 25.0 / 144) / 2 + 0.11 * 0.11 * (9.0 / 64 + 49.0 / 144) / 2
    let perRun = discrepancy.occasion * discrepancy.occasion + discrepancy.run * discrepancy.run + parts
    #expect(abs(found.deviations.run * found.deviations.run - perRun) < 1e-12)
    // 60 mW of 7.2 Wh are 5 points in 6 h: of 8 and 12 points, 3 and 7 are location's.
    let model = try PredictionModel(device: Self.device(), network: try Catalog().network("lte"), isDrawn: false)
    let remainder = (model.remainder(share: 3.0 / 8, count: 2) + model.remainder(share: 7.0 / 12, count: 2)) / 2
    #expect(abs(found.deviations.phone - (remainder * remainder - perRun).squareRoot()) < 1e-9)
  }

  /// The first twelve digits of the file's digest in a source say so.
  @Test(arguments: [("0f036d10b808", true), ("0f036d10b809", false), ("6d10b80832ba", true)])
  func daysOfTheFitAreCalledFitted(_ named: String, _ isFitted: Bool) async throws {
    let (_, result) = try await Self.result(
      [Self.run("n", phone: "p1", levels: [90, 88])], levels: "0f036d10b80832baa746", powers: "6d10b80832baa7460f03",
      fittedTo: "battery.csv or power.csv \(named)")
    #expect(result.summary.isFitted == isFitted)
    #expect(result.finding.contains("fitted to days of these files") == isFitted)
  }

  /// The device is a modern-phone; days that it was fitted to are its own.
  @Test(arguments: [
    (["iphone-6"], "made up", 1), (["iphone-6", "modern-phone"], "made up", 0), ([], "made up", 0),
    (["iphone-6"], "battery.csv 0f036d10b808", 0),
  ])
  func runsOfOtherPhonesAreWarnedOf(_ devices: [String], _ source: String, _ count: Int) async throws {
    let (runner, result) = try await Self.result(
      [Self.run("n", phone: "p1", levels: [90, 88])], levels: "0f036d10b80832baa746", fittedTo: source, of: devices)
    #expect(result.warnings.count == count && (runner.deviceWarning == nil) == (count == 0))
    #expect(result.warnings.allSatisfy { $0.contains("on iphone-6, not on modern-phone") })
  }

  /// Two runs on one drive, of which the second begins 300 s after the first: at most a fix a second, and errors of both seeds.
  @Test func onATripOnlyFixesOfTheRunCount() async throws {
    let way = [-122.0, -121.9].map { GeodeticPosition(latitude: 37, longitude: $0) }
    let runs = [400.0, 100].map { before in
      MeasuredRun(
        name: "\(before)", timeline: "t", phone: "p1", configuration: "c",
        span: Self.start - before...Self.start + 1100,
        readings: [90.0, 88].enumerated().map {
          BatteryLevels.Reading(time: Self.start + 1000 * Double($0.offset), percent: $0.element, line: 2)
        },
        legs: [MeasuredLeg(name: "a", mode: "car", start: Self.start, end: Self.start + 1000, routes: [way])])
    }
    let (_, result) = try await Self.result(runs)
    let rates = try #require(result.configurations.first).runs.map(\.fixesPerMinute.predicted)
    #expect(rates.count == 2 && rates.allSatisfy { $0.allSatisfy { (45...61).contains($0) } }, "\(rates)")
    let errors = try #require(result.errors.first?.predicted)
    // Two seeds of two runs on a leg of 1000 s.
    #expect((3000...4004).contains(errors.count), "\(errors.count)")
  }
}
