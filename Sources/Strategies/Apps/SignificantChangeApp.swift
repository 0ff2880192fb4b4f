import LocationServices

/// Is told when the user has moved significantly, even when it does not run.
///
/// It registers at every launch: one by the system for an event delivers that event to the new process.
final class SignificantChangeApp: SimulatedApp, LocationManagerDelegate {
  static let kind = StrategyKind(
    name: "significant_change", summary: "the significant-change location service", parameters: [],
    requires: [.significantChange], needs: .always, makeApp: { SignificantChangeApp($0) })

  private let uploader: PositionUploader
  private var manager: LocationManager?
  private var host: AppHost?

  init(_ settings: StrategySettings) { uploader = PositionUploader(settings) }

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    self.host = host
    let manager = host.makeLocationManager()
    manager.delegate = self
    manager.startMonitoringSignificantLocationChanges()
    self.manager = manager
  }

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    if let host { uploader.add(locations.count, host: host) }
  }
}
