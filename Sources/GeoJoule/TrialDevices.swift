import Analysis
import Core
import Simulation
import World

/// The phone of a seed, alone or with a watch, ready to run one strategy.
struct TrialDevices {
  let world: WorldRealization
  let phone: PhoneConfiguration
  let watch: (configuration: PhoneConfiguration, world: WorldRealization)?

  /// Runs to the horizon and keeps the sums, and when each battery was first empty.
  ///
  /// - Parameter fixConsumer: takes the positions that the app gets; `nil` keeps them in the record.
  func record(horizon: Instant?, fixConsumer: (any FixConsumer)? = nil) -> RunRecord {
    guard let watch else {
      return PhoneSimulation.record(of: phone, world: world, horizon: horizon, fixConsumer: fixConsumer)
    }
    return PairSimulation.record(
      phone: phone, watch: watch.configuration, world: world, watchWorld: watch.world, horizon: horizon,
      fixConsumer: fixConsumer)
  }

  /// Runs to the horizon while a meter takes the positions.
  func record(horizon: Instant?, meter: RunMeter) -> RunRecord {
    meter.begin(
      truth: world.userJourney, gaps: world.gaps, horizon: min(horizon ?? world.horizon, world.horizon),
      legs: world.legs(meter.needs))
    return record(horizon: horizon, fixConsumer: meter)
  }

  /// Runs to the horizon and keeps every segment and payment of the phone, and of the watch if there is one.
  func detail() -> (record: RunRecord, payments: [EnergyPayment], watchPayments: [EnergyPayment]) {
    typealias Observer = ObserverPair<TimelineKeeper, BatteryWatch>
    let observer = Observer(TimelineKeeper(), BatteryWatch(battery: phone.device.battery))
    guard let watch else {
      var (record, seen) = PhoneSimulation(phone, world: world, observer: observer).run()
      record.timeline = seen.first.timeline
      record.batteryEmpty = seen.second.firstEmpty
      return (record, seen.first.payments, [])
    }
    var (record, seen, other) = PairSimulation(
      phone: phone, watch: watch.configuration, world: world, watchWorld: watch.world, phoneObserver: observer,
      watchObserver: Observer(TimelineKeeper(), BatteryWatch(battery: watch.configuration.device.battery))
    ).run()
    record.timeline = seen.first.timeline
    record.batteryEmpty = seen.second.firstEmpty
    record.watch?.timeline = other.first.timeline
    record.watch?.batteryEmpty = other.second.firstEmpty
    return (record, seen.first.payments, other.first.payments)
  }
}

extension WorldRealization {
  /// The legs of the day, to be measured by the thresholds of needs.
  func legs(_ needs: Needs?) -> [LegShares] {
    guard let needs else { return [] }
    return legNames.steps.map {
      LegShares($0.value, from: $0.start, track: needs.trackMetres, now: needs.nowMetres)
    }
  }
}
