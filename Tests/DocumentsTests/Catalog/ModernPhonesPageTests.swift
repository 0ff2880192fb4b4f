import Core
import DeviceModel
import Documents
import Foundation
import TestSupport
import Testing

/// reports/validation/modern-phones.md states the values of the profiles.
@Suite struct ModernPhonesPageTests {
  private static func rows() throws -> [[String]] {
    try String(contentsOfFile: RepositoryPath.of("reports/validation/modern-phones.md"), encoding: .utf8)
      .split(separator: "\n").filter { $0.hasPrefix("| ") }.map {
        $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      }
  }

  private static let idle = [
    "base.drain", "base.background_location", "processor.suspended", "wifi.power_save", "cellular.idle",
    "bluetooth.idle",
  ]

  @Test func eachValueIsThatOfTheProfile() throws {
    let devices = ["modern-phone", "iphone-13-pro-max", "pixel-7", "pixel-9"]
    let rows = try Self.rows()
    let head = try #require(rows.firstIndex { Array($0.prefix(5)) == ["Value"] + devices })
    let own = rows[(head + 1)...].prefix { $0.count == 6 && $0[0] != "Device" }
    #expect(own.count == 13)
    for (column, name) in devices.enumerated() {
      let profile = try Catalog().device(name)
      for row in own {
        let key = row[0].split(separator: "`").last.map(String.init) ?? ""
        let keys = row[0].contains("`") ? [key] : Self.idle
        let mean = try keys.reduce(0) { try $0 + #require(profile.values[$1], "\($1)").mean }
        let words = row[column + 1].split(separator: " ")
        let scale = words.count > 1 ? (words[1] == "mW" ? 1000.0 : 100) : 1
        let stated = try #require(Double(words[0]))
        #expect(abs(stated - scale * mean) < 1e-9 * max(1, stated), "\(name), \(row[0]): \(scale * mean)")
      }
    }
  }

  /// ln 1 - ln 0.4 is 0.92 log-deviations of 1: 18 % of phones; the mean phone of today takes none, the Nexus 6 does.
  @Test func onePhoneInSixTakesSatellitesForABalancedRequestEachSecond() throws {
    let modern = try Catalog().device("modern-phone")
    func interval(_ device: DeviceProfile, _ mode: ParameterMode) throws -> TimeSpan {
      try #require(try device.parameters(mode: mode).gnss?.balancedInterval)
    }
    let many = try (0..<2000).count { try interval(modern, .drawn(seed: UInt64($0))) >= .seconds(1) }
    // Three standard errors.
    #expect(abs(Double(many) / 2000 - 0.18) < 0.026, "\(many)")
    #expect(try interval(modern, .fixed) < .seconds(1))
    #expect(try interval(try Catalog().device("nexus-6"), .drawn(seed: 7)) == .seconds(5))
  }

  /// What is left of a measured or declared total after estimates is one itself.
  @Test(arguments: ["modern-phone", "iphone-13-pro-max", "pixel-7", "pixel-9"])
  func remaindersAreEstimates(_ device: String) throws {
    #expect(try Catalog().device(device).values["base.drain"]?.trust == .estimate)
  }

  @Test func eachDeviceStatesItsDiscrepancy() throws {
    let catalog = Catalog()
    let rows = try Self.rows()
    let head = try #require(rows.firstIndex { $0.first == "Device" && $0.count == 6 })
    let own = rows[(head + 1)...].prefix { $0.count == 6 }.filter { $0[0].hasPrefix("`") }
    #expect(own.map { $0[0] }.sorted() == catalog.names(.devices).map { "`\($0)`" })
    for row in own {
      let discrepancy = try catalog.device(row[0].replacing("`", with: "")).discrepancy
      let values = [discrepancy.phone, discrepancy.occasion, discrepancy.run, discrepancy.tracking]
      #expect(row[1...4].compactMap(Double.init) == values, "\(row[0])")
      #expect(row[5].count > 5)
    }
  }

  /// What is said of the joint fits is what the fitted profiles have.
  @Test func sourcesNameTheFittedValues() throws {
    let catalog = Catalog()
    let modern = try catalog.device("modern-phone")
    let fitted = try ["iphone-6", "nexus-6"].map { try catalog.device($0) }
    let page = try String(
      contentsOfFile: RepositoryPath.of("reports/validation/modern-phones.md"), encoding: .utf8)
    let pair = ("processor.location_session", "gnss.tracking_strong")
    func correlation(_ device: DeviceProfile) -> Correlation? {
      device.correlations.first { ($0.first, $0.second) == pair }
    }
    for device in fitted {
      for key in ["discrepancy.phone", "discrepancy.occasion", "discrepancy.run"] {
        let value = try #require(device.values[key]).mean
        #expect(try #require(modern.values[key]).source.contains(" \(value) "), "\(key): \(value)")
        if key != "discrepancy.phone" { #expect(page.contains("\(value)"), "\(key): \(value)") }
      }
      for key in ["discrepancy.rest", "discrepancy.location"] {
        #expect(page.contains("\(try #require(device.values[key]).mean)"), "\(device.name): \(key)")
      }
      let number = try #require(correlation(device)).value
      let source = try #require(correlation(modern)).source
      for text in [source, page] { #expect(text.contains("\(number) (") || text.contains("+\(number) ("), "\(number)") }
    }
  }
}
