import LocationServices

/// Watches a circle around each place that its user has named, and reports each entry and exit.
///
/// Regions outlive the process; it registers them at each launch all the same, as Apple's samples do, so that a new place
/// of the user's is watched too. A process that the system starts for an event gets that event.
final class RegionsApp: SimulatedApp, LocationManagerDelegate {
  static let kind = StrategyKind(
    name: "regions", summary: "region monitoring around the scenario's named places",
    parameters: [
      .fenceRadius,
      StrategyParameter(
        "notify", .choice(["both", "entry", "exit"]), standard: .choice("both"), "which crossings notify the app"),
    ],
    requires: [.regionMonitoring],
    makeApp: { RegionsApp($0) })

  private let settings: StrategySettings
  private let uploader: PositionUploader
  private var manager: LocationManager?
  private var host: AppHost?

  init(_ settings: StrategySettings) {
    self.settings = settings
    uploader = PositionUploader(settings)
  }

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    self.host = host
    let manager = host.makeLocationManager()
    manager.delegate = self
    let notify = settings.choice("notify")
    for place in host.knownPlaces {
      manager.startMonitoring(
        for: CircularRegion(
          center: place.position, radius: settings.number("radius"), identifier: place.name,
          notifyOnEntry: notify != "exit", notifyOnExit: notify != "entry"))
    }
    self.manager = manager
  }

  func locationManager(_ manager: LocationManager, didEnterRegion region: Region) { report() }
  func locationManager(_ manager: LocationManager, didExitRegion region: Region) { report() }

  private func report() {
    if let host { uploader.add(1, host: host) }
  }
}
