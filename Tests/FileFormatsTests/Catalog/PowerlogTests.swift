import DeviceModel
import FileFormats
import Foundation
import Quantities
import Testing

/// `iphone-13-pro-max` against the hours of the powerlog it comes from: a check of the arithmetic, not a validation.
@Suite struct PowerlogTests {
  static let file = RepositoryPath.of("../shared/data/iphone_13_pro_max/component_energy.csv")

  private struct Hour {
    var total = 0.0
    var receiver = 0.0
    var hasDisplay = false
  }

  private func hours() throws -> [Hour] {
    var hours: [String: Hour] = [:]
    for line in try String(contentsOfFile: Self.file, encoding: .utf8).split(separator: "\n").dropFirst() {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      guard cells.count == 5, cells[1] == "3600", let energy = Double(cells[4]) else { continue }
      var hour = hours[String(cells[0])] ?? Hour()
      // In mWh, which over an hour is mW.
      hour.total += energy / 1000
      if cells[2] == "GPS" { hour.receiver += energy / 1000 }
      if cells[2] == "DisplayDynamic", energy > 0 { hour.hasDisplay = true }
      hours[String(cells[0])] = hour
    }
    return Array(hours.values)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: file), "../shared/data/iphone_13_pro_max is not here"))
  func hoursWithoutDisplayArePredictedWithin20Percent() throws {
    let profile = try Catalog().device("iphone-13-pro-max")
    let phone = try profile.parameters(mode: .fixed)
    let receiver = try #require(phone.gnss).trackingStrong.watts
    let always =
      phone.base.watts + phone.processor.suspended.watts + (try #require(phone.wifi)).powerSave.watts
      + (try #require(profile.values["cellular.idle"])).mean + (try #require(phone.bluetooth)).idle.watts
    let dark = try hours().filter { !$0.hasDisplay }
    for chosen in [dark, dark.filter { $0.receiver == 0 }, dark.filter { $0.receiver > 0 }] {
      #expect(chosen.count > 20)
      let measured = chosen.reduce(0) { $0 + $1.total } / Double(chosen.count)
      let receiving = chosen.reduce(0) { $0 + $1.receiver } / Double(chosen.count)
      let predicted = 1000 * always + receiving * (1 + phone.processor.locationSession.watts / receiver)
      #expect(abs(predicted / measured - 1) < 0.2, "\(measured) mW measured, \(predicted) predicted")
    }
  }

  @Test func theSystemsOwnLocationIsPartOfTheBase() throws {
    let profile = try Catalog().device("modern-phone")
    let (drain, own) = (profile.values["base.drain"], profile.values["base.background_location"])
    let sum = try #require(drain).mean + (try #require(own)).mean
    #expect(abs(try profile.parameters(mode: .fixed).base.watts - sum) < 1e-12)
  }
}
