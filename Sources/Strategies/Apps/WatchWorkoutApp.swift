import LocationServices

/// The watch app records by itself from the moment it is opened (watchOS 4), as a workout does; the phone app has no part.
///
/// Beside the phone an older watch takes the phone's positions, one of 2022 or later its own.
final class WatchWorkoutApp: SimulatedApp, LocationManagerDelegate {
  static let kind = StrategyKind(
    name: "watch_workout", summary: "a session on the watch, from each opening of the watch app on",
    parameters: [.desiredAccuracy, .distanceFilter, .activityType, .session],
    requires: [.continuousUpdatesOnWatch], makeApp: { _ in NoLocationApp() }, makeWatchApp: { WatchWorkoutApp($0) })

  private let settings: StrategySettings
  private let uploader: PositionUploader
  private var manager: LocationManager?
  private var host: AppHost?
  private var isRunning = false

  init(_ settings: StrategySettings) {
    self.settings = settings
    uploader = PositionUploader(settings)
  }

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    self.host = host
    begin()
  }

  func willEnterForeground(_ host: AppHost) { begin() }

  private func begin() {
    guard !isRunning, let host else { return }
    isRunning = true
    let manager = manager ?? host.makeLocationManager()
    self.manager = manager
    manager.delegate = self
    manager.configureSession(settings)
    manager.startUpdatingLocation()
    let length = settings.number("session")
    if length.isFinite {
      host.schedule(after: length) { [weak self] in
        self?.isRunning = false
        self?.manager?.stopUpdatingLocation()
      }
    }
  }

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    if let host { uploader.add(locations.count, host: host) }
  }
}
