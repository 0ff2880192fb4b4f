package import DeviceModel
package import Core

/// Follows the battery's charge through a run, full at the start: it falls by what the phone draws and rises by the
/// charging power while the charger is connected, between empty and full.
///
/// Power is constant between changes, so the instant at which it is first empty is exact.
package struct BatteryWatch: RunObserver {
  let full: Double
  private let chargingPower: Double
  private(set) var left: Double
  /// By component, summed in this order. The processor's change most often, so that the sum of those before it is kept; they lie
  /// apart, since a vector cannot be read soon after one of its lanes was written.
  private var watts = SIMD4<Double>.zero
  private var wattsBeforeProcessor = 0.0
  private var processorWatts = 0.0
  private var baseWatts = 0.0
  private var isCharging = false
  /// What is drawn beyond what the charger gives, in watts.
  private(set) var net = 0.0
  private(set) var now = Instant.start
  /// When the battery was first empty, or `nil` when it lasted so far.
  package private(set) var firstEmpty: Instant?

  package init(battery: BatteryParameters) {
    full = Battery(parameters: battery).usableEnergy.joules
    chargingPower = battery.chargingPower.watts
    left = full
  }

  /// Share of the charge, 0 to 1.
  var level: Double { full > 0 ? left / full : 0 }

  mutating func advance(to instant: Instant) {
    guard instant > now else { return }
    let drawn = net * (instant - now).seconds
    if net > 0, drawn >= left, firstEmpty == nil { firstEmpty = now + .seconds(left / net) }
    left = min(full, max(0, left - drawn))
    now = instant
  }

  package mutating func powerChanged(_ component: Component, to power: Power, at instant: Instant) {
    advance(to: instant)
    switch component {
    case .processor: processorWatts = power.watts
    case .base: baseWatts = power.watts
    case .gnss, .wifi, .cellular, .bluetooth:
      watts[Int(component.rawValue)] = power.watts
      wattsBeforeProcessor = 0
      for lane in watts.indices { wattsBeforeProcessor += watts[lane] }
    }
    updateNet()
  }

  package mutating func paid(_ payment: EnergyPayment) {
    advance(to: payment.instant)
    left = max(0, left - payment.energy.joules)
    if left == 0, firstEmpty == nil { firstEmpty = payment.instant }
  }

  package mutating func chargerChanged(isConnected: Bool, at instant: Instant) {
    advance(to: instant)
    isCharging = isConnected
    updateNet()
  }

  private mutating func updateNet() {
    let drawn = wattsBeforeProcessor + processorWatts + baseWatts
    net = drawn - (isCharging ? chargingPower : 0)
  }

  package mutating func finished(at horizon: Instant) { advance(to: horizon) }
}

/// Notifies apps that read the battery's level of each whole percent.
///
/// Power is constant between changes, so the instant at which the level passes a whole percent is known beforehand.
struct BatteryMeter {
  /// So long after a whole percent is passed, the level is on the other side of it for certain.
  private static let margin = TimeSpan.milliseconds(1)

  var charge: BatteryWatch
  /// The level in percent, rounded up, of the last notification.
  private var percent = 100

  init(battery: BatteryParameters) { charge = BatteryWatch(battery: battery) }

  /// When the next notification is due, if powers stay; `never` without a change.
  var nextChange: Instant {
    let (full, left, net, now) = (charge.full, charge.left, charge.net, charge.now)
    let (low, high) = (full * Double(percent - 1) / 100, full * Double(percent) / 100)
    if percent > 0, left < low { return now }
    if percent < 100, left > high { return now }
    if net > 0, percent > 0, low > 0 { return now + .seconds((left - low) / net) + Self.margin }
    if net < 0, percent < 100 { return now + .seconds((high - left) / -net) + Self.margin }
    return .never
  }

  /// The level, if a notification is due by `instant`.
  mutating func change(at instant: Instant) -> Double? {
    charge.advance(to: instant)
    guard charge.full > 0, nextChange <= instant else { return nil }
    percent = Int((charge.level * 100).rounded(.up))
    return charge.level
  }
}
