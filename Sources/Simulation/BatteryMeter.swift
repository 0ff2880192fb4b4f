import DeviceModel
import Core

/// The battery's level for apps that read it, full at the start: it falls by what the phone draws and rises by the
/// charging power while the charger is connected, between empty and full.
///
/// Power is constant between changes, so the instant at which the level passes a whole percent is known beforehand.
struct BatteryMeter {
  /// So long after a whole percent is passed, the level is on the other side of it for certain.
  private static let margin = TimeSpan.milliseconds(1)

  private let full: Double
  private let chargingPower: Double
  private var left: Double
  private var watts = [Double](repeating: 0, count: Component.allCases.count)
  private var isCharging = false
  private var now = Instant.start
  /// The level in percent, rounded up, as apps were last told.
  private var percent = 100

  init(battery: BatteryParameters) {
    full = Battery(parameters: battery).usableEnergy.joules
    chargingPower = battery.chargingPower.watts
    left = full
  }

  /// Share of the charge, 0 to 1.
  var level: Double { full > 0 ? left / full : 0 }

  private var net: Double { watts.reduce(0, +) - (isCharging ? chargingPower : 0) }

  mutating func advance(to instant: Instant) {
    guard instant > now else { return }
    left = min(full, max(0, left - net * (instant - now).seconds))
    now = instant
  }

  mutating func powerChanged(_ component: Component, to power: Power, at instant: Instant) {
    advance(to: instant)
    watts[Int(component.rawValue)] = power.watts
  }

  mutating func paid(_ energy: Energy, at instant: Instant) {
    advance(to: instant)
    left = max(0, left - energy.joules)
  }

  mutating func chargerChanged(isConnected: Bool, at instant: Instant) {
    advance(to: instant)
    isCharging = isConnected
  }

  /// When apps are to be told of another percent, if powers stay; `never` without a change.
  var nextChange: Instant {
    let (low, high) = (full * Double(percent - 1) / 100, full * Double(percent) / 100)
    if percent > 0, left < low { return now }
    if percent < 100, left > high { return now }
    let net = net
    if net > 0, percent > 0, low > 0 { return now + .seconds((left - low) / net) + Self.margin }
    if net < 0, percent < 100 { return now + .seconds((high - left) / -net) + Self.margin }
    return .never
  }

  /// The level, if apps are to be told of it now.
  mutating func change(at instant: Instant) -> Double? {
    advance(to: instant)
    guard full > 0, nextChange <= instant else { return nil }
    percent = Int((level * 100).rounded(.up))
    return level
  }
}
