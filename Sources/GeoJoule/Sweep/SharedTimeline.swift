import Analysis
import DeviceModel
import Simulation
import Strategies

/// A run that stands for all phones which differ from its own in prices only; one in which nothing was transferred over the
/// cellular network, also for those which differ in that network's timers and rates.
///
/// There is none where prices shape what happens: for an app that reads the battery, and beside a watch whose battery may
/// become empty. And it has no figures for a phone whose own battery may become empty in the run. In all these cases the
/// phone has to be simulated itself, so that sharing cannot change a result.
struct SharedTimeline {
  /// Without positions.
  private let record: RunRecord
  private let ledger: LedgerLines
  /// Without what depends on prices.
  private let figures: RunMetrics
  private let shape: PhoneShape

  /// Simulates the strategy with the day's phone.
  ///
  /// - Parameter shape: that of the phone.
  /// - Throws: `ProfileFault`, `UnknownStrategyKind`, `WatchMissing`.
  init?(_ strategy: StrategySpecification, on day: SimulationTrial, shape: PhoneShape, meter: RunMeter) throws {
    guard !strategy.readsBattery, day.world.user.savesPowerBelow == nil else { return nil }
    var record = try day.devices(strategy).record(horizon: nil, meter: meter)
    if let watch = record.watch,
      Self.mayEmpty(EnergyBreakdown(ledger: watch.ledger, prices: watch.prices), watch.battery)
    {
      return nil
    }
    // That of the day's phone, which is nobody else's.
    record.batteryEmpty = nil
    self.record = record
    ledger = LedgerLines(record.ledger)
    self.shape = shape
    figures = meter.measure(record, truth: day.truth, gaps: day.world.gaps)
  }

  /// Whether the same would have happened to a phone of this shape.
  func stands(for other: PhoneShape) -> Bool {
    record.cellularTransfers == 0 ? other.withoutTransfers == shape.withoutTransfers : other == shape
  }

  /// The figures with a phone's prices; `nil` when its battery may have become empty.
  ///
  /// - Parameters:
  ///   - phone: one that this run stands for.
  ///   - notes: what a reader must know of the run on this phone.
  func figures(of phone: PhoneNumbers, notes: (RunRecord) -> [String]) -> RunMetrics? {
    let breakdown = EnergyBreakdown(ledger, prices: phone.prices)
    if Self.mayEmpty(breakdown, phone.device.battery) { return nil }
    var figures = figures
    RunMeter.price(
      breakdown, battery: phone.device.battery, duration: figures.duration, goodFixes: record.goodFixes, into: &figures)
    figures.notes = notes(record)
    return figures
  }

  private static func mayEmpty(_ breakdown: EnergyBreakdown, _ battery: BatteryParameters) -> Bool {
    breakdown.total >= Battery(parameters: battery).usableEnergy
  }
}
