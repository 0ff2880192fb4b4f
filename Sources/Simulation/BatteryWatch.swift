package import DeviceModel
package import Core

/// Follows the battery's charge through a run, full at the start: it falls by what the phone draws and rises by the
/// charging power while the charger is connected, never above full.
///
/// Power is constant between changes, so the instant at which it is first empty is exact.
package struct BatteryWatch: RunObserver {
  private let full: Double
  private let chargingPower: Double
  private var left: Double
  /// By component, summed in this order. The processor's change most often, so that the sum of those before it is kept; they lie
  /// apart, since a vector cannot be read soon after one of its lanes was written.
  private var watts = SIMD4<Double>.zero
  private var wattsBeforeProcessor = 0.0
  private var processorWatts = 0.0
  private var baseWatts = 0.0
  private var isCharging = false
  /// What is drawn beyond what the charger gives, in watts.
  private var net = 0.0
  private var now = Instant.start
  /// When the battery was first empty, or `nil` when it lasted so far.
  package private(set) var firstEmpty: Instant?

  package init(battery: BatteryParameters) {
    full = Battery(parameters: battery).usableEnergy.joules
    chargingPower = battery.chargingPower.watts
    left = full
  }

  private mutating func advance(to instant: Instant) {
    guard firstEmpty == nil, instant > now else { return }
    let drawn = net * (instant - now).seconds
    if net > 0, drawn >= left {
      firstEmpty = now + .seconds(left / net)
    } else {
      left = min(full, left - drawn)
      now = instant
    }
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
    guard firstEmpty == nil else { return }
    left -= payment.energy.joules
    if left <= 0 { firstEmpty = payment.instant }
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
