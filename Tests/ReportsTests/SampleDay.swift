import Analysis
import DeviceModel
import Core
import Simulation
import World

@testable import Reports

/// A made-up morning of three hours: GNSS every ten minutes, an upload after each delivery, a Wi-Fi scan each minute.
enum SampleDay {
  static let battery = BatteryParameters(
    energy: .wattHours(12.7), voltage: .volts(3.87), health: 0.92, chargingPower: .watts(5))

  static let prices: PowerTable = {
    var prices = PowerTable()
    prices.set(.gnss, state: GNSSReceiver.State.acquiringHot, .milliwatts(151))
    prices.set(.gnss, state: GNSSReceiver.State.tracking, .milliwatts(47), weak: .milliwatts(133))
    prices.set(.gnss, state: GNSSReceiver.State.sleeping, .milliwatts(5.3))
    prices.set(.wifi, state: WiFiRadio.State.powerSave, .milliwatts(6.1))
    prices.set(.wifi, state: WiFiRadio.State.scanPartial, .milliwatts(286))
    prices.set(.cellular, state: CellularRadio.State.idle, .milliwatts(8.3))
    prices.set(.cellular, state: CellularRadio.State.promotion, .milliwatts(1211))
    prices.set(.cellular, state: CellularRadio.State.transferring, .milliwatts(1300))
    prices.set(.cellular, state: CellularRadio.State.longDRX, .milliwatts(1060))
    prices.set(.processor, state: ApplicationProcessor.State.suspended, .milliwatts(9.7))
    prices.set(.processor, state: ApplicationProcessor.State.resuming, .milliwatts(511))
    prices.set(.processor, state: ApplicationProcessor.State.active, .milliwatts(413))
    prices.set(.base, state: BaseLoad.State.on, .milliwatts(23))
    return prices
  }()

  static let journey = Journey(
    knots: [
      (0, 52.4723, 13.3278), (1800, 52.4723, 13.3278), (2700, 52.4702, 13.341), (4500, 52.5203, 13.387),
      (5400, 52.5236, 13.3986), (10_800, 52.5236, 13.3986),
    ].map { Knot(instant: .seconds($0.0), position: GeodeticPosition(latitude: $0.1, longitude: $0.2).earthVector()) })

  static let places = [
    Place(name: "home", position: GeodeticPosition(latitude: 52.4723, longitude: 13.3278)),
    Place(name: "the_office", position: GeodeticPosition(latitude: 52.5236, longitude: 13.3986)),
    Place(name: "<b>station</b>", position: GeodeticPosition(latitude: 52.4702, longitude: 13.341)),
  ]

  /// - Parameter every: seconds from one position to the next.
  static func detail(_ strategy: String = "distance-filter", every: Int = 600) -> RunDetail {
    var record = RunRecord(seed: 7, horizon: .seconds(10_800), prices: prices, battery: battery)
    var payments: [EnergyPayment] = []
    let (fix, upload, app) = (
      EnergyAttribution(.fix, app: 1), EnergyAttribution(.upload, app: 1), EnergyAttribution(.app, app: 1)
    )
    func stay(
      _ component: Component, _ state: some ComponentState, _ from: Double, _ to: Double, _ cause: EnergyAttribution,
      _ bin: SignalStrength = .strong
    ) {
      guard to > from else { return }
      record.timeline.append(
        StateSegment(
          component: component, state: state.rawValue, bin: bin, cause: cause, start: .seconds(from), end: .seconds(to))
      )
      record.ledger.add(
        .seconds(to) - .seconds(from), component: component, state: state.rawValue, bin: bin, cause: cause)
    }
    var (gnssFree, cellularFree, processorFree) = (0.0, 0.0, 0.0)
    for start in stride(from: 30, to: 10_800 - 100, by: every) {
      let start = Double(start)
      stay(.gnss, GNSSReceiver.State.off, gnssFree, start, .system)
      stay(.gnss, GNSSReceiver.State.acquiringHot, start, start + 4.3, fix)
      stay(.gnss, GNSSReceiver.State.tracking, start + 4.3, start + 31.7, fix, start > 5400 ? .weak : .strong)
      stay(.gnss, GNSSReceiver.State.sleeping, start + 31.7, start + 37.1, fix)
      gnssFree = start + 37.1
      stay(.processor, ApplicationProcessor.State.suspended, processorFree, start + 31.1, .system)
      stay(.processor, ApplicationProcessor.State.resuming, start + 31.1, start + 31.7, app)
      stay(.processor, ApplicationProcessor.State.active, start + 31.7, start + 32.3, app)
      processorFree = start + 32.3
      stay(.cellular, CellularRadio.State.idle, cellularFree, start + 32.3, .system)
      stay(.cellular, CellularRadio.State.promotion, start + 32.3, start + 32.6, upload)
      stay(.cellular, CellularRadio.State.transferring, start + 32.6, start + 32.9, upload)
      stay(.cellular, CellularRadio.State.longDRX, start + 32.9, start + 44.5, upload)
      cellularFree = start + 44.5
      record.ledger.add(.wifiFix, cause: fix)
      payments.append(
        EnergyPayment(
          .event(.wifiFix), cause: fix, instant: .seconds(start + 31.7), energy: prices.energy(of: .wifiFix)))
      let instant = Instant.seconds(start + 31.7)
      record.fixes.append(
        DeliveredFix(
          timestamp: .seconds(start + 31), delivered: instant,
          position: journey.position(at: .seconds(start + 31)).moved(east: start / 97 - 31, north: 43 - start / 131),
          horizontalAccuracy: start > 5400 ? 311 : 10))
      record.deliveries += 1
      record.wakeups += 1
      record.uploads += 1
    }
    stay(.gnss, GNSSReceiver.State.off, gnssFree, 10_800, .system)
    stay(.processor, ApplicationProcessor.State.suspended, processorFree, 10_800, .system)
    stay(.cellular, CellularRadio.State.idle, cellularFree, 10_800, .system)
    for minute in 0..<180 {
      stay(.wifi, WiFiRadio.State.powerSave, Double(minute) * 60, Double(minute) * 60 + 59.5, .system)
      stay(.wifi, WiFiRadio.State.scanPartial, Double(minute) * 60 + 59.5, Double(minute) * 60 + 60, fix)
    }
    stay(.base, BaseLoad.State.on, 0, 10_800, .system)
    record.timeline.sort { ($0.start, $0.component.rawValue) < ($1.start, $1.component.rawValue) }
    record.charging = OnTimes([.seconds(9000)...(.seconds(10_800))])
    let meter = RunMeter()
    return RunDetail(
      strategy: strategy, use: .live, record: record, payments: payments,
      metrics: meter.measure(record, truth: journey), truth: journey, places: places, startOfDay: 7 * 3600 + 1800,
      radio: "LTE")
  }

  /// The everyday comparison with this day for one of its strategies.
  static func report(seeds: Int = 40) -> ComparisonReport {
    var report = SampleReports.report(seeds: seeds)
    let batteries = report.rows.enumerated().map { index, row in
      var curve = BatteryCurve(detail(row.strategy, every: 150 + 190 * index), count: 72)
      if row.strategy == "none" {
        curve = BatteryCurve(strategy: "none", step: curve.step, levels: curve.levels.map { _ in 1 })
      }
      return curve
    }
    report.day = ComparisonDay(detail: detail(), batteries: batteries)
    report.limits = [
      ChartLimit(value: 3, label: "background: 3 %/h")
    ]
    return report
  }
}
