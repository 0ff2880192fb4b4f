import LocationServices

/// Watches for each beacon of the scenario, and reports when one comes near and when it is left.
final class BeaconsApp: SimulatedApp, LocationManagerDelegate {
  static let kind = StrategyKind(
    name: "beacons", summary: "beacon regions for the scenario's beacons", parameters: [], requires: [.beaconRegions],
    makeApp: { BeaconsApp($0) })

  private let uploader: PositionUploader
  private var manager: LocationManager?
  private var host: AppHost?

  init(_ settings: StrategySettings) { uploader = PositionUploader(settings) }

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    self.host = host
    let manager = host.makeLocationManager()
    manager.delegate = self
    for beacon in host.knownBeacons {
      manager.startMonitoring(for: BeaconRegion(beacon: beacon, identifier: beacon))
    }
    self.manager = manager
  }

  func locationManager(_ manager: LocationManager, didEnterRegion region: Region) { report() }
  func locationManager(_ manager: LocationManager, didExitRegion region: Region) { report() }

  private func report() {
    if let host { uploader.add(1, host: host) }
  }
}
