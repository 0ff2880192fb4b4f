import LocationServices

/// What most apps have: their settings, what becomes of their positions, the host of their process, and one location manager.
class LocationApp {
  final let settings: StrategySettings
  private final let uploader: PositionUploader?
  final var host: AppHost?
  final var manager: LocationManager?

  init(_ settings: StrategySettings) {
    self.settings = settings
    uploader = PositionUploader(settings)
  }

  /// Keeps the host, and makes the manager unless there is one.
  final func makeManager(_ host: AppHost, delegate: any LocationManagerDelegate) -> LocationManager {
    self.host = host
    let manager = manager ?? host.makeLocationManager()
    manager.delegate = delegate
    self.manager = manager
    return manager
  }

  /// Starts updates as the settings say, until a session is over that has an end.
  final func startSession(_ host: AppHost, delegate: any LocationManagerDelegate, onEnd end: @escaping () -> Void) {
    let manager = makeManager(host, delegate: delegate)
    manager.configureSession(settings)
    manager.startUpdatingLocation()
    let length = settings.number("session")
    if length.isFinite { host.schedule(after: length, end) }
  }

  /// Takes a delivery: works on it, and sends it on.
  final func handle(_ locations: [Location]) {
    if let uploader, let host { uploader.handle(locations, host: host) }
  }

  /// Sends positions or events on without any work on them.
  final func upload(_ count: Int = 1) {
    if let uploader, let host { uploader.add(count, host: host) }
  }
}

extension LocationManagerDelegate where Self: LocationApp {
  /// Positions are sent on as they come.
  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    upload(locations.count)
  }
}
