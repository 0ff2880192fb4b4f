import LocationServices

/// Records walks: a session of the settings' accuracy from the pedometer's first event to the one that ends the walk.
///
/// Between walks the session asks for 3 km, which keeps the app running at little cost so that events reach it. What comes then
/// is not recorded.
final class WalkRecorderApp: SimulatedApp, LocationManagerDelegate {
  static let kind = StrategyKind(
    name: "walk_recorder", summary: "standard updates while the pedometer reports a walk",
    parameters: [.desiredAccuracy, .distanceFilter, .handlingTime],
    requires: [.pedestrianEvents, .standardUpdates], makeApp: { WalkRecorderApp($0) })

  private let settings: StrategySettings
  private let uploader: PositionUploader
  private var manager: LocationManager?
  private var host: AppHost?
  private var isWalking = false

  init(_ settings: StrategySettings) {
    self.settings = settings
    uploader = PositionUploader(settings)
  }

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    self.host = host
    let manager = host.makeLocationManager()
    manager.delegate = self
    self.manager = manager
    follow(walk: false)
    manager.startUpdatingLocation()
    host.startPedestrianEvents { [weak self] in self?.follow(walk: $0) }
  }

  private func follow(walk: Bool) {
    isWalking = walk
    manager?.configureSession(settings)
    if !walk { manager?.desiredAccuracy = .threeKilometers }
  }

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    guard let host else { return }
    if isWalking { uploader.handle(locations, host: host) } else { locations.forEach(host.drop) }
  }
}
