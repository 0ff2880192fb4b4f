import LocationServices

/// The watch app asks for one position whenever it is opened, the only way there was on the first watch systems (2015
/// session); the phone app has no part.
final class WatchOneShotApp: SimulatedApp, LocationManagerDelegate {
  static let kind = StrategyKind(
    name: "watch_one_shot", summary: "one requestLocation on the watch at each opening of the watch app",
    parameters: [.desiredAccuracy], requires: [.requestLocation, .watchConnectivity],
    makeApp: { _ in NoLocationApp() }, makeWatchApp: { WatchOneShotApp($0) })

  private let settings: StrategySettings
  private let uploader: PositionUploader
  private var manager: LocationManager?
  private var host: AppHost?

  init(_ settings: StrategySettings) {
    self.settings = settings
    uploader = PositionUploader(settings)
  }

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    self.host = host
    let manager = host.makeLocationManager()
    manager.delegate = self
    manager.desiredAccuracy = settings.desiredAccuracy
    manager.requestLocation()
    self.manager = manager
  }

  func willEnterForeground(_ host: AppHost) { manager?.requestLocation() }

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    if let host { uploader.add(locations.count, host: host) }
  }
}
