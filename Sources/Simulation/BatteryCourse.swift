import DeviceModel
public import Quantities

/// The battery's charge over a run, full at the start: it falls by what the timeline draws and rises by the charging
/// power while the charger is connected, never above full.
public struct BatteryCourse: Sendable {
  let timeline: [StateSegment]
  let payments: [TimelineKeeper.Payment]
  let prices: PowerTable
  let battery: BatteryParameters
  let charging: [ClosedRange<Instant>]

  public init(record: RunRecord, observer: TimelineKeeper) {
    timeline = observer.timeline
    payments = observer.payments
    prices = record.prices
    battery = record.battery
    charging = record.charging
  }

  /// When the battery is first empty, or `nil` when it lasts.
  ///
  /// Power is constant between state changes, so the crossing is exact.
  public func firstEmpty(horizon: Instant) -> Instant? {
    // Changes of net power, and energies at an instant, in order of time.
    var changes: [(instant: Instant, watts: Double, joules: Double)] = []
    for segment in timeline {
      let power = prices.power(segment.component, state: segment.state, bin: segment.bin).watts
      changes.append((segment.start, power, 0))
      changes.append((segment.end, -power, 0))
    }
    for payment in payments { changes.append((payment.instant, 0, payment.energy.joules)) }
    for span in charging {
      changes.append((span.lowerBound, -battery.chargingPower.watts, 0))
      changes.append((span.upperBound, battery.chargingPower.watts, 0))
    }
    changes.sort { $0.instant < $1.instant }
    let full = Battery(parameters: battery).usableEnergy.joules
    var (left, watts, now) = (full, 0.0, Instant.start)
    for change in changes where change.instant <= horizon {
      let drawn = watts * (change.instant - now).seconds
      if drawn >= left { return watts > 0 ? now + .seconds(left / watts) : now }
      left = min(full, left - drawn) - change.joules
      if left <= 0 { return change.instant }
      watts += change.watts
      now = change.instant
    }
    return nil
  }
}
