/// Why a process was started.
public enum LaunchReason: Sendable, Hashable {
  /// The user opened the app.
  case user
  /// A location service had an event for an app that was not running, or on Android a change of activity or a geofence.
  case location
  /// Background app refresh: the system lets the app bring itself up to date (iOS 7).
  case backgroundRefresh
  /// The watch app sent a message.
  case watch
  /// A message of the app's server.
  case push
  /// Android: work that is due (WorkManager).
  case work
}
