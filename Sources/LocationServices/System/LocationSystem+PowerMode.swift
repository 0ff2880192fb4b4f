import Core

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
    rest?.noteNetworkRights()
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
