import LocationServices

/// An app whose code is the test's.
final class ScriptedApp: SimulatedApp, LocationManagerDelegate {
  private let launched: (ScriptedApp, AppHost) -> Void
  var onUpdate: ((LocationManager, [Location]) -> Void)?
  var manager: LocationManager?

  init(_ launched: @escaping (ScriptedApp, AppHost) -> Void) { self.launched = launched }

  static func definition(
    authorization: Authorization = .always, _ launched: @escaping @Sendable (ScriptedApp, AppHost) -> Void
  ) -> AppDefinition {
    AppDefinition(name: "scripted", authorization: authorization) { ScriptedApp(launched) }
  }

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) { launched(self, host) }

  @discardableResult
  func start(_ host: AppHost, _ accuracy: DesiredAccuracy = .best) -> LocationManager {
    let manager = host.makeLocationManager()
    manager.delegate = self
    manager.desiredAccuracy = accuracy
    manager.pausesLocationUpdatesAutomatically = false
    manager.allowsBackgroundLocationUpdates = true
    manager.startUpdatingLocation()
    self.manager = manager
    return manager
  }

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    onUpdate?(manager, locations)
  }
}
