/// An app under simulation. Its object lives as long as its process: after a kill, a relaunch makes a new one.
public protocol SimulatedApp: AnyObject {
  /// The process has started. Set up managers and delegates here.
  func didFinishLaunching(_ host: AppHost, reason: LaunchReason)
  func didEnterBackground(_ host: AppHost)
  func willEnterForeground(_ host: AppHost)
  /// Background app refresh: about half a minute to bring the app up to date.
  func performBackgroundRefresh(_ host: AppHost)
  /// The time for background tasks is about to end: stop what they are for and end them. The system terminates an app
  /// that leaves one open.
  func backgroundTaskWillExpire(_ host: AppHost)
  /// The battery's level has changed by a percent; told to apps whose definition reads the battery, while they run.
  func batteryLevelDidChange(_ host: AppHost)
}

extension SimulatedApp {
  public func didEnterBackground(_ host: AppHost) {}
  public func willEnterForeground(_ host: AppHost) {}
  public func performBackgroundRefresh(_ host: AppHost) {}
  public func backgroundTaskWillExpire(_ host: AppHost) {}
  public func batteryLevelDidChange(_ host: AppHost) {}
}
