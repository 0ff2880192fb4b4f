/// What Battery Saver takes of positions, under the names of `PowerManager.getLocationPowerSaveMode`.
public enum LocationPowerSaveMode: Sendable, Hashable {
  /// While the screen is off there are no satellites, for no app.
  case gpsDisabledWhenScreenOff
  /// While the screen is off there are no positions, for no app.
  case allDisabledWhenScreenOff
  /// Positions reach apps on the screen and foreground services only.
  case foregroundOnly
}
