import DeviceModel

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
