import LocationServices

/// Records with best accuracy and lets the GNSS chip keep the fixes while the processor sleeps.
///
/// It defers again on each delivery while none is pending, as in the Guide's listing 14-5; when deferral fails, the next
/// update asks again.
final class DeferredUpdatesApp: LocationApp, SimulatedApp, LocationManagerDelegate {
  static let kind = StrategyKind(
    name: "deferred", summary: "best accuracy, deliveries deferred by distance and time",
    parameters: [
      .activityType, .pausesAutomatically,
      StrategyParameter(
        "distance", .distance(1...1_000_000, orNone: true), standard: .distance(.infinity),
        "how far the user may travel before a delivery", search: .range(100...10_000, orNone: true)),
      StrategyParameter(
        "timeout", .time(1...86_400, orNone: true), standard: .time(600), "how long deliveries may be held back",
        search: .range(60...3_600, orNone: true)),
    ],
    requires: [.deferredUpdates],
    makeApp: { DeferredUpdatesApp($0) })

  private var isDeferring = false

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    let manager = makeManager(host, delegate: self)
    manager.desiredAccuracy = .best
    manager.activityType = settings.activityType
    manager.pausesLocationUpdatesAutomatically = settings.flag("pauses_automatically")
    manager.allowsBackgroundLocationUpdates = true
    manager.startUpdatingLocation()
  }

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    upload(locations.count)
    guard !isDeferring, let host, host.availability.deferredLocationUpdates else { return }
    isDeferring = true
    manager.allowDeferredLocationUpdates(
      untilTraveled: limit("distance"), timeout: limit("timeout"))
  }

  func locationManager(
    _ manager: LocationManager, didFinishDeferredUpdatesWithError error: LocationError?
  ) {
    isDeferring = false
  }

  private func limit(_ key: String) -> Double {
    let value = settings.number(key)
    return value.isFinite ? value : LocationManager.noLimit
  }
}
