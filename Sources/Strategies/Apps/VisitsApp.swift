import LocationServices

/// Is told when its user has arrived somewhere or has left, wherever that is: a diary.
///
/// As in the Guide's listing on visit monitoring; it registers at each launch.
final class VisitsApp: SimulatedApp, LocationManagerDelegate {
  static let kind = StrategyKind(
    name: "visits", summary: "visit monitoring", parameters: [], requires: [.visits], makeApp: { VisitsApp($0) })

  private let uploader: PositionUploader
  private var manager: LocationManager?
  private var host: AppHost?

  init(_ settings: StrategySettings) { uploader = PositionUploader(settings) }

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    self.host = host
    let manager = host.makeLocationManager()
    manager.delegate = self
    manager.startMonitoringVisits()
    self.manager = manager
  }

  func locationManager(_ manager: LocationManager, didVisit visit: Visit) {
    if let host { uploader.add(1, host: host) }
  }
}
