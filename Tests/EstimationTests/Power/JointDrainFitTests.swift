import Core
import Foundation
import RealModule
import Testing

@testable import Estimation

/// Fleets with known truth: phones, days, other uses and gauges drawn from the priors of the joint fit.
private struct Fleet {
  let design: JointDesign
  let runs: [JointRun]
  /// By parameter name, as logarithms but for the hold.
  let truth: [String: Double]

  /// Rest with and without a receiver, trips always on and on trips only: terms idle, travelling, session, searching, tracking.
  static func design(percentPerWattHour: Double = 17.03) -> JointDesign {
    JointDesign(
      quantities: [
        JointQuantity(name: "idle", median: 0.043, logDeviation: 0.5),
        JointQuantity(name: "travelling", median: 0.019, logDeviation: 0.7),
        JointQuantity(name: "session", median: 0.083, logDeviation: 0.5),
        JointQuantity(name: "tracking", median: 0.171, logDeviation: 0.5),
        JointQuantity(name: "ratio", unit: "", median: 1, logDeviation: 0.2),
        JointQuantity(name: "share", unit: "", median: 0.65, logDeviation: 0.25),
      ], terms: [[0], [1], [2], [3, 4, 5], [3]], percentPerWattHour: percentPerWattHour, hold: (4.3, 1),
      holdSpread: 1.5, parts: ([0, 1], rest: (0.3, 0.7), location: (0.1, 0.7)))
  }

  init(seed: UInt64) {
    var random = Xoshiro256PlusPlus(seed: StableHash.combine(seed, StableHash.name("joint fleet")))
    func normal() -> Double { NormalDistribution.quantile(random.uniform()) }
    let design = Self.design()
    var truth: [String: Double] = [:]
    for quantity in design.quantities {
      truth[quantity.name] = Double.log(quantity.median) + quantity.logDeviation * normal()
    }
    truth["gauge.hold"] = 4.3 + normal()
    let spreads: [(name: String, median: Double, deviation: Double)] = [
      ("phone_deviation", 0.10, 0.7), ("occasion_deviation", 0.05, 0.9), ("run_deviation", 0.12, 0.6),
      ("gauge.hold_deviation", 1.5, 0.6), ("reading_deviation.at_rest", 0.30, 0.5),
      ("reading_deviation.on_trips", 0.40, 0.5), ("rest_deviation", 0.30, 0.7), ("location_deviation", 0.10, 0.7),
    ]
    for spread in spreads { truth[spread.name] = Double.log(spread.median) + spread.deviation * normal() }
    func sd(_ name: String) -> Double { Double.exp(truth[name] ?? 0) }
    let phones = (0..<4).map { _ in sd("phone_deviation") * normal() }
    var occasions: [String: Double] = [:]
    var runs: [JointRun] = []
    // Setting, and whether the run travels.
    let settings: [(name: String, travels: Bool)] = [
      ("off", false), ("best", false), ("hundred", false), ("always", true), ("trips", true), ("none", true),
    ]
    for (place, setting) in settings.enumerated() {
      for repetition in 0..<6 {
        let phone = (place + repetition) % 4
        let occasion = "\(setting.travels) \(repetition)"
        if occasions[occasion] == nil { occasions[occasion] = sd("occasion_deviation") * normal() }
        let timeline = setting.travels ? "trip" : "rest"
        let use = "other_use.\(timeline) phone-\(phone)"
        if truth[use] == nil { truth[use] = Double.log(0.010) + 2.0 * normal() }
        let own = sd("run_deviation") * normal()
        let (ofRest, ofLocation) = (sd("rest_deviation") * normal(), sd("location_deviation") * normal())
        let hold = (truth["gauge.hold"] ?? 0) + sd("gauge.hold_deviation") * normal()
        let noise = sd(setting.travels ? "reading_deviation.on_trips" : "reading_deviation.at_rest")
        let hours = setting.travels ? 7.3 : 11.7
        func exposure(_ hour: Double) -> [Double] {
          // Two trips, from hour 1 to 2 and from 5.5 to 7.
          let moving = setting.travels ? min(max(0, hour - 1), 1) + min(max(0, hour - 5.5), 1.5) : 0
          return switch setting.name {
          case "best": [hour, 0, hour, hour, 0]
          case "hundred": [hour, 0, hour, 0, 0]
          case "always": [hour, moving, hour, 0, hour]
          case "trips": [hour, moving, moving, 0, moving]
          default: [hour, moving, 0, 0, 0]
          }
        }
        let powers = design.terms.map {
          Double.exp($0.reduce(0) { $0 + (truth[design.quantities[$1].name] ?? 0) })
        }
        func energy(_ hour: Double) -> Double { zip(exposure(hour), powers).reduce(0) { $0 + $1.0 * $1.1 } }
        let share = zip(exposure(hours), powers).prefix(2).reduce(0) { $0 + $1.0 * $1.1 } / energy(hours)
        let effect =
          phones[phone] + (occasions[occasion] ?? 0) + own + share * ofRest + (1 - share) * ofLocation
        var readings = [JointRun.Reading(hour: 0, level: 100, exposure: [0, 0, 0, 0, 0])]
        for k in 1...(setting.travels ? 9 : 12) {
          let hour = hours * Double(k) / (setting.travels ? 9 : 12)
          let other = hour * Double.exp(truth[use] ?? 0)
          let fallen =
            design.percentPerWattHour * (energy(hour) * Double.exp(effect) + other) - hold + noise * normal()
          let level = fallen < 0.5 ? 100 : Int((100 - fallen).rounded())
          guard level > 5 else { break }
          readings.append(.init(hour: hour, level: level, exposure: exposure(hour)))
        }
        guard readings.count >= 2 else { continue }
        runs.append(
          JointRun(
            name: "\(setting.name) \(repetition)", timeline: timeline, phone: "phone-\(phone)", occasion: occasion,
            travels: setting.travels, readings: readings))
      }
    }
    self.design = design
    self.runs = runs
    self.truth = truth
  }
}

@Suite struct JointDrainFitTests {
  private static let names = [
    "idle", "travelling", "session", "tracking", "ratio", "share", "gauge.hold", "phone_deviation",
    "occasion_deviation", "run_deviation", "gauge.hold_deviation", "rest_deviation", "location_deviation",
  ]

  /// Where each truth lies in the fit's posterior, as a share below it, over fleets.
  private static func ranks(fleets: Int) throws -> [String: [Double]] {
    var ranks: [String: [Double]] = [:]
    for seed in 0..<fleets {
      let fleet = Fleet(seed: UInt64(7001 + 31 * seed))
      let fit = try JointDrainFit(runs: fleet.runs, design: fleet.design)
      for name in names {
        guard let parameter = fit.summary[name], let interval = parameter.interval95, let truth = fleet.truth[name]
        else { continue }
        let normal = name == "gauge.hold"
        let center = normal ? parameter.value : Double.log(parameter.value)
        let end = truth < center ? interval.lowerBound : interval.upperBound
        let reach = abs((normal ? end : Double.log(end)) - center)
        ranks[name, default: []].append(NormalDistribution.cumulative((truth - center) * 1.96 / reach))
      }
    }
    return ranks
  }

  /// Chi-square of ten bins against uniform ranks; 27.9 is exceeded by chance once in a thousand.
  private static func chiSquare(_ ranks: [Double]) -> Double {
    var bins = [Double](repeating: 0, count: 10)
    for rank in ranks { bins[min(9, Int(rank * 10))] += 1 }
    let expected = Double(ranks.count) / 10
    return bins.reduce(0) { $0 + ($1 - expected) * ($1 - expected) / expected }
  }

  @Test func intervalsHoldOnAFewFleets() throws {
    let ranks = try Self.ranks(fleets: 12)
    let powers = ["idle", "travelling", "session", "tracking", "ratio", "share"].flatMap { ranks[$0] ?? [] }
    #expect(powers.count == 72)
    // 90 % of 72 intervals, of which those of one fleet go together.
    let held = powers.count { $0 > 0.05 && $0 < 0.95 }
    #expect((56...72).contains(held), "\(held) of \(powers.count)")
  }

  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["GEOJOULE_LONG_TESTS"] == "1", "long: set GEOJOULE_LONG_TESTS=1"))
  func ninetyPercentIntervalsHoldOverTwoHundredFleets() throws {
    let ranks = try Self.ranks(fleets: 200)
    for name in Self.names {
      let own = ranks[name] ?? []
      let held = Double(own.count { $0 > 0.05 && $0 < 0.95 }) / Double(max(1, own.count))
      print("\(name): chi-square \(Self.chiSquare(own)), 90 % intervals hold \(held)")
      #expect(Self.chiSquare(own) < 27.9, "\(name)")
      #expect((0.84...0.96).contains(held), "\(name): \(held)")
    }
  }

  @Test func aReadingsSlopeAndCurvatureAreItsDerivatives() {
    for (shown, y, s) in [
      (0.0, -1.3, 0.41), (0, 0.9, 0.37), (7, 6.1, 0.53), (7, 9.7, 0.29), (31, 30.9, 0.05), (13, 29, 0.43),
    ] {
      func value(_ y: Double) -> Double { JointDrainModel.reading(fallen: y, shown: shown, deviation: s).value }
      let step = 1e-4
      let reading = JointDrainModel.reading(fallen: y, shown: shown, deviation: s)
      let slope = (value(y + step) - value(y - step)) / (2 * step)
      let curvature = (value(y + step) + value(y - step) - 2 * value(y)) / (step * step)
      #expect(abs(reading.slope - slope) < 1e-5 * max(1, abs(slope)), "\(shown) \(y): \(reading.slope) \(slope)")
      #expect(abs(reading.curvature - curvature) < 1e-2 * max(1, abs(curvature)), "\(reading.curvature) \(curvature)")
    }
  }

  @Test func aPowerThatNoRunHasStaysAtItsPrior() throws {
    let fleet = Fleet(seed: 91)
    let runs = fleet.runs.filter { !$0.travels }
    let fit = try JointDrainFit(runs: runs, design: fleet.design)
    let travelling = try #require(fit.summary["travelling"])
    #expect(abs(travelling.value - 0.019) < 1e-4)
    let place = try #require(fit.summary.parameters.firstIndex { $0.name == "travelling" })
    #expect(abs((fit.learned[place] ?? 1)) < 0.02)
    // Searching is measured in product with its share; each alone rests on its prior.
    let product = fit.product(["tracking", "ratio", "share"])
    let known = fit.learned(of: ["tracking", "ratio", "share"], design: fleet.design)
    #expect(known > 0.5 && fit.learned(of: ["share"], design: fleet.design) < known)
    #expect(abs(fit.learned(of: ["travelling"], design: fleet.design)) < 0.02)
    // Before the data it is known to (0.5^2 + 0.2^2 + 0.25^2)^0.5 = 0.594.
    #expect(product.logDeviation < 0.6 * 0.594)
  }

  @Test func timelinesWithoutOtherUseHaveNone() throws {
    let fleet = Fleet(seed: 91)
    func name(_ run: JointRun) -> String { "other_use.\(run.timeline) \(run.phone)" }
    let runs = fleet.runs.map { run in
      JointRun(
        name: run.name, timeline: run.timeline, phone: run.phone, occasion: run.occasion, travels: run.travels,
        readings: run.readings, mayHaveOtherUse: run.travels)
    }
    let (all, some) = (
      try JointDrainFit(runs: fleet.runs, design: fleet.design), try JointDrainFit(runs: runs, design: fleet.design)
    )
    for run in runs {
      #expect(all.summary[name(run)] != nil)
      #expect((some.summary[name(run)] != nil) == run.travels)
    }
    // What rested drew for other things counts as idle.
    #expect(some.product(["idle"]).median > all.product(["idle"]).median)
  }

  /// Runs of one phone in whole percents, at rest for 10 and 11 hours, and with a receiver for 5 and 7, from 97 % on.
  private static func phone(idle: Double, receiver: Double) -> [JointRun] {
    [("a", 10.0, 0.0), ("b", 11, 0), ("c", 5, 1), ("d", 7, 1)].map { name, hours, on in
      JointRun(
        name: name, timeline: "t", phone: "mine", occasion: name, travels: false,
        readings: (0...10).map { k in
          let hour = hours * Double(k) / 10
          return .init(
            hour: hour, level: 97 - Int((9.1 * hour * (idle + on * receiver)).rounded()), exposure: [hour, on * hour])
        })
    }
  }

  private static func own(
    _ quantities: [JointQuantity], covariances: [JointDesign.Pair] = [], divisor: Int? = nil, gauge: Int? = nil,
    run: Double = 0.05, parts: (rest: Double, location: Double)? = nil
  ) -> JointDesign {
    JointDesign(
      quantities: quantities, terms: [[0], [1]], percentPerWattHour: 9.1, hold: (0.5, 1.5), holdSpread: 1,
      covariances: covariances, divisor: divisor, gauge: gauge, hasOtherUse: false,
      spreads: (occasion: (0.01, 0.05), run: (run, 0.05)),
      parts: parts.map { ([0], rest: ($0.rest, 0.05), location: ($0.location, 0.05)) })
  }

  @Test func thePowersOfOnePhoneTakeWhatItsEffectWould() throws {
    // Thrice and twice what was thought before: 3 and 2.5 deviations off.
    let design = Self.own([
      JointQuantity(name: "idle", median: 0.041, logDeviation: 0.37),
      JointQuantity(name: "receiver", median: 0.31, logDeviation: 0.28),
    ])
    let fit = try JointDrainFit(runs: Self.phone(idle: 0.123, receiver: 0.62), design: design)
    #expect(fit.phones.isEmpty && fit.summary["phone_deviation"] == nil && fit.summary["other_use.t mine"] == nil)
    let (idle, receiver) = (try #require(fit.summary["idle"]), try #require(fit.summary["receiver"]))
    #expect(abs(Double.log(idle.value / 0.123)) < 0.08, "\(idle.value)")
    #expect(abs(Double.log(receiver.value / 0.62)) < 0.08, "\(receiver.value)")
    #expect(try #require(fit.learned[0]) > 0.9 && (try #require(fit.learned[1])) > 0.85)
    // What both draw together over 3 hours.
    let drain = fit.drain([3, 3], design: design)
    #expect(abs(drain.percent / (9.1 * 3 * 0.743) - 1) < 0.07)
    #expect(fit.logDeviation(ofDrain: [3, 3], design: design) < 0.06)
  }

  @Test func aCountedEnergyMovesAPowerByTheRatioOfVariances() throws {
    // One unknown with a deviation of 0.31; 1.7 Wh counted over 4 h, with 0.03 of its own, 0.05 of the run and 0.01 of the day.
    let design = Self.own(
      [
        JointQuantity(name: "idle", median: 0.4, logDeviation: 0.31),
        JointQuantity(name: "unused", median: 0.2, logDeviation: 0.2),
      ], covariances: [(1, 0, 0.5 * 0.31 * 0.2)])
    let run = JointRun(
      name: "a", timeline: "t", phone: "mine", occasion: "a", travels: false, readings: [],
      energies: [.init(exposure: [4, 0], wattHours: 1.7, deviation: 0.03 * 1.7)])
    let fit = try JointDrainFit(runs: [run], design: design)
    let noise = 0.03 * 0.03 + 0.05 * 0.05 + 0.01 * 0.01
    let gain = 0.31 * 0.31 / (0.31 * 0.31 + noise)
    let moved = gain * Double.log(1.7 / 1.6)
    #expect(abs(Double.log(fit.product(["idle"]).median / 0.4) - moved) < 0.003)
    #expect(abs((try #require(fit.learned[0])) - gain) < 0.005)
    // A correlated power that no run had follows by half of it, in its own deviations.
    #expect(abs(Double.log(fit.product(["unused"]).median / 0.2) - 0.5 * 0.2 / 0.31 * moved) < 0.003)
    #expect(abs((try #require(fit.learned[1])) - 0.25 * gain) < 0.01)
  }

  /// Half of the drain is the phone at rest, and what a meter counted is what was thought: 3.2 Wh. An energy then knows the idle
  /// power by a quarter of its logarithm's variance, with 0.03 of its own, 0.05 of the run, 0.01 of the day and half of each part's.
  @Test(arguments: [(0.4, 0.01), (0.8, 0.01), (0.01, 0.6), (0.4, 0.7)])
  func whatVariesInPartsCountsByItsShare(rest: Double, location: Double) throws {
    let design = Self.own(
      [
        JointQuantity(name: "idle", median: 0.4, logDeviation: 0.31),
        JointQuantity(name: "receiver", median: 0.2, logDeviation: 0.001),
      ], parts: (rest, location))
    let run = JointRun(
      name: "a", timeline: "t", phone: "mine", occasion: "a", travels: false, readings: [],
      energies: [.init(exposure: [4, 8], wattHours: 3.2, deviation: 0.03 * 3.2)])
    let fit = try JointDrainFit(runs: [run], design: design)
    let noise = 0.03 * 0.03 + 0.05 * 0.05 + 0.01 * 0.01 + 0.25 * (rest * rest + location * location)
    let known = 0.25 * 0.31 * 0.31
    #expect(abs((try #require(fit.learned[0])) - known / (known + noise)) < 0.01)
    #expect(abs((try #require(fit.summary["rest_deviation"])).value / rest - 1) < 0.02)
    #expect(abs((try #require(fit.summary["location_deviation"])).value / location - 1) < 0.02)
  }

  @Test func aGaugeBesideAMeterTellsTheBattery() throws {
    let design = Self.own(
      [
        JointQuantity(name: "idle", median: 0.4, logDeviation: 0.5),
        JointQuantity(name: "unused", median: 0.2, logDeviation: 0.2),
        JointQuantity(name: "battery", unit: "", median: 1, logDeviation: 0.25),
      ], divisor: 2)
    // 0.5 W for 10 h through a battery of 1.3 times the size thought of: 45.5 / 1.3 = 35 points.
    let run = JointRun(
      name: "a", timeline: "t", phone: "mine", occasion: "a", travels: false,
      readings: (0...10).map {
        .init(hour: Double($0), level: 97 - Int((3.5 * Double($0)).rounded()), exposure: [Double($0), 0])
      },
      energies: [.init(exposure: [10, 0], wattHours: 5, deviation: 0.05)])
    let fit = try JointDrainFit(runs: [run], design: design)
    #expect(abs(fit.product(["battery"]).median - 1.3) < 0.04, "\(fit.product(["battery"]))")
    #expect(abs(fit.product(["idle"]).median - 0.5) < 0.03)
    // Without the meter a larger battery and a smaller power look alike: their ratio alone is known.
    let bare = JointRun(
      name: "a", timeline: "t", phone: "mine", occasion: "a", travels: false, readings: run.readings)
    let gauge = try JointDrainFit(runs: [bare], design: design)
    #expect(gauge.correlation(["battery"], ["idle"]) > 0.9)
    #expect(gauge.logDeviation(ofDrain: [10, 0], design: design) < 0.07)
    #expect(abs(gauge.drain([10, 0], design: design).percent - 35) < 2)
  }

  /// 0.5 W for 10 h: a monitor counts 5 Wh of one run, the phone's gauge 4.3 Wh of another, so that it reads 0.86.
  @Test func aMonitorTellsWhatTheGaugeReads() throws {
    let design = Self.own(
      [
        JointQuantity(name: "idle", median: 0.4, logDeviation: 0.5),
        JointQuantity(name: "unused", median: 0.2, logDeviation: 0.2),
        JointQuantity(name: "gauge", unit: "", median: 0.943, logDeviation: 0.25),
      ], gauge: 2, run: 0.005)
    func run(_ name: String, _ wattHours: Double, isByGauge: Bool) -> JointRun {
      JointRun(
        name: name, timeline: "t", phone: "mine", readings: [],
        energies: [.init(exposure: [10, 0], wattHours: wattHours, deviation: 0.01, isByGauge: isByGauge)])
    }
    let gauge = run("gauge", 4.3, isByGauge: true)
    let both = try JointDrainFit(runs: [run("monitor", 5, isByGauge: false), gauge], design: design)
    #expect(abs(both.product(["gauge"]).median - 0.86) < 0.01, "\(both.product(["gauge"]))")
    #expect(abs(both.drain([10, 0], design: design).wattHours - 5) < 0.05)
    // By the gauge alone it is as before the data, and the power is known no better.
    let alone = try JointDrainFit(runs: [gauge, run("again", 4.3, isByGauge: true)], design: design)
    #expect(alone.product(["gauge"]).logDeviation > 0.2)
    #expect(alone.logDeviation(ofDrain: [10, 0], design: design) > 0.2)
  }

  @Test func badInputIsRefused() {
    let design = Fleet.design()
    let run = JointRun(
      name: "a", timeline: "t", phone: "p", occasion: "o", travels: false,
      readings: [
        .init(hour: 0, level: 100, exposure: [0, 0, 0, 0, 0]), .init(hour: 3, level: 97, exposure: [3, 0, 0]),
      ])
    #expect(throws: EstimationError.self) { try JointDrainFit(runs: [run], design: design) }
    #expect(throws: EstimationError.self) {
      try JointDrainFit(runs: [JointRun](repeating: run, count: 9), design: design)
    }
  }
}
