import LocationServices

/// Starts standard updates when the user opens it and leaves them on.
///
/// With `pauses_automatically` the system pauses it when the updates seem to be of no use. What it then does is one of the
/// answers of the 2012 session: nothing, and take up again when the user opens it; stop for good; or start again, when it has
/// come on since it last did so: then it knows better than the system that the user is still on the way.
final class StandardUpdatesApp: SimulatedApp, LocationManagerDelegate {
  static let kind = StrategyKind(
    name: "standard", summary: "standard updates from the first launch on",
    parameters: [
      .desiredAccuracy, .distanceFilter, .activityType, .pausesAutomatically, .allowsBackground,
      StrategyParameter(
        "on_pause", .choice(["nothing", "stop", "restart"]), standard: .choice("nothing"),
        "what the app does when the system pauses it",
        requires: [.choice("stop"): .automaticPausing, .choice("restart"): .automaticPausing]),
      .handlingTime,
    ],
    requires: [.standardUpdates], makeApp: { StandardUpdatesApp($0) })

  /// How far the user must have come since the last restart for the app to believe that they are still on the way, in metres.
  private static let progress = 500.0

  private let settings: StrategySettings
  private let uploader: PositionUploader
  private var manager: LocationManager?
  private var host: AppHost?
  private var placeOfRestart: Location?

  init(_ settings: StrategySettings) {
    self.settings = settings
    uploader = PositionUploader(settings)
  }

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    self.host = host
    let manager = host.makeLocationManager()
    manager.delegate = self
    manager.configureSession(settings)
    manager.pausesLocationUpdatesAutomatically = settings.flag("pauses_automatically")
    manager.allowsBackgroundLocationUpdates = settings.flag("allows_background")
    manager.startUpdatingLocation()
    self.manager = manager
  }

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    if let host { uploader.handle(locations, host: host) }
  }

  func locationManagerDidPauseLocationUpdates(_ manager: LocationManager) {
    switch settings.choice("on_pause") {
    case "stop": manager.stopUpdatingLocation()
    case "restart":
      guard let here = manager.location else { return }
      if let last = placeOfRestart, last.distance(from: here) < Self.progress { return }
      placeOfRestart = here
      manager.startUpdatingLocation()
    default: break
    }
  }
}

/// The same app without location: what every other strategy is compared with.
final class NoLocationApp: SimulatedApp {
  static let kind = StrategyKind(
    name: "none", summary: "uses no location; the base line", parameters: [], needs: LocationNeeds.none,
    makeApp: { _ in NoLocationApp() })

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {}
}
