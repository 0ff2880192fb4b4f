package import DeviceModel
package import Core
package import World

/// Sees a run while it happens: each segment when it ends, each state when it is entered, each energy paid per event or
/// per byte when it is paid, and the charger. Whatever an observer does not need costs nothing.
package protocol RunObserver: Sendable {
  mutating func segmentEnded(_ segment: StateSegment)
  /// A component draws this power from now on.
  mutating func powerChanged(_ component: Component, to power: Power, at instant: Instant)
  mutating func paid(_ payment: EnergyPayment)
  mutating func chargerChanged(isConnected: Bool, at instant: Instant)
  /// The run has reached its horizon.
  mutating func finished(at horizon: Instant)
}

extension RunObserver {
  package mutating func segmentEnded(_ segment: StateSegment) {}
  package mutating func powerChanged(_ component: Component, to power: Power, at instant: Instant) {}
  package mutating func paid(_ payment: EnergyPayment) {}
  package mutating func chargerChanged(isConnected: Bool, at instant: Instant) {}
  package mutating func finished(at horizon: Instant) {}
}

/// Keeps every segment and every payment, and follows the battery where it is given one.
package struct TimelineKeeper: RunObserver {
  private var segments: [StateSegment] = []
  /// In order of time.
  package private(set) var payments: [EnergyPayment] = []
  private var battery: BatteryWatch?
  /// When the battery was first empty.
  package var firstEmpty: Instant? { battery?.firstEmpty }

  package init(battery: BatteryParameters? = nil) { self.battery = battery.map(BatteryWatch.init) }

  package mutating func segmentEnded(_ segment: StateSegment) { segments.append(segment) }
  package mutating func powerChanged(_ component: Component, to power: Power, at instant: Instant) {
    battery?.powerChanged(component, to: power, at: instant)
  }
  package mutating func paid(_ payment: EnergyPayment) {
    payments.append(payment)
    battery?.paid(payment)
  }
  package mutating func chargerChanged(isConnected: Bool, at instant: Instant) {
    battery?.chargerChanged(isConnected: isConnected, at: instant)
  }
  package mutating func finished(at horizon: Instant) { battery?.finished(at: horizon) }

  /// The segments in order of start, then component.
  package var timeline: [StateSegment] {
    segments.sorted { ($0.start, $0.component.rawValue) < ($1.start, $1.component.rawValue) }
  }
}

extension PhoneSimulation where Observer == BatteryWatch {
  /// Runs a phone to the horizon and keeps the sums, and when the battery was first empty.
  ///
  /// The driver is generic over its observer. Here, in the driver's own module and with the observer known, the compiler
  /// makes a copy of it without generic code; a sweep should run through this.
  ///
  /// - Parameter fixConsumer: takes the positions that apps get; `nil` keeps them in the record.
  package static func record(
    of configuration: PhoneConfiguration, world: WorldRealization, horizon: Instant? = nil,
    fixConsumer: (any FixConsumer)? = nil
  ) -> RunRecord {
    let battery = BatteryWatch(battery: configuration.device.battery)
    var (record, watch) = PhoneSimulation(
      configuration, world: world, horizon: horizon, observer: battery, fixConsumer: fixConsumer
    ).run()
    record.batteryEmpty = watch.firstEmpty
    return record
  }

  /// Runs a phone and calls `use` with the ledger of the run until each of the instants: what had been drawn by then.
  ///
  /// - Parameter instants: in order of time; those after the horizon count as the horizon.
  /// - Returns: the record of the run, which ends at the last of the instants, or at `horizon`.
  @discardableResult
  package static func ledgers(
    of configuration: PhoneConfiguration, world: WorldRealization, at instants: [Instant], horizon: Instant? = nil,
    use: (EnergyLedger) throws -> Void
  ) rethrows -> RunRecord {
    try PhoneSimulation(
      configuration, world: world, horizon: horizon ?? instants.last,
      observer: BatteryWatch(battery: configuration.device.battery)
    ).ledgers(at: instants, use: use)
  }
}
