import DeviceModel
import Documents
import Estimation
import FileFormats
import Core
import RealModule
import Testing
import World

@testable import Measured

/// What powers count, on days whose hours are known.
@Suite struct DrainExposureTests {
  private static func rest(
    _ keys: [String], strategy: String = "none", seeds: Int
  ) throws -> (DeviceProfile, DrainExposure) {
    let catalog = Catalog()
    let device = try catalog.device("modern-phone")
    let place = GeodeticPosition(latitude: 47.1, longitude: 8.2)
    return (
      device,
      try DrainExposure(
        keys: keys, device: device, network: try catalog.network("lte"),
        scenario: Scenario(restingAt: place, seconds: 18_000), strategy: try catalog.strategy(strategy),
        instants: [.seconds(3600), .seconds(10_800), .seconds(18_000)], seeds: seeds)
    )
  }

  /// What is always on counts its hours: 1, 3 and 5. All parts add up to the whole.
  @Test func whatIsAlwaysOnCountsTheHours() throws {
    let keys = ["base.drain", "gnss.tracking_strong", "processor.resume_energy"]
    let (device, exposure) = try Self.rest(keys, seeds: 2)
    for (counts, hours) in zip(exposure.counts, [1.0, 3, 5]) {
      #expect(abs(counts[0] - hours) < 1e-3, "\(counts)")
      #expect(abs(counts[1]) < 1e-3, "\(counts)")
    }
    let prices = keys.map { device.values[$0]?.mean ?? 0 }
    for place in exposure.total.indices {
      let counts = exposure.counts[place]
      let parts = counts[0] * prices[0] * 3600 + counts[1] * prices[1] * 3600 + counts[2] * prices[2]
      #expect(abs(parts + exposure.others[place] - exposure.total[place]) < 1e-3 * exposure.total[place])
    }
    // Two draws say nothing of how days differ.
    #expect(exposure.logDeviation == 0)
  }

  /// The sample deviation of three days' logarithms; each day's total is what the mean of one more draw adds.
  @Test func daysDifferByTheirLogarithms() throws {
    let means = try (1...3).map { try #require(try Self.rest([], strategy: "continuous", seeds: $0).1.total.last) }
    let logs = [means[0], 2 * means[1] - means[0], 3 * means[2] - 2 * means[1]].map { Double.log($0) }
    let mean = logs.reduce(0, +) / 3
    let variance = logs.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 2
    let found = try Self.rest([], strategy: "continuous", seeds: 3).1.logDeviation
    #expect(found > 0 && abs(found / variance.squareRoot() - 1) < 1e-6, "\(found) for \(variance.squareRoot())")
  }

  /// Watt-hours for each watt are hours, and for each joule events by 3600.
  @Test func exposuresAreInWattHours() throws {
    let keys = ["base.drain", "gnss.tracking_strong"]
    let (device, exposure) = try Self.rest(keys, seeds: 1)
    let design = PhoneDesign(device: device, shares: ["base.drain": 0.4, "gnss.tracking_strong": 0.3])
    #expect(Array(design.keys.prefix(2)) == keys)
    // From 0.2 % of a run's energy on a key counts.
    let small = ["processor.location_session": 0.0021, "wifi.power_save": 0.0019]
    #expect(PhoneDesign(device: device, shares: small).measured == 1)
    let hours = design.wattHours(exposure, at: 1)
    #expect(abs(hours[0] - 3) < 1e-3 && hours.last == exposure.others[1] / 3600)
  }

  /// Values of a kind that are estimates have 0.3^2 in common; those of another kind and fitted ones do not.
  @Test func estimatesOfAKindGoTogether() throws {
    var device = try Catalog().device("modern-phone")
    device.correlations = []
    let keys = ["gnss.tracking_strong", "processor.location_session", "processor.suspended", "wifi.power_save"]
    for key in keys { device.values[key]?.trust = .estimate }
    let shares = Dictionary(uniqueKeysWithValues: keys.map { ($0, 0.1) } + [("cellular.idle", 0.0019)])
    let covariance = PhoneDesign(device: device, shares: shares).covariance
    // In the order of the names: receiver, session; suspended, Wi-Fi.
    #expect(abs(covariance[0][1] - 0.09) < 1e-12 && abs(covariance[2][3] - 0.09) < 1e-12)
    #expect(covariance[0][2] == 0 && covariance[1][3] == 0 && covariance.count == 5)
    device.values["wifi.power_save"]?.trust = .fitted
    #expect(PhoneDesign(device: device, shares: shares).covariance[2][3] == 0)
  }

  /// With what a full gauge hides by the profile, and half of its deviation.
  @Test func theGaugesPriorIsTheProfiles() throws {
    var device = try Catalog().device("modern-phone")
    device.values["battery.energy"]?.mean = 37_800
    device.values["battery.health"]?.mean = 0.8
    device.values["battery.gauge_plateau"] = ProfileValue(
      mean: 0.041, deviation: 0.023, range: 0...0.2, distribution: .normal, trust: .fitted, source: "made up")
    let design = PhoneDesign(device: device, shares: ["base.drain": 0.4]).design
    #expect(abs(design.percentPerWattHour - 100 / 8.4) < 1e-9)
    #expect(abs(design.hold.mean - 4.1) < 1e-12 && abs(design.hold.deviation - 1.15) < 1e-12)
    #expect(abs(design.holdSpread - 2.3) < 1e-12 && !design.hasOtherUse)
    device.values["battery.gauge_plateau"] = nil
    let without = PhoneDesign(device: device, shares: ["base.drain": 0.4]).design
    #expect(without.hold.mean == 0.5 && without.hold.deviation == 1.5 && without.holdSpread == 1)
  }

  @Test func aPriceIsAnUncertainPowerOrEnergy() throws {
    let device = try Catalog().device("modern-phone")
    #expect(PhoneDesign.isPrice("gnss.tracking_strong", of: device))
    #expect(!PhoneDesign.isPrice("battery.energy", of: device) && !PhoneDesign.isPrice("battery.health", of: device))
    #expect(!PhoneDesign.isPrice("processor.resume_time", of: device))
    var exact = device
    exact.values["gnss.tracking_strong"]?.deviation = 0
    #expect(!PhoneDesign.isPrice("gnss.tracking_strong", of: exact))
  }
}
