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

/// Watches a circle around each place that its user has named, and reports each entry and exit; or has the system notify the
/// user of them without the app.
///
/// Regions outlive the process; it registers them at each launch all the same, as Apple's samples do, so that a new place
/// of the user's is watched too. A process that the system starts for an event gets that event.
final class RegionsApp: SimulatedApp, LocationManagerDelegate {
  static let kind = StrategyKind(
    name: "regions", summary: "region monitoring around the scenario's named places",
    parameters: [.fenceRadius, crossings], requires: [.regionMonitoring],
    makeApp: { RegionsApp($0) })
  static let notifications = StrategyKind(
    name: "region_notifications", summary: "local notifications at the edges of the scenario's named places",
    parameters: [.fenceRadius, crossings], requires: [.regionNotifications],
    makeApp: { RegionsApp($0, notifiesUser: true) })
  private static let crossings = StrategyParameter(
    "notify", .choice(["both", "entry", "exit"]), standard: .choice("both"), "which crossings notify the app")

  private let settings: StrategySettings
  private let notifiesUser: Bool
  private let uploader: PositionUploader
  private var manager: LocationManager?
  private var host: AppHost?

  init(_ settings: StrategySettings, notifiesUser: Bool = false) {
    self.settings = settings
    self.notifiesUser = notifiesUser
    uploader = PositionUploader(settings)
  }

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    self.host = host
    let manager = host.makeLocationManager()
    manager.delegate = self
    let notify = settings.choice("notify")
    for place in host.knownPlaces {
      var region = CircularRegion(
        center: place.position, radius: settings.number("radius"), identifier: place.name,
        notifyOnEntry: notify != "exit", notifyOnExit: notify != "entry")
      region.notifiesUser = notifiesUser
      manager.startMonitoring(for: region)
    }
    self.manager = manager
  }

  func locationManager(_ manager: LocationManager, didEnterRegion region: Region) { report() }
  func locationManager(_ manager: LocationManager, didExitRegion region: Region) { report() }

  private func report() {
    if let host { uploader.add(1, host: host) }
  }
}

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

/// Watches the scenario's named places and beacons with one condition monitor (`CLMonitor`).
///
/// At each launch it takes up the monitor of the same name and awaits its events; conditions that are there already are
/// not added again by the system.
final class MonitorApp: SimulatedApp {
  static let kind = StrategyKind(
    name: "monitor", summary: "a condition monitor on the scenario's named places and beacons",
    parameters: [
      .fenceRadius,
      StrategyParameter(
        "beacons", .flag, standard: .flag(true), "whether the scenario's beacons are watched as well"),
    ],
    requires: [.conditionMonitor], makeApp: { MonitorApp($0) })

  private let settings: StrategySettings
  private let uploader: PositionUploader

  init(_ settings: StrategySettings) {
    self.settings = settings
    uploader = PositionUploader(settings)
  }

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    let monitor = host.makeMonitor("places")
    for place in host.knownPlaces {
      monitor.add(
        .circular(center: place.position, radius: settings.number("radius")), identifier: "place \(place.name)")
    }
    if settings.flag("beacons") {
      for beacon in host.knownBeacons { monitor.add(.beacon(beacon), identifier: "beacon \(beacon)") }
    }
    // A new process has no consumer yet, so this one is the first.
    try? monitor.consumeEvents { [weak host, uploader] event in
      guard let host, event.state == .satisfied || event.state == .unsatisfied else { return }
      uploader.add(1, host: host)
    }
  }
}
