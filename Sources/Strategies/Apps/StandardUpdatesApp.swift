import LocationServices

/// Starts standard updates when the user opens it and leaves them on.
///
/// With `pauses_automatically` the system pauses it when the updates seem to be of no use; it takes up again when the user
/// opens it, and does nothing about a pause itself, as the 2012 session advises.
final class StandardUpdatesApp: SimulatedApp, LocationManagerDelegate {
  static let kind = StrategyKind(
    name: "standard", summary: "standard updates from the first launch on",
    parameters: [.desiredAccuracy, .distanceFilter, .activityType, .pausesAutomatically, .allowsBackground],
    makeApp: { StandardUpdatesApp($0) })

  private let settings: StrategySettings
  private let uploader: PositionUploader
  private var manager: LocationManager?
  private weak var host: AppHost?

  init(_ settings: StrategySettings) {
    self.settings = settings
    uploader = PositionUploader(settings.upload)
  }

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    self.host = host
    let manager = host.makeLocationManager()
    manager.delegate = self
    manager.desiredAccuracy = settings.desiredAccuracy
    let filter = settings.number("distance_filter")
    manager.distanceFilter = filter.isFinite && filter > 0 ? filter : LocationManager.distanceFilterNone
    manager.activityType = settings.activityType
    manager.pausesLocationUpdatesAutomatically = settings.flag("pauses_automatically")
    manager.allowsBackgroundLocationUpdates = settings.flag("allows_background")
    manager.startUpdatingLocation()
    self.manager = manager
  }

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    if let host { uploader.add(locations.count, host: host) }
  }
}
