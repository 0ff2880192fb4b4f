import Analysis
import DeviceModel
import Core
@testable import Reports
import Simulation
import TestSupport
import Testing
import World

/// One made-up run of a minute: GNSS for 12.26 s, one upload.
@Suite struct RunGoldenTests {
  static let journey = Journey(knots: [
    Knot(instant: .start, position: GeodeticPosition(latitude: 37.3318, longitude: -122.0312).earthVector()),
    Knot(instant: .seconds(60), position: GeodeticPosition(latitude: 37.3329, longitude: -122.0297).earthVector()),
  ])

  static let record: RunRecord = {
    var prices = PowerTable()
    prices.set(.gnss, state: GNSSReceiver.State.tracking, .milliwatts(121), weak: .milliwatts(363))
    prices.set(.cellular, state: CellularRadio.State.longDRX, .milliwatts(1060))
    prices.set(.base, state: BaseLoad.State.on, .milliwatts(13))
    prices.set(.wifiFix, .millijoules(217))
    prices.set(.uplink, .nanojoulesPerBit(438.39))
    let battery = BatteryParameters(
      energy: .wattHours(12.7), voltage: .volts(3.87), health: 0.92, chargingPower: .watts(5))
    var record = RunRecord(seed: 3, horizon: .seconds(60), prices: prices, battery: battery)
    record.indicators = IndicatorTimes(arrow: .seconds(22), marks: [.seconds(53)], lists: [.seconds(58)])
    let (fix, upload) = (EnergyAttribution(.fix, app: 1), EnergyAttribution(.upload, app: 1))
    func stay(
      _ component: Component, _ state: some ComponentState, _ from: Double, _ to: Double, _ cause: EnergyAttribution,
      _ bin: SignalStrength = .strong
    ) {
      record.timeline.append(
        StateSegment(
          component: component, state: state.rawValue, bin: bin, cause: cause, start: .seconds(from), end: .seconds(to))
      )
      record.ledger.add(
        .seconds(to) - .seconds(from), component: component, state: state.rawValue, bin: bin, cause: cause)
    }
    stay(.gnss, GNSSReceiver.State.tracking, 0, 8.26, fix, .weak)
    stay(.cellular, CellularRadio.State.idle, 0, 14.5, .system)
    stay(.base, BaseLoad.State.on, 0, 60, .system)
    stay(.gnss, GNSSReceiver.State.tracking, 8.26, 12.26, fix)
    stay(.gnss, GNSSReceiver.State.off, 12.26, 60, .system)
    stay(.cellular, CellularRadio.State.longDRX, 14.5, 26.076, upload)
    stay(.cellular, CellularRadio.State.idle, 26.076, 60, .system)
    record.ledger.add(.wifiFix, cause: fix)
    record.ledger.add(bytes: 1234, .uplink, cause: upload)
    for (timestamp, delivered, north, accuracy) in [(8.0, 8.26, 3.7, 10.0), (11, 12.26, -5.3, 5), (12, 12.26, 1.9, 5)] {
      let truth = Self.journey.position(at: .seconds(timestamp))
      record.fixes.append(
        DeliveredFix(
          timestamp: .seconds(timestamp), delivered: .seconds(delivered), position: truth.moved(east: 0, north: north),
          horizontalAccuracy: accuracy))
    }
    record.deliveries = 2
    record.wakeups = 1
    record.uploads = 1
    return record
  }()

  /// The record with what was paid at instants.
  static let detail: RunDetail = {
    let meter = RunMeter()
    let payments = [
      EnergyPayment(
        .event(.wifiFix), cause: EnergyAttribution(.fix, app: 1), instant: .seconds(9.1), energy: .millijoules(217)),
      EnergyPayment(
        .bytes(.uplink, on: nil), cause: EnergyAttribution(.upload, app: 1), instant: .seconds(14.5),
        energy: .joules(438.39e-9 * 8 * 1234)),
    ]
    return RunDetail(
      strategy: "continuous", use: .live, record: record, payments: payments,
      metrics: meter.measure(record, truth: journey), truth: journey, startOfDay: 8 * 3600 + 30 * 60, radio: "LTE")
  }()

  @Test func timeline() { expectGolden("timeline.csv", TimelineCSV().render(Self.detail)) }
  @Test func deliveries() { expectGolden("deliveries.csv", DeliveriesCSV().render(Self.record, truth: Self.journey)) }

  static let report: RunReport = {
    var context = SampleReports.context()
    context.duration = .seconds(60)
    context.firstSeed = 3
    return RunReport(
      context: context, strategy: "continuous", use: .live, metrics: RunMeter().measure(record, truth: journey),
      record: record)
  }()

  @Test func run() { expectGolden("run.txt", DocumentText().render(Self.report.document)) }

  /// A report with its day in pictures.
  static func report(_ detail: RunDetail, _ context: ReportContext = SampleReports.context()) -> RunReport {
    var report = RunReport(
      context: context, strategy: detail.strategy, use: detail.use, metrics: detail.metrics, record: detail.record)
    report.detail = detail
    return report
  }

  /// Asked for 31 times, 7 made, 24 refused; a strategy that asks for none has no such line.
  @Test func scansOfTheAppAreCountedWhereThereAreAny() {
    let meter = RunMeter()
    var record = Self.record
    func text() -> String {
      let report = RunReport(
        context: SampleReports.context(), strategy: "s", use: .live,
        metrics: meter.measure(record, truth: Self.journey), record: record)
      return DocumentText().render(report.document)
    }
    #expect(!text().contains("scans asked for"))
    (record.wifiScans.asked, record.wifiScans.admitted, record.wifiScans.refused) = (31, 7, 24)
    for (name, count) in [("scans asked for", "31"), ("scans let through", "7"), ("scans refused", "24")] {
      #expect(text().split(separator: "\n").contains { $0.hasPrefix(name) && $0.hasSuffix(" \(count)") })
    }
  }

  /// The tables tell the same energy as the ledger: nothing is left out, nothing is counted twice.
  @Test func stateEnergyPlusEventsIsTheTotal() {
    let byHand = 0.363 * 8.26 + 0.121 * 4 + 1.06 * 11.576 + 0.013 * 60 + 0.217 + 438.39e-9 * 8 * 1234
    let total = EnergyBreakdown(ledger: Self.record.ledger, prices: Self.record.prices).total
    #expect(abs(total.joules - byHand) < 1e-9)
    let rows = TimelineCSV().render(Self.detail).split(separator: "\n").dropFirst()
    let written = rows.reduce(0.0) { $0 + (Double($1.split(separator: ",").last ?? "") ?? .nan) }
    #expect(abs(written - byHand) < 1e-9)
  }

  @Test(arguments: [
    (0.9992, "1 h"), (1.01, "1 h 1 min"), (1.25, "1 h 15 min"), (0.5, "30 min"), (16, "16 h"), (3, "3 h"),
    (0.001, "0.001 h"),
  ])
  func hoursAreSaidInHoursAndMinutes(_ row: (hours: Double, text: String)) {
    #expect(ComparisonReport.text(hours: row.hours) == row.text)
  }

  /// A run without a position has no row of a track or of a position held.
  @Test func withoutPositionsThereAreNoFiguresOfThem() {
    func names(_ metrics: RunMetrics) -> String {
      var report = Self.report(Self.detail)
      report.metrics = metrics
      return DocumentText().render(report.document)
    }
    var metrics = Self.report(Self.detail).metrics
    (metrics[.track(within: 30)], metrics[.locationsPerHour]) = (0.37, 7)
    #expect(names(metrics).contains("track in 30 m"))
    metrics[.locationsPerHour] = 0
    #expect(!names(metrics).contains("track in 30 m"))
  }
}
