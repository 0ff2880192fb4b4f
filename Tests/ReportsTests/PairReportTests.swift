import Analysis
import DeviceModel
import Foundation
import Core
import Simulation
import TestSupport
import Testing

@testable import Reports

/// Reports of a run with a watch show both devices.
@Suite struct PairReportTests {
  /// The made-up minute with a watch beside it, whose receiver tracks for 31.7 s at 37 mW and which is paid 91 mJ once.
  static let detail: RunDetail = {
    var detail = RunGoldenTests.detail
    var prices = PowerTable()
    prices.set(.gnss, state: GNSSReceiver.State.tracking, .milliwatts(37))
    prices.set(.wifiFix, .millijoules(91))
    let battery = BatteryParameters(
      energy: .wattHours(1.19), voltage: .volts(3.87), health: 0.92, chargingPower: .watts(1.5))
    var watch = WatchRecord(device: "wrist", ledger: EnergyLedger(), prices: prices, battery: battery)
    let fix = EnergyAttribution(.fix, app: 1)
    for (state, from, to, cause) in [
      (GNSSReceiver.State.tracking, 0.0, 31.7, fix), (.off, 31.7, 60, .system),
    ] {
      watch.timeline.append(
        StateSegment(
          component: .gnss, state: state.rawValue, bin: .strong, cause: cause, start: .seconds(from), end: .seconds(to))
      )
      watch.ledger.add(
        .seconds(to) - .seconds(from), component: .gnss, state: state.rawValue, bin: .strong, cause: cause)
    }
    watch.ledger.add(.wifiFix, cause: fix)
    watch.wakeups = 7
    detail.record.watch = watch
    detail.watchPayments = [
      EnergyPayment(
        .event(.wifiFix), cause: EnergyAttribution(.fix, app: 1), instant: .seconds(3.3), energy: .millijoules(91))
    ]
    return detail
  }()

  @Test func theWatchsSideIsARunOfItsOwn() throws {
    let watch = try #require(Self.detail.watch)
    #expect(watch.strategy == "continuous on wrist")
    #expect(watch.record.watch == nil && watch.watch == nil)
    let total = EnergyBreakdown(ledger: watch.record.ledger, prices: watch.record.prices).total.joules
    #expect(abs(total - (0.037 * 31.7 + 0.091)) < 1e-12)
    let course = PowerTimeSeries(watch, count: 6).energies.reduce(0, +)
    #expect(abs(course - total) < 1e-9)
    #expect(watch.record.wakeups == 7)
    // The positions of a pair are the watch app's.
    #expect(watch.record.fixes.count == 3 && Self.detail.phone.record.fixes.isEmpty)
    #expect(RunGoldenTests.detail.watch == nil && RunGoldenTests.detail.phone.record.fixes.count == 3)
  }

  @Test func thePageHasTheWatchsStatesAndCausesBesideThePhones() throws {
    let page = DocumentHTML().render(RunGoldenTests.report(Self.detail).document)
    let parts = page.components(separatedBy: "<h2>What the watch did</h2>")
    try #require(parts.count == 2)
    #expect(parts[1].contains("id=\"watch-timeline-title\""))
    #expect(parts[0].contains("id=\"timeline-title\"") && !parts[0].contains("watch-timeline"))
    // 1173 mJ of positions and 91 mJ of a Wi-Fi fix, of 1264 mJ in all.
    let causes = parts[1].components(separatedBy: "All causes on the watch")
    #expect(try #require(causes.last).contains(">1.17</td>"))
    #expect(parts[1].contains("the watch&#39;s power"))
    // No name is used twice on a page.
    let names = page.components(separatedBy: " id=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
    #expect(Set(names).count == names.count)
    let alone = DocumentHTML().render(RunGoldenTests.report(RunGoldenTests.detail).document)
    #expect(!alone.contains("the watch"))
  }

  @Test(.enabled(if: PerfettoTraceTests.hasPerfetto, "needs python3 and the package 'perfetto'"))
  func theTraceHasBothDevicesStates() throws {
    let bytes = PerfettoTrace().render(Self.detail, context: SampleReports.context())
    #expect(String(decoding: bytes, as: UTF8.self).contains("the watch: continuous on wrist"))
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("geojoule-\(UUID().uuidString).perfetto")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let outcome = try PythonTool.script("perfetto_durations.py", [file.path])
    try #require(outcome.status == 0, "\(outcome.text)")
    let lines = outcome.text.split(separator: "\n").map(String.init)
    #expect(lines.contains("slice\tGNSS\ttracking\t4000000000"))
    #expect(lines.contains("slice\twatch GNSS\ttracking\t31700000000"))
    let energy = lines.first { $0.hasPrefix("counter\twatch Energy") }?.split(separator: "\t").last.flatMap {
      Double($0)
    }
    #expect(abs(try #require(energy) - (0.037 * 31.7 + 0.091)) < 1e-9)
    // The positions are the watch app's.
    #expect(lines.contains("instant\twatch Deliveries\t2"))
    #expect(!lines.contains { $0.hasPrefix("instant\tDeliveries") })
  }

  @Test func aRunSaysForHowLongTheUserSawThatLocationWasUsed() {
    var record = RunGoldenTests.record
    record.indicators = IndicatorTimes(arrow: .seconds(22), marks: [.seconds(73)], lists: [.hours(3)])
    let report = RunReport(
      context: SampleReports.context(), strategy: "s", use: .live, metrics: RunGoldenTests.detail.metrics,
      record: record)
    let rows = Dictionary(uniqueKeysWithValues: report.counts.map { ($0.0, $0.1) })
    #expect(rows["arrow shown"] == "22.0 s" && rows["marked in the settings"] == "73.0 s")
    #expect(rows["in the list of 24 h"] == "3 h 00 min")
  }
}
