import LocationServices

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
