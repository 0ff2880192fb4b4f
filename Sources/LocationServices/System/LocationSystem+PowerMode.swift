import Quantities

/// Low Power Mode and Battery Saver: what they take from apps.
///
/// iOS pauses discretionary and background activities (Apple, "React to Low Power Mode on iPhones"): here no background app
/// refresh and no silent push; location is not named and goes on. Android's Battery Saver gives positions to apps on the screen
/// and to foreground services only, and closes the network to the others (AOSP, `BatterySaverPolicy`: location mode foreground
/// only, firewall, forced standby, as read in a version that is not older than 12; taken for all since 9, which brought the
/// modes). Before, satellites were off while the screen was (recalled). The slower processor and darker screen, which
/// change no joule of location, and the modem's rest from 5G are left out.
extension LocationSystem {
  mutating func powerModeChanged(at now: Instant) {
    guard doze != nil else { return }
    networkRightsChanged = true
    needsDemand = true
    repaceAllRequests(at: now)
  }

  /// Whether Battery Saver keeps a request from looking.
  func isHeldBackToSavePower(_ pace: FusedPace, of app: Int) -> Bool {
    guard apps[app].process != .foreground, !apps[app].hasForegroundService else { return false }
    return apps[app].definition.platform.givesPositionsToSaveOnScreenOnly || (pace.source == .satellites && !isScreenOn)
  }
}
