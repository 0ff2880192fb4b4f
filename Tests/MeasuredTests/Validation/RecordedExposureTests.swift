import DeviceModel
import Documents
import Estimation
import RealModule
import Testing
import World

@testable import FileFormats
@testable import Measured

/// Hours of each term of a joint fit, by hand, from legs and fixes of made-up runs of MobilityNet's settings.
@Suite struct RecordedExposureTests {
  private static let start = 1_000_000.0

  /// - Parameters:
  ///   - legs: from and to, in hours from the run's start.
  ///   - fixes: in hours from the run's start.
  private static func exposure(
    _ device: String, _ configuration: String, legs: [(Double, Double)], fixes: [Double]? = nil, readings: [Double]
  ) throws -> [[Double]] {
    let place = GeodeticPosition(latitude: 37, longitude: -122)
    let run = MeasuredRun(
      name: "r", timeline: "t", phone: "p", configuration: configuration,
      span: start...start + 3600 * (readings.last ?? 0),
      readings: readings.enumerated().map {
        BatteryLevels.Reading(time: start + 3600 * $0.element, percent: 90 - Double($0.offset), line: $0.offset + 2)
      },
      legs: legs.map {
        MeasuredLeg(name: "", mode: "car", start: start + 3600 * $0.0, end: start + 3600 * $0.1, routes: [])
      },
      fixes: fixes.map { $0.map { MeasuredFix(unixSeconds: start + 3600 * $0, position: place, line: 2) } })
    let exposures = RecordedExposure(
      device: try Catalog().device(device), mapping: try RunMapping.mobilityNet(catalog: Catalog()))
    let found = try #require(exposures.run(run, occasion: "o"))
    #expect(found.occasion == "o" && found.travels == !legs.isEmpty)
    return found.readings.map(\.exposure)
  }

  private static func expect(
    _ found: [Double], _ wanted: [Double], _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(found.count == wanted.count, sourceLocation: location)
    for (place, (a, b)) in zip(found, wanted).enumerated() {
      #expect(abs(a - b) < 1e-9, "term \(place): \(a) for \(b)", sourceLocation: location)
    }
  }

  // MARK: iOS: idle five times, travelling, session, at home, still, on the move, deliveries, Wi-Fi on trips

  /// Legs 36 s apart are one, those 24 min apart are two: 1 h 30 min and 21 min. Deliveries are 0.77 on the move and 0.17 at rest.
  @Test func legsThatNearlyTouchAreOne() throws {
    let found = try Self.exposure(
      "iphone-6", "HAHFAO", legs: [(1, 2), (2.01, 2.5), (2.9, 3.25)], readings: [0, 2.25, 4])
    Self.expect(found[0], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    Self.expect(
      found[1], [2.25, 2.25, 2.25, 2.25, 2.25, 1.25, 2.25, 0, 1, 1.25, 1.25 * 0.77 + 0.17, 0])
    Self.expect(found[2], [4, 4, 4, 4, 4, 1.85, 4, 0, 2.15, 1.85, 1.85 * 0.77 + 2.15 * 0.17, 0])
  }

  @Test func aWideFilterDeliversLess() throws {
    let found = try Self.exposure("iphone-6", "HAMFAO", legs: [(1, 3)], readings: [0, 7])
    Self.expect(found[1], [7, 7, 7, 7, 7, 2, 7, 0, 5, 2, 2 * 0.15 + 5 * 0.17, 0])
  }

  @Test func aHundredMetresIsWiFiOnTrips() throws {
    let found = try Self.exposure("iphone-6", "MAHFAO", legs: [(1, 3)], readings: [0, 7])
    Self.expect(found[1], [7, 7, 7, 7, 7, 2, 7, 0, 0, 0, 0, 2])
  }

  /// At home the receiver searches; recorded fixes are an hour's deliveries each 3600.
  @Test func atHomeFixesAreCounted() throws {
    let fixes = (0..<720).map { 0.5 + Double($0) / 360 }
    let found = try Self.exposure("iphone-6", "HAHFAO", legs: [], fixes: fixes, readings: [0, 1.5, 5])
    Self.expect(found[1], [1.5, 1.5, 1.5, 1.5, 1.5, 0, 1.5, 1.5, 0, 0, 0.1, 0])
    Self.expect(found[2], [5, 5, 5, 5, 5, 0, 5, 5, 0, 0, 0.2, 0])
    let without = try Self.exposure("iphone-6", "HAHFAO", legs: [], readings: [0, 5])
    #expect(without[1][10] == 0)
  }

  /// Ten metres want the receiver, too.
  @Test func atTenMetresTheReceiverSearches() throws {
    let found = try Self.exposure(
      "iphone-6", "10m_balanced_accuracy_high_frequency_stationary", legs: [], readings: [0, 5])
    Self.expect(found[1], [5, 5, 5, 5, 5, 0, 5, 5, 0, 0, 0, 0])
  }

  /// Without fixes a session on trips begins 0.067 h late and ends 0.025 h after.
  @Test func aSessionOnTripsFollowsItsLegs() throws {
    let found = try Self.exposure("iphone-6", "HAHFDC", legs: [(1, 3)], readings: [0, 2, 7])
    Self.expect(found[1], [2, 2, 2, 2, 2, 1, 0.933, 0, 0, 0.933, 0.933 * 0.77, 0])
    Self.expect(found[2], [7, 7, 7, 7, 7, 2, 1.958, 0, 0.025, 1.933, 1.933 * 0.77 + 0.025 * 0.17, 0])
  }

  /// With fixes it lasts from the first to the last of those within five minutes.
  @Test func aSessionOnTripsFollowsItsFixes() throws {
    let fixes = [1.25, 1.3, 1.35, 1.4, 1.45, 1.5, 4.1]
    let found = try Self.exposure("iphone-6", "HAHFDC", legs: [(1, 3)], fixes: fixes, readings: [0, 7])
    Self.expect(found[1], [7, 7, 7, 7, 7, 2, 0.25, 0, 0, 0.25, 7.0 / 3600, 0])
  }

  // MARK: Android: idle five times, travelling, session, at home, still, on the move, storing, storing and reading,
  // session and receiver at 30 s, session and receiver while dozing, the first hour at rest

  /// Awake for 1.05 h, and about 2, 4 and 8 h for 0.1, 0.15 and 0.2 h; it dozes for the rest.
  @Test func aPhoneAtHomeDozes() throws {
    let found = try Self.exposure("nexus-6", "HAHFAO", legs: [], readings: [0, 0.5, 5, 9])
    Self.expect(found[1], [0.5, 0.5, 0.5, 0.5, 0.5, 0, 0.5, 0.5, 0, 0, 0, 0, 0, 0, 0, 0, 0.5])
    Self.expect(found[2], [5, 5, 5, 5, 5, 0, 1.3, 1.3, 0, 0, 0, 0, 0, 0, 3.7, 3.7, 1.05])
    Self.expect(found[3], [9, 9, 9, 9, 9, 0, 1.5, 1.5, 0, 0, 0, 0, 0, 0, 7.5, 7.5, 1.05])
  }

  /// A position each 30 s: 0.045 a second, on the move and in the 1.05 h after.
  @Test func anIntervalOfHalfAMinuteHasTermsOfItsOwn() throws {
    let found = try Self.exposure("nexus-6", "HAMFAO", legs: [(2, 3)], readings: [0, 6])
    Self.expect(found[1], [6, 6, 6, 6, 6, 1, 0, 0, 0, 0, 3.1 * 0.045, 0, 3.1, 3.1, 0, 0, 0])
  }

  /// At an interval of a second 0.89 positions a second are delivered on the move, and 0.41 at rest.
  @Test func alwaysOnMostSecondsAreStored() throws {
    let found = try Self.exposure("nexus-6", "HAHFAO", legs: [(2, 3)], readings: [0, 6])
    Self.expect(found[1], [6, 6, 6, 6, 6, 1, 3.1, 0, 2.1, 1, 0.89 + 2.1 * 0.41, 0, 0, 0, 2.9, 2.9, 0])
  }

  /// A leg from 0.5 h to 1 h lies in the first hour awake, which goes on until 1.05 h after the leg.
  @Test func aLegInTheFirstHourCountsOnce() throws {
    let found = try Self.exposure("nexus-6", "HAHFAO", legs: [(0.5, 1)], readings: [0, 4])
    Self.expect(
      found[1], [4, 4, 4, 4, 4, 0.5, 2.05, 0, 1.55, 0.5, 0.5 * 0.89 + 1.55 * 0.41, 0, 0, 0, 1.95, 1.95, 0])
  }

  /// On trips an app with an interval of 30 s stores 1.07 times as much.
  @Test func aSeldomSessionOnTripsStoresMore() throws {
    let found = try Self.exposure("nexus-6", "HAMFDC", legs: [(2, 3)], readings: [0, 6])
    Self.expect(found[1], [6, 6, 6, 6, 6, 1, 0, 0, 0, 0, 1.044 * 0.045 * 1.07, 0, 1.044, 1.044, 0, 0, 0])
  }

  /// 720 recorded positions are 0.2 h of one a second.
  @Test func recordedPositionsAreStored() throws {
    let fixes = (0..<720).map { 2 + Double($0) / 800 }
    let found = try Self.exposure("nexus-6", "HAHFAO", legs: [(2, 3)], fixes: fixes, readings: [0, 6])
    Self.expect(found[1], [6, 6, 6, 6, 6, 1, 3.1, 0, 2.1, 1, 0.2, 0, 0, 0, 2.9, 2.9, 0])
  }

  /// Balanced tracking delivers less at rest and goes on for longer.
  @Test(arguments: [("HAHFDC", 0.95, 0.72, 0.10), ("TMBAHFDC", 0.91, 0.22, 0.27)])
  func onTripsAnAppReadsToo(_ configuration: String, _ moving: Double, _ still: Double, _ tail: Double) throws {
    let found = try Self.exposure("nexus-6", configuration, legs: [(2, 3)], readings: [0, 6])
    let delivered = 0.944 * moving + tail * still
    Self.expect(found[1], [6, 6, 6, 6, 6, 1, 0.944 + tail, 0, tail, 0.944, 0, delivered, 0, 0, 0, 0, 0])
  }

  // MARK: Priors

  /// A lognormal median lies below the mean by exp(s^2 / 2); a battery of 10.5 Wh at health 0.8 shows 11.9 points a watt-hour.
  @Test func priorsAreTheProfiles() throws {
    var device = try Catalog().device("iphone-6")
    device.values["battery.energy"]?.mean = 37_800
    device.values["battery.health"]?.mean = 0.8
    device.values["wifi.power_save"]?.mean = 0.007
    device.values["wifi.power_save"]?.deviation = 0.0021
    device.values["cellular.idle"]?.deviation = 0
    let design = try RecordedExposure(device: device, mapping: try RunMapping.mobilityNet(catalog: Catalog())).design()
    #expect(abs(design.percentPerWattHour - 100 / (10.5 * 0.8)) < 1e-9)
    #expect(design.terms.count == 12)
    let quantity = try #require(design.quantities.first { $0.name == "wifi.power_save" })
    // ln(1 + 0.3^2) = 0.0861777.
    #expect(abs(quantity.logDeviation - 0.0861777.squareRoot()) < 1e-6)
    #expect(abs(quantity.median - 0.007 / 1.0440307) < 1e-8)
    // No value is known better than to 5 %.
    #expect(design.quantities.first { $0.name == "cellular.idle" }?.logDeviation == 0.05)
    device.values["base.drain"] = nil
    #expect(throws: InputError.self) {
      try RecordedExposure(device: device, mapping: try RunMapping.mobilityNet(catalog: Catalog())).design()
    }
  }

  /// What no profile has: medians and log-deviations of sources A8 and of the first joint fit.
  @Test(arguments: [
    (
      "iphone-6", (4.3, 1.5),
      [
        "base.travelling": (0.013, 0.35), "share_searching_at_home": (0.65, 0.25), "app.deliveries": (0.027, 0.4),
        "wifi.positions_on_trips": (0.050, 0.5), "share_on_away": (0.88, 0.1), "idle_scale": (1, 0.5),
      ]
    ),
    (
      "nexus-6", (0, 0.6),
      [
        "base.travelling": (0.025, 0.35), "share_at_30_s": (0.34, 0.3), "share_dozing": (0.1, 0.7),
        "first_hour_at_rest": (0.030, 1), "app.storing": (0.28 * 1.5, 0.3),
        "app.storing_and_reading": (0.88 * 1.5, 0.25), "acquiring_over_tracking": (1, 0.2),
      ]
    ),
  ])
  func otherPriorsAreEstimates(
    _ name: String, gauge: (Double, Double), priors: [String: (Double, Double)]
  ) throws {
    var device = try Catalog().device(name)
    // A log-deviation of 0.05, the least: its median is 1.5 W.
    device.values["processor.active"] = ProfileValue(
      mean: 1.5 * Double.exp(0.00125), deviation: 0, range: 0...9, distribution: .fixed, trust: .fitted,
      source: "made up")
    // A log-deviation of 0.2 around 1.3, which the profile says.
    let mean = 1.3 * Double.exp(0.02)
    device.values["gnss.weak_multiplier"] = ProfileValue(
      mean: mean, deviation: mean * (Double.exp(0.04) - 1).squareRoot(), range: 0...9, distribution: .lognormal,
      trust: .estimate, source: "made up")
    let design = try RecordedExposure(device: device, mapping: try RunMapping.mobilityNet(catalog: Catalog())).design()
    let weak = try #require(design.quantities.first { $0.name == "gnss.weak_multiplier" })
    #expect(abs(weak.median - 1.3) < 1e-9 && abs(weak.logDeviation - 0.2) < 1e-9)
    #expect(design.hold.mean == gauge.0 && design.hold.deviation == 1 && design.holdSpread == gauge.1)
    // What is always on are the first five terms; travelling is the sixth.
    let parts = try #require(design.parts)
    #expect(parts.resting == [0, 1, 2, 3, 4, 5] && parts.rest == (0.3, 1) && parts.location == (0.1, 1))
    #expect(design.quantities[design.terms[5][0]].name == "base.travelling")
    let always = ["base.drain", "processor.suspended", "wifi.power_save", "cellular.idle", "bluetooth.idle"]
    #expect(design.terms[..<5].map { design.quantities[$0[0]].name } == always)
    for (key, wanted) in priors {
      let quantity = try #require(design.quantities.first { $0.name == key })
      #expect(abs(quantity.median - wanted.0) < 1e-9 && quantity.logDeviation == wanted.1, "\(key): \(quantity)")
    }
  }

  /// Where a mapping does not say which timelines have other use, any may.
  @Test(arguments: [("", true), ("other_use: [t]\n", true), ("other_use: [u]\n", false)])
  func otherUseIsWhatTheMappingSays(_ line: String, isPossible: Bool) throws {
    let mapping = try RunMapping(
      text: "ios:\n  HAHFAO:\n    strategy: continuous\n" + line, file: "m.yml", catalog: Catalog())
    let run = MeasuredRun(
      name: "r", timeline: "t", phone: "p", configuration: "HAHFAO", span: 0...7200,
      readings: [.init(time: 0, percent: 90, line: 2), .init(time: 3600, percent: 81, line: 3)])
    let exposures = RecordedExposure(device: try Catalog().device("iphone-6"), mapping: mapping)
    #expect(exposures.run(run, occasion: "o")?.mayHaveOtherUse == isPossible)
  }

  @Test func runsThatSayNothingHaveNone() throws {
    let exposures = RecordedExposure(
      device: try Catalog().device("iphone-6"), mapping: try RunMapping.mobilityNet(catalog: Catalog()))
    func run(_ configuration: String, _ levels: [Double], fault: String? = nil) -> MeasuredRun {
      MeasuredRun(
        name: "r", timeline: "t", phone: "p", configuration: configuration, span: 0...7200,
        readings: levels.enumerated().map { .init(time: 3600 * Double($0.offset), percent: $0.element, line: 2) },
        drainFault: fault)
    }
    #expect(exposures.run(run("HAHFAO", [90, 81]), occasion: "") != nil)
    #expect(exposures.run(run("HAHFAO", [90, 81], fault: "charged"), occasion: "") == nil)
    #expect(exposures.run(run("HAHFAO", [90, 4]), occasion: "") == nil)
    // The gauge's step is that of all readings.
    for (levels, step) in [([90.0, 85, 80], 5.0), ([90, 84, 80], 1)] {
      #expect(exposures.run(run("HAHFAO", levels), occasion: "")?.readings.allSatisfy { $0.step == step } == true)
    }
    #expect(exposures.run(run("OTHER", [90, 81]), occasion: "") == nil)
  }
}
