import LocationServices

/// Is told when the user has moved significantly, even when it does not run.
///
/// It registers at every launch: one by the system for an event delivers that event to the new process.
final class SignificantChangeApp: LocationApp, SimulatedApp, LocationManagerDelegate {
  static let kind = StrategyKind(
    name: "significant_change", summary: "the significant-change location service", parameters: [],
    requires: [.significantChange], needs: .always, makeApp: { SignificantChangeApp($0) })

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    let manager = makeManager(host, delegate: self)
    manager.startMonitoringSignificantLocationChanges()
  }
}

/// Is told when its user has arrived somewhere or has left, wherever that is: a diary.
///
/// As in the Guide's listing on visit monitoring; it registers at each launch.
final class VisitsApp: LocationApp, SimulatedApp, LocationManagerDelegate {
  static let kind = StrategyKind(
    name: "visits", summary: "visit monitoring", parameters: [], requires: [.visits], makeApp: { VisitsApp($0) })

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    let manager = makeManager(host, delegate: self)
    manager.startMonitoringVisits()
  }

  func locationManager(_ manager: LocationManager, didVisit visit: Visit) {
    upload()
  }
}

/// Watches a circle around each place that its user has named, and reports each entry and exit; or has the system notify the
/// user of them without the app.
///
/// Regions outlive the process; it registers them at each launch all the same, as Apple's samples do, so that a new place
/// of the user's is watched too. A process that the system starts for an event gets that event.
final class RegionsApp: LocationApp, SimulatedApp, LocationManagerDelegate {
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

  private let notifiesUser: Bool

  init(_ settings: StrategySettings, notifiesUser: Bool = false) {
    self.notifiesUser = notifiesUser
    super.init(settings)
  }

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    let manager = makeManager(host, delegate: self)
    let notify = settings.choice("notify")
    for place in host.knownPlaces {
      var region = CircularRegion(
        center: place.position, radius: settings.number("radius"), identifier: place.name,
        notifyOnEntry: notify != "exit", notifyOnExit: notify != "entry")
      region.notifiesUser = notifiesUser
      manager.startMonitoring(for: region)
    }
  }

  func locationManager(_ manager: LocationManager, didEnterRegion region: Region) { upload() }
  func locationManager(_ manager: LocationManager, didExitRegion region: Region) { upload() }
}

/// Watches for each beacon of the scenario, and reports when one comes near and when it is left.
final class BeaconsApp: LocationApp, SimulatedApp, LocationManagerDelegate {
  static let kind = StrategyKind(
    name: "beacons", summary: "beacon regions for the scenario's beacons", parameters: [], requires: [.beaconRegions],
    makeApp: { BeaconsApp($0) })

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    let manager = makeManager(host, delegate: self)
    for beacon in host.knownBeacons {
      manager.startMonitoring(for: BeaconRegion(beacon: beacon, identifier: beacon))
    }
  }

  func locationManager(_ manager: LocationManager, didEnterRegion region: Region) { upload() }
  func locationManager(_ manager: LocationManager, didExitRegion region: Region) { upload() }
}

/// Watches the scenario's named places and beacons with one condition monitor (`CLMonitor`).
///
/// At each launch it takes up the monitor of the same name and awaits its events; conditions that are there already are
/// not added again by the system.
final class MonitorApp: LocationApp, SimulatedApp {
  static let kind = StrategyKind(
    name: "monitor", summary: "a condition monitor on the scenario's named places and beacons",
    parameters: [
      .fenceRadius,
      StrategyParameter(
        "beacons", .flag, standard: .flag(true), "whether the scenario's beacons are watched as well"),
    ],
    requires: [.conditionMonitor], makeApp: { MonitorApp($0) })

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    self.host = host
    let monitor = host.makeMonitor("places")
    for place in host.knownPlaces {
      monitor.add(
        .circular(center: place.position, radius: settings.number("radius")), identifier: "place \(place.name)")
    }
    if settings.flag("beacons") {
      for beacon in host.knownBeacons { monitor.add(.beacon(beacon), identifier: "beacon \(beacon)") }
    }
    // A new process has no consumer yet, so this one is the first.
    try? monitor.consumeEvents { [weak self] event in
      if event.state == .satisfied || event.state == .unsatisfied { self?.upload() }
    }
  }
}
