import DeviceModel
import Documents
import FileFormats
import Foundation
import Core
import TestSupport
import Testing

/// `iphone-13-pro-max` against the hours of the powerlog it comes from: a check of the arithmetic, not a validation.
@Suite struct PowerlogTests {
  static let file = RepositoryPath.data("iphone_13_pro_max/component_energy.csv")

  private struct Hour {
    /// Seconds since 1970.
    var start = 0.0
    var total = 0.0
    var receiver = 0.0
    var radios = 0.0
    var processor = 0.0
    var hasDisplay = false
  }

  private static let radios: Set<String> = [
    "BB", "BB-Pssi", "WiFi-Data", "WiFi-Idle", "BTIT", "Bluetooth", "NetworkWake",
  ]

  /// In order of time.
  private func hours() throws -> [Hour] {
    var hours: [String: Hour] = [:]
    for line in try String(contentsOfFile: Self.file, encoding: .utf8).split(separator: "\n").dropFirst() {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      guard cells.count == 5, cells[1] == "3600", let energy = Double(cells[4]) else { continue }
      var hour = hours[String(cells[0])] ?? Hour()
      // In mWh, which over an hour is mW.
      hour.start = Double(cells[0]) ?? 0
      hour.total += energy / 1000
      if cells[2] == "GPS" { hour.receiver += energy / 1000 }
      if cells[2] == "CPU" { hour.processor += energy / 1000 }
      if Self.radios.contains(String(cells[2])) { hour.radios += energy / 1000 }
      if cells[2] == "DisplayDynamic", energy > 0 { hour.hasDisplay = true }
      hours[String(cells[0])] = hour
    }
    return hours.values.sorted { $0.start < $1.start }
  }

  /// Fitted to the hours of the first half without display: what an hour draws beside receiver, radios and processor, and what each
  /// energy of the processor brings with it. The second half is judged only.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: file), "needs iphone_13_pro_max of GEOJOULE_DATA"))
  func laterHoursArePredictedWithin20Percent() throws {
    let hours = try hours()
    #expect(hours.count == 213)
    let first = hours.prefix(106).filter { !$0.hasDisplay }
    let x = first.map(\.processor)
    let y = first.map { $0.total - $0.receiver - $0.radios - $0.processor }
    let (meanX, meanY) = (x.reduce(0, +) / Double(x.count), y.reduce(0, +) / Double(y.count))
    let slope =
      zip(x, y).reduce(0) { $0 + ($1.0 - meanX) * ($1.1 - meanY) } / x.reduce(0) { $0 + ($1 - meanX) * ($1 - meanX) }
    let always = meanY - slope * meanX
    #expect(abs(always - 8.12) < 0.05 && abs(slope - 0.77) < 0.01, "\(always) mW and \(slope)")
    let later = hours.dropFirst(106).filter { !$0.hasDisplay }
    for (name, chosen, count, percent) in [
      ("asleep", later.filter { $0.receiver == 0 }, 16, 1.0), ("located", later.filter { $0.receiver > 0 }, 12, 6.2),
      ("all without display", later, 28, 3.4),
    ] {
      #expect(chosen.count == count, "\(name)")
      let measured = chosen.reduce(0) { $0 + $1.total }
      let predicted = chosen.reduce(0) {
        $0 + $1.receiver + $1.radios + always + (1 + slope) * $1.processor
      }
      let error = 100 * (predicted / measured - 1)
      #expect(abs(error) < 20 && abs(error - percent) < 0.1, "\(name): \(error) %")
    }
  }

  /// The imported load off the charger is that of the page on this phone; in hours with the display on, it is the components' sum.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: file), "needs iphone_13_pro_max of GEOJOULE_DATA"))
  func theImportedPowerIsThatOfThePage() throws {
    let recording = try RecordingImport.read(path: RepositoryPath.data("iphone_13_pro_max/battery.csv"))
    var (loads, parts): ([Double], [Double]) = ([], [])
    for hour in try hours() where hour.hasDisplay {
      let span = hour.start...hour.start + 3600
      guard !recording.charging.contains(where: { $0.overlaps(span) }) else { continue }
      var (energy, time) = (0.0, 0.0)
      for power in recording.power where power.end > span.lowerBound && power.start < span.upperBound {
        let part = min(power.end, span.upperBound) - max(power.start, span.lowerBound)
        (energy, time) = (energy + part * power.watts, time + part)
      }
      guard time > 1_800 else { continue }
      loads.append(1_000 * energy / time)
      parts.append(hour.total)
    }
    let (load, sum) = (loads.reduce(0, +) / Double(loads.count), parts.reduce(0, +) / Double(parts.count))
    // Apple's split adds up to the load of the gauge in these hours.
    #expect(loads.count > 120 && abs(load / sum - 1) < 0.02, "\(loads.count) hours, \(load) and \(sum) mW")
    let page = try String(contentsOfFile: RepositoryPath.of("reports/validation/modern-phones.md"), encoding: .utf8)
    let mean = 1_000 * (try #require(recording.meanPower))
    let words = "\(Int(mean.rounded())) mW in the mean of \(Int((recording.poweredSeconds / 3600).rounded())) h"
    #expect(page.contains("- Load off the charger: \(words)"), "\(words)")
  }

  /// The page has the mean over the time of gaps, 135 mW (over gaps it would be 150), and the load that their fall stands for.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: file), "needs iphone_13_pro_max of GEOJOULE_DATA"))
  func gapsHaveALoadByTheCounterAndByTheirFall() throws {
    let text = try String(contentsOfFile: RepositoryPath.data("iphone_13_pro_max/battery.csv"), encoding: .utf8)
    let rows = text.split(separator: "\n").dropFirst().map { $0.split(separator: ",").compactMap { Double($0) } }
    var (hours, energy, fall) = (0.0, 0.0, 0.0)
    for (a, b) in zip(rows, rows.dropFirst()) where a[5] == 0 && b[5] == 0 && b[0] - a[0] > 3600 {
      let load = (b[1] - a[1]) / (b[0] - a[0])
      guard (0..<15_000).contains(load), b[4] <= a[4] else { continue }
      (hours, energy, fall) = (hours + (b[0] - a[0]) / 3600, energy + (b[1] - a[1]) / 3600, fall + a[4] - b[4])
    }
    let page = try String(contentsOfFile: RepositoryPath.of("reports/validation/modern-phones.md"), encoding: .utf8)
    let perPoint = try #require(page.firstMatch(of: /percent of battery: (\d+) mWh/).flatMap { Double($0.1) })
    let wanted = [energy / hours, perPoint * fall / hours].map { "\(Int($0.rounded()))" }
    let found = try #require(page.firstMatch(of: /load (\d+) mW in the mean over the time[^$]*have a load of (\d+) mW/))
    #expect([String(found.1), String(found.2)] == wanted)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: file), "needs iphone_13_pro_max of GEOJOULE_DATA"))
  func classesOfHoursArePredictedWithin2Percent() throws {
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
      // In hours with the receiver the phone moves.
      let moving = Double(chosen.count { $0.receiver > 0 }) / Double(chosen.count)
      let travelling = moving * (try #require(phone.travelling)).watts
      let predicted =
        1000 * (always + travelling) + receiving * (1 + phone.processor.locationSession.watts / receiver)
      #expect(abs(predicted / measured - 1) < 0.02, "\(measured) mW measured, \(predicted) predicted")
    }
  }

  @Test func theSystemsOwnLocationIsPartOfTheBase() throws {
    let profile = try Catalog().device("modern-phone")
    let (drain, own) = (profile.values["base.drain"], profile.values["base.background_location"])
    let sum = try #require(drain).mean + (try #require(own)).mean
    #expect(abs(try profile.parameters(mode: .fixed).base.watts - sum) < 1e-12)
  }
}
