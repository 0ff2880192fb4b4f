package import Core
import DeviceModel
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
    if rest?.isLightlyIdle != old.isLightlyIdle { outbox.ofSystem.changesNetworkRights = true }
    guard let isOn = rest?.cutsNetwork, isOn != old.cutsNetwork else { return }
    inform(.doze(isOn: isOn), at: now)
  }

  private mutating func dozeChanged(at now: Instant) {
    outbox.ofSystem.changesNetworkRights = true
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

/// Low Power Mode and Battery Saver: what they take from apps.
///
/// iOS pauses discretionary and background activities (Apple, "React to Low Power Mode on iPhones"): here no background app
/// refresh and no silent push; location is not named and goes on. Android's Battery Saver takes positions as
/// `LocationPowerSaveMode` says, and closes the network to apps behind the screen without a foreground service (AOSP,
/// `BatterySaverPolicy`: firewall). Without satellites a request gets Wi-Fi's positions (estimate). The slower processor and
/// darker screen, which change no joule of location, and the modem's rest from 5G are left out.
extension LocationSystem {
  mutating func powerModeChanged(at now: Instant) {
    guard rest != nil else { return }
    outbox.ofSystem.changesNetworkRights = true
    needsDemand = true
    repaceAllRequests(at: now)
  }

  /// Whether Battery Saver keeps the app's requests from looking.
  func savesPower(of app: Int) -> Bool {
    guard isLowPower else { return false }
    return switch apps[app].definition.platform.locationPowerSaveMode {
    case .allDisabledWhenScreenOff: !isInteractive
    case .foregroundOnly: apps[app].process != .foreground && !apps[app].foregroundService.isOn
    case .gpsDisabledWhenScreenOff, nil: false
    }
  }

  /// Whether Battery Saver has switched satellites off for the app's requests.
  func savesSatellites(of app: Int) -> Bool {
    isLowPower && !isInteractive
      && apps[app].definition.platform.locationPowerSaveMode == .gpsDisabledWhenScreenOff
  }
}

extension LocationSystem {
  /// The battery's level has changed: apps that read it and run are told. It wakes nobody.
  package mutating func batteryLevelChanged(to level: Double) {
    batteryLevel = level
    for app in apps.indices where apps[app].definition.readsBattery && apps[app].process.isRunning {
      apps[app].post(.batteryLevelChanged)
    }
  }
}

/// What Battery Saver takes of positions, under the names of `PowerManager.getLocationPowerSaveMode`.
package enum LocationPowerSaveMode: Sendable, Hashable {
  /// While the screen is off there are no satellites, for no app.
  case gpsDisabledWhenScreenOff
  /// While the screen is off there are no positions, for no app.
  case allDisabledWhenScreenOff
  /// Positions reach apps on the screen and foreground services only.
  case foregroundOnly
}

extension Platform {
  /// What Battery Saver takes of positions (AOSP, `GpsLocationProvider` of 6, `BatterySaverPolicy` of 8, 9, 11 and later; the
  /// versions between are taken to do as the one before); `nil` on iOS, whose Low Power Mode leaves location alone.
  package var locationPowerSaveMode: LocationPowerSaveMode? {
    guard system == .android else { return nil }
    if isAndroid(since: 12) { return .foregroundOnly }
    return isAndroid(since: 9) ? .allDisabledWhenScreenOff : .gpsDisabledWhenScreenOff
  }
}
