import LocationServices

/// Watches a geofence around each place that its user has named, and reports each entry and exit.
final class AndroidGeofencesApp: SimulatedApp {
  static let kind = StrategyKind(
    name: "android_geofences", summary: "Android: geofences around the scenario's named places",
    parameters: [
      .fenceRadius,
      StrategyParameter(
        "notify", .choice(["both", "entry", "exit"]), standard: .choice("both"), "which crossings are told"),
    ],
    requires: [.geofences], makeApp: { AndroidGeofencesApp($0) })

  private let settings: StrategySettings
  private let uploader: PositionUploader
  private var client: GeofencingClient?

  init(_ settings: StrategySettings) {
    self.settings = settings
    uploader = PositionUploader(settings.upload)
  }

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    let client = host.makeGeofencingClient()
    client.onTransition = { [weak self, weak host] transition in
      if case .failed = transition { return }
      if let host { self?.uploader.add(1, host: host) }
    }
    let notify = settings.choice("notify")
    for place in host.knownPlaces {
      client.addGeofence(
        place.name, center: place.position, radius: settings.number("radius"), onEnter: notify != "exit",
        onExit: notify != "entry")
    }
    self.client = client
  }
}
