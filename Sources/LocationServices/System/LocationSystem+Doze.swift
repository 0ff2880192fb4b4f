package import Core
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
    guard let old = rest else { return }
    let isInteractive = isInteractive
    rest?.update(isStill: movement.motion.isStill, isInteractive: isInteractive, at: now)
    if isDozing != old.isDozing { dozeChanged(at: now) }
    tellServices(ifDifferentFrom: old, at: now)
    if isLowPower, isInteractive != old.doze.isInteractive { powerModeChanged(at: now) }
  }

  /// A phase of the rest may be over.
  mutating func restTimerFired(at now: Instant) {
    guard let old = rest else { return }
    if rest?.dozeTimerFired(at: now) == true {
      dozeChanged(at: now)
      let isInteractive = isInteractive
      rest?.updateLight(isInteractive: isInteractive, at: now)
    }
    rest?.lightTimerFired(at: now)
    tellServices(ifDifferentFrom: old, at: now)
  }

  private mutating func tellServices(ifDifferentFrom old: PhoneRest, at now: Instant) {
    guard let isOn = rest?.cutsNetwork, isOn != old.cutsNetwork else { return }
    inform(.doze(isOn: isOn), at: now)
  }

  private mutating func dozeChanged(at now: Instant) {
    rest?.noteNetworkRights()
    needsDemand = true
    // Alarms that were not taken back go off.
    if !isDozing { for alarm in timers.takeHeld() { goOff(alarm, at: now) } }
    repaceAllRequests(at: now)
  }

  /// The app has come into use or gone out of it, by which Android measures how recently it was used.
  mutating func noteUse(_ app: Int, at now: Instant) {
    guard rest != nil else { return }
    apps[app].standby.lastUse = now
    inform(.use(app: app, isOn: apps[app].process == .foreground || apps[app].foregroundService.isOn), at: now)
  }

  /// When an alarm that is due now may go off by its app's ration; `nil` for at once. An alarm that may counts.
  mutating func alarmWaits(_ alarm: AppTimer, at now: Instant) -> Instant? {
    let platform = apps[alarm.app].definition.platform
    if isDozing, alarm.kind == .idleAlarm { return apps[alarm.app].standby.waitWhileIdle(on: platform, at: now) }
    guard platform.hasStandbyBuckets, rest?.isCharging != true, apps[alarm.app].process != .foreground,
      !apps[alarm.app].foregroundService.isOn
    else { return nil }
    return apps[alarm.app].standby.wait(on: platform, at: now)
  }
}
