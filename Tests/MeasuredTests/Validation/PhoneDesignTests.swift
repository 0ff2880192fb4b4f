import Core
import DeviceModel
@testable import Documents
import Estimation
import GeoJoule
import RealModule
import World
import Testing

@testable import FileFormats
@testable import Measured

/// Priors of a joint fit of one phone, by hand.
@Suite struct PhoneDesignTests {
  private static func fitted(_ mean: Double, _ deviation: Double) -> ProfileValue {
    ProfileValue(
      mean: mean, deviation: deviation, range: mean / 9...mean * 9, distribution: .lognormal, trust: .fitted,
      source: "made up")
  }

  static let resting = ["base.drain", "processor.suspended", "wifi.power_save", "cellular.idle", "bluetooth.idle"]

  static func exact(_ mean: Double) -> ProfileValue {
    ProfileValue(
      mean: mean, deviation: 0, range: mean...mean, distribution: .fixed, trust: .fitted, source: "made up")
  }

  private static func logDeviation(_ ratio: Double) -> Double { Double.log(onePlus: ratio * ratio).squareRoot() }

  /// A phone whose powers were fitted together with its battery's size: what is asked in percent an hour is known better than
  /// powers and size apart.
  @Test func correlationsWithTheBatteryAreKept() throws {
    var device = try Catalog().device("modern-phone")
    device.values["gnss.tracking_strong"] = Self.fitted(0.031, 0.0093)
    device.values["processor.location_session"] = Self.fitted(0.27, 0.054)
    device.values["battery.energy"] = Self.fitted(45_000, 5_400)
    device.values["battery.health"] = Self.fitted(0.9, 0.045)
    device.correlations = [
      Correlation(between: "gnss.tracking_strong", "battery.energy", value: 0.61, source: "made up"),
      Correlation(between: "battery.health", "processor.location_session", value: -0.37, source: "made up"),
      Correlation(between: "gnss.tracking_strong", "processor.location_session", value: 0.23, source: "made up"),
    ]
    let design = PhoneDesign(
      device: device, shares: ["gnss.tracking_strong": 0.3, "processor.location_session": 0.1, "wifi.scan": 0.001])
    #expect(design.keys == ["gnss.tracking_strong", "processor.location_session"] && design.measured == 2)
    let (receiver, session) = (Self.logDeviation(0.3), Self.logDeviation(0.2))
    let (energy, health) = (Self.logDeviation(0.12), Self.logDeviation(0.05))
    let medians = [0.031 * Double.exp(-receiver * receiver / 2), 0.27 * Double.exp(-session * session / 2), 1]
    for (quantity, median) in zip(design.design.quantities, medians) { #expect(abs(quantity.median - median) < 1e-9) }
    let expected = [
      [receiver * receiver, 0.23 * receiver * session, 0.61 * receiver * energy],
      [0.23 * receiver * session, session * session, -0.37 * session * health],
      [0.61 * receiver * energy, -0.37 * session * health, energy * energy + health * health],
    ]
    for (row, wanted) in zip(design.covariance, expected) {
      for (found, value) in zip(row, wanted) { #expect(abs(found - value) < 1e-12, "\(found) \(value)") }
    }
  }

  /// Scatter of days and runs has the profile's as its prior, and its deviation's logarithm.
  @Test func priorsOfScatterAreTheProfiles() throws {
    var device = try Catalog().device("modern-phone")
    device.values["discrepancy.run"] = Self.fitted(0.017, 0.0051)
    device.values["discrepancy.occasion"] = Self.fitted(0.003, 0.0001)
    let spreads = PhoneDesign(device: device, shares: ["base.drain": 0.4]).design.spreads
    #expect(spreads.run.median == 0.017 && abs(spreads.run.logDeviation - Self.logDeviation(0.3)) < 1e-12)
    #expect(spreads.occasion.median == 0.005 && spreads.occasion.logDeviation == 0.1)
  }

  /// Only a base that says so has runs that vary in parts: of four terms one is location's.
  @Test func runsVaryInPartsWhereTheBaseSaysSo() throws {
    var device = try Catalog().device("modern-phone")
    let shares = ["gnss.tracking_strong": 0.3, "base.drain": 0.4, "wifi.power_save": 0.1, "base.travelling": 0.2]
    #expect(PhoneDesign(device: device, shares: shares).design.parts == nil)
    device.values["discrepancy.rest"] = Self.fitted(0.7, 0.28)
    let phone = PhoneDesign(device: device, shares: shares)
    let parts = try #require(phone.design.parts)
    #expect(parts.resting.map { phone.keys[$0] } == ["base.drain", "base.travelling", "wifi.power_save"])
    #expect(parts.rest.median == 0.7 && abs(parts.rest.logDeviation - Self.logDeviation(0.4)) < 1e-12)
    #expect(parts.location.median == 0.005)
    device.values["discrepancy.location"] = Self.fitted(0.2, 0.06)
    let location = try #require(PhoneDesign(device: device, shares: shares).design.parts).location
    #expect(location.median == 0.2 && abs(location.logDeviation - Self.logDeviation(0.3)) < 1e-12)
  }

  // MARK: Runs

  /// A phone at rest for 10,800 s, with a gauge and a meter over 7,200 s of it: 0.31 W for 2 h, and three quarters measured.
  private static func run(
    _ levels: [Double], fault: String? = nil, meter: ImportedRecording.Meter = .monitor, watts: Double = 0.31
  ) -> MeasuredRun {
    MeasuredRun(
      name: "r", timeline: "t", phone: "p", configuration: "c", span: 1000...11_800,
      readings: levels.enumerated().map {
        BatteryLevels.Reading(time: 1900 + 3600 * Double($0.offset), percent: $0.element, line: 2)
      }, drainFault: fault, power: MeasuredPower(span: 2800...10_000, watts: watts, coverage: 0.75, meter: meter))
  }

  private static func simulated(_ run: MeasuredRun) throws -> (design: PhoneDesign, run: PhoneDesign.Run) {
    let catalog = Catalog()
    let found = try PhoneDesign.simulating(
      [run], occasions: ["o"], device: try catalog.device("modern-phone"), network: try catalog.network("lte"),
      mapping: try RunMapping.mobilityNet(catalog: catalog), strategies: ["c": try catalog.strategy("continuous")],
      seeds: 3)
    return (found.design, try #require(found.runs.first))
  }

  /// Hours, levels and watt-hours of a run: a full gauge hides from the run's start, another counts from its first reading.
  @Test func aRunsHoursBeginWhereItsGaugeBegins() throws {
    let (design, full) = try Self.simulated(Self.run([100, 97, 95]))
    let base = try #require(design.keys.firstIndex(of: "base.drain"))
    #expect(full.joint.readings.map(\.level) == [100, 97, 95] && full.joint.occasion == "o" && !full.joint.travels)
    for (reading, hours) in zip(full.joint.readings, [0.25, 1.25, 2.25]) {
      #expect(abs(reading.hour - hours) < 1e-9 && abs(reading.exposure[base] - hours) < 1e-3)
    }
    let lower = try Self.simulated(Self.run([83, 80, 78])).run
    for (reading, hours) in zip(lower.joint.readings, [0.0, 1, 2]) {
      #expect(abs(reading.hour - hours) < 1e-9 && abs(reading.exposure[base] - hours) < 1e-3)
    }
    #expect(lower.exposure == lower.joint.readings.last?.exposure)
    #expect(lower.joint.readings.allSatisfy { $0.step == 1 })
    #expect(try Self.simulated(Self.run([85, 80, 75])).run.joint.readings.allSatisfy { $0.step == 5 })
    // An empty phone draws nothing.
    let empty = try Self.simulated(Self.run([9, 5, 4])).run
    #expect(empty.joint.readings.map(\.level) == [9, 5])
    // 0.62 Wh, known to (0.02^2 + (0.3 * 0.25)^2)^(1/2) = 0.07762; the exposure is that of the two hours.
    for run in [full, try Self.simulated(Self.run([83, 80], fault: "charged")).run] {
      let energy = try #require(run.joint.energies.first)
      #expect(abs(energy.wattHours - 0.62) < 1e-12 && abs(energy.deviation - 0.62 * 0.0776209) < 1e-6)
      #expect(abs(energy.exposure[base] - 2) < 1e-3)
    }
    #expect(try Self.simulated(Self.run([83, 80], fault: "charged")).run.joint.readings.isEmpty)
    // A meter that shows nothing was not on.
    #expect(try Self.simulated(Self.run([83, 80], watts: 0)).run.joint.energies.isEmpty)
    #expect(design.design.gauge == nil && full.joint.energies.allSatisfy { !$0.isByGauge })
  }

  /// What its own gauge counted of a run has the gauge's reading as a quantity behind the battery's size.
  @Test func aPhonesOwnGaugeHasAReading() throws {
    let (design, run) = try Self.simulated(Self.run([100, 97], meter: .gauge))
    let joint = design.design
    #expect(joint.divisor.map { joint.quantities[$0].name } == PhoneDesign.battery)
    let gauge = joint.quantities[try #require(joint.gauge)]
    #expect(gauge.name == "gauge.reading" && gauge.median == 0.943 && gauge.logDeviation == 0.06)
    #expect(joint.gauge == joint.quantities.count - 1 && run.joint.energies.map(\.isByGauge) == [true])
  }

  /// Each run has its own occasion, in the order of the runs.
  @Test func eachRunKeepsItsOccasion() throws {
    let catalog = Catalog()
    let found = try PhoneDesign.simulating(
      [Self.run([100, 97, 95]), Self.run([83, 80, 78])], occasions: ["o", "q"],
      device: try catalog.device("modern-phone"), network: try catalog.network("lte"),
      mapping: try RunMapping.mobilityNet(catalog: catalog), strategies: ["c": try catalog.strategy("continuous")],
      seeds: 1)
    #expect(found.runs.map(\.joint.occasion) == ["o", "q"] && found.leftOut.isEmpty)
  }

  /// The times in states of one more day than three vary by (1 + 1/3)^(1/2) of what three show.
  @Test func anotherDayVariesByMore() throws {
    let catalog = Catalog()
    let (design, found) = try Self.simulated(Self.run([100, 97, 95]))
    let place = GeodeticPosition(latitude: 0, longitude: 0)
    let exposure = try DrainExposure(
      keys: Array(design.keys.prefix(design.measured)), device: try catalog.device("modern-phone"),
      network: try catalog.network("lte"), scenario: Scenario(restingAt: place, seconds: 10_800, indoorHold: .home),
      strategy: try catalog.strategy("continuous"), instants: [.seconds(9000)], seeds: 3)
    #expect(exposure.logDeviation > 0)
    #expect(abs(found.joint.exposureDeviation / exposure.logDeviation - (4.0 / 3).squareRoot()) < 0.05)
  }
}
