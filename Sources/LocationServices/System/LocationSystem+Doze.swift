package import Quantities
import World

/// Android's rest: when the phone dozes, whose transfers may begin, and when alarms go off.
extension LocationSystem {
  var isDozing: Bool { rest?.isDozing ?? false }

  var isInteractive: Bool { phone.isScreenOn || apps.contains { $0.process == .foreground } }

  /// Whether the app's transfers may begin: behind the screen and without a foreground service not while the phone dozes, be
  /// it lightly, nor in Battery Saver.
  package func mayUseNetwork(_ app: Int) -> Bool {
    guard rest?.cutsNetwork == true || isLowPower else { return true }
    return apps[app].process == .foreground || apps[app].foregroundService.isOn
  }

  /// Whether transfers that wait should be tried again, since the driver last asked.
  package mutating func takeNetworkRightsChange() -> Bool { rest?.takeNetworkRightsChange() ?? false }

  /// The charger was connected or taken off.
  package mutating func chargerChanged(isConnected: Bool, at now: Instant) {
    rest?.isCharging = isConnected
    deviceChanged(.charging, isOn: isConnected, at: now)
    updateDoze(at: now)
  }

  mutating func updateDoze(at now: Instant) {
    guard let old = rest?.doze else { return }
    let isInteractive = isInteractive
    rest?.update(isStill: movement.motion.isStill, isInteractive: isInteractive, at: now)
    if isDozing != old.isDozing { dozeChanged(at: now) }
    if isLowPower, isInteractive != old.isInteractive { powerModeChanged(at: now) }
  }

  /// A phase of the rest may be over.
  mutating func restTimerFired(at now: Instant) {
    if rest?.dozeTimerFired(at: now) == true {
      dozeChanged(at: now)
      let isInteractive = isInteractive
      rest?.updateLight(isInteractive: isInteractive, at: now)
    }
    rest?.lightTimerFired(at: now)
  }

  private mutating func dozeChanged(at now: Instant) {
    rest?.noteNetworkRights()
    needsDemand = true
    inform(.doze(isOn: isDozing), at: now)
    // Alarms that were not taken back go off.
    if !isDozing { for alarm in timers.takeHeld() { goOff(alarm, at: now) } }
    repaceAllRequests(at: now)
  }

  /// When an alarm that is due now may go off by its app's ration; `nil` for at once. An alarm that may counts.
  mutating func alarmWaits(of app: Int, at now: Instant) -> Instant? {
    let platform = apps[app].definition.platform
    guard platform.hasStandbyBuckets, rest?.isCharging != true, apps[app].process != .foreground,
      !apps[app].foregroundService.isOn
    else { return nil }
    return apps[app].standby.wait(on: platform, at: now)
  }
}
