import LocationServices

/// Starts standard updates when the user opens it and leaves them on.
///
/// With `pauses_automatically` the system pauses it when the updates seem to be of no use. What it then does is one of the
/// answers of the 2012 session: nothing, and take up again when the user opens it; stop for good; or start again, when it has
/// come on since it last did so: then it knows better than the system that the user is still on the way.
final class StandardUpdatesApp: LocationApp, SimulatedApp, LocationManagerDelegate {
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

  private var placeOfRestart: Location?

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    let manager = makeManager(host, delegate: self)
    manager.configureSession(settings)
    manager.pausesLocationUpdatesAutomatically = settings.flag("pauses_automatically")
    manager.allowsBackgroundLocationUpdates = settings.flag("allows_background")
    manager.startUpdatingLocation()
  }

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    handle(locations)
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

/// Iterates over live updates from its launch on, the interface of iOS 17: no accuracy, no filter, and rests by itself when
/// the user stays.
///
/// Sessions end with the process. A new one makes them anew at once, whoever started it, as Apple advises; otherwise the
/// system takes the app to be done.
final class LiveUpdatesApp: LocationApp, SimulatedApp {
  static let kind = StrategyKind(
    name: "live_updates", summary: "live updates of iOS 17, which rest while the user stays",
    parameters: [
      StrategyParameter(
        "configuration", .choice(LiveConfiguration.allCases.map(\.rawValue)), standard: .choice("default"),
        "what the user is doing"),
      StrategyParameter(
        "background_session", .flag, standard: .flag(true),
        "whether the app holds a background activity session; with always authorization it needs none"),
      StrategyParameter(
        "service_session", .flag, standard: .flag(false), "whether the app holds a service session (iOS 18)",
        requires: [.flag(true): .serviceSession]),
    ],
    requires: [.liveUpdates],
    makeApp: { LiveUpdatesApp($0) })

  private var updates: LiveUpdates?
  private var backgroundSession: BackgroundActivitySession?
  private var serviceSession: ServiceSession?

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    self.host = host
    if settings.flag("service_session") { serviceSession = host.makeServiceSession() }
    if settings.flag("background_session") { backgroundSession = host.makeBackgroundActivitySession() }
    let configuration = LiveConfiguration(rawValue: settings.choice("configuration")) ?? .standard
    updates = host.liveUpdates(configuration) { [weak self] update in
      if update.location != nil, !update.isStationary { self?.upload() }
    }
  }
}

/// Records walks: a session of the settings' accuracy from the pedometer's first event to the one that ends the walk.
///
/// Between walks the session asks for 3 km, which keeps the app running at little cost so that events reach it. What comes then
/// is not recorded.
final class WalkRecorderApp: LocationApp, SimulatedApp, LocationManagerDelegate {
  static let kind = StrategyKind(
    name: "walk_recorder", summary: "standard updates while the pedometer reports a walk",
    parameters: [.desiredAccuracy, .distanceFilter, .handlingTime],
    requires: [.pedestrianEvents, .standardUpdates], makeApp: { WalkRecorderApp($0) })

  private var isWalking = false

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    let manager = makeManager(host, delegate: self)
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
    if isWalking { handle(locations) } else if let host { locations.forEach(host.drop) }
  }
}
