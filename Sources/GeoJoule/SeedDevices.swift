import Analysis
import DeviceModel
import Quantities
import Simulation
import World

/// The phone of a seed, alone or with a watch, ready to run one strategy.
struct SeedDevices {
  let world: WorldRealization
  let phone: PhoneConfiguration
  let watch: (configuration: PhoneConfiguration, world: WorldRealization)?

  /// Runs to the horizon and keeps the sums only.
  ///
  /// - Parameter fixSink: takes the positions that the app gets; `nil` keeps them in the record.
  func record(horizon: Instant?, fixSink: (any FixSink)? = nil) -> RunRecord {
    guard let watch else {
      return PhoneSimulation.record(of: phone, world: world, horizon: horizon, fixSink: fixSink)
    }
    return PairSimulation.record(
      phone: phone, watch: watch.configuration, world: world, watchWorld: watch.world, horizon: horizon,
      fixSink: fixSink)
  }

  /// Runs to the horizon while a meter takes the positions.
  func record(horizon: Instant?, meter: RunMeter) -> RunRecord {
    meter.begin(
      truth: world.userJourney, gaps: world.gaps, horizon: min(horizon ?? world.horizon, world.horizon))
    return record(horizon: horizon, fixSink: meter)
  }

  /// Runs with observers of both devices.
  func run<Observer: RunObserver>(
    observing phoneObserver: Observer, _ watchObserver: Observer, horizon: Instant? = nil,
    fixSink: (any FixSink)? = nil
  ) -> (record: RunRecord, phone: Observer, watch: Observer?) {
    guard let watch else {
      let (record, observer) = PhoneSimulation(
        phone, world: world, horizon: horizon, observer: phoneObserver, fixSink: fixSink
      ).run()
      return (record, observer, nil)
    }
    let result = PairSimulation(
      phone: phone, watch: watch.configuration, world: world, watchWorld: watch.world, horizon: horizon,
      phoneObserver: phoneObserver, watchObserver: watchObserver, fixSink: fixSink
    ).run()
    return (result.record, result.phone, result.watch)
  }

  /// Whether a battery can have become empty: as much was drawn as it holds.
  func mayEmpty(_ record: RunRecord) -> Bool {
    func exceeds(_ ledger: EnergyLedger, _ prices: PowerTable, _ battery: BatteryParameters) -> Bool {
      EnergyBreakdown(ledger: ledger, prices: prices).total >= Battery(parameters: battery).usableEnergy
    }
    if exceeds(record.ledger, record.prices, record.battery) { return true }
    return record.watch.map { exceeds($0.ledger, $0.prices, $0.battery) } ?? false
  }

  /// When each battery, full at the start, was first empty.
  func firstEmpty(horizon: Instant?) -> (phone: Instant?, watch: Instant?) {
    let battery = watch?.configuration.device.battery ?? phone.device.battery
    let (_, own, other) = run(
      observing: BatteryWatch(battery: phone.device.battery), BatteryWatch(battery: battery), horizon: horizon,
      fixSink: FixDrain())
    return (own.firstEmpty, other?.firstEmpty)
  }
}
