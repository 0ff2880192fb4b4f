import LocationServices

/// Brings its position up to date whenever the system grants it a background app refresh, and when the user opens it.
///
/// Each time it takes standard updates until one is good enough or its own timer runs out, whichever comes first. From the
/// background that needs always authorization (2015 session).
final class BackgroundRefreshApp: LocationApp, SimulatedApp, LocationManagerDelegate {
  static let kind = StrategyKind(
    name: "background_refresh", summary: "one position at each background app refresh",
    parameters: [
      .desiredAccuracy,
      StrategyParameter(
        "interval", .time(60...86_400, orNone: false), standard: .time(3600),
        "how long after one refresh the next may come at the earliest", search: .range(300...14_400, orNone: false)),
      StrategyParameter(
        "patience", .time(1...30, orNone: false), standard: .time(20), "how long the app waits for a good position",
        search: .range(5...30, orNone: false)),
    ],
    requires: [.backgroundAppRefresh], needs: .always,
    makeApp: { BackgroundRefreshApp($0) })

  /// Seconds; Apple's samples use nothing older.
  private static let longestAge = 15.0

  private var timer: Int?
  private var best: Location?

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    let manager = makeManager(host, delegate: self)
    manager.desiredAccuracy = settings.desiredAccuracy
    manager.pausesLocationUpdatesAutomatically = false
    host.scheduleBackgroundRefresh(after: settings.number("interval"))
    if reason == .user { locate() }
  }

  func performBackgroundRefresh(_ host: AppHost) {
    host.scheduleBackgroundRefresh(after: settings.number("interval"))
    locate()
  }

  private func locate() {
    guard timer == nil, let host else { return }
    best = nil
    manager?.startUpdatingLocation()
    timer = host.schedule(after: settings.number("patience")) { [weak self] in self?.finish() }
  }

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    // What is older comes from the cache, as the first position of a session does.
    guard timer != nil, let host, let newest = locations.last, host.now - newest.timestamp < Self.longestAge else {
      return
    }
    best = newest
    if let best, best.horizontalAccuracy <= settings.desiredAccuracy.satisfiedRadius { finish() }
  }

  private func finish() {
    if let timer { host?.cancelTimer(timer) }
    timer = nil
    manager?.stopUpdatingLocation()
    if best != nil { upload() }
  }
}
