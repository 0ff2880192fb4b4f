import LocationServices

/// Watches a geofence around each place that its user has named, and reports each transition it asks for, also those that
/// are told because the phone is inside when the geofence is added.
final class AndroidGeofencesApp: LocationApp, SimulatedApp {
  static let kind = StrategyKind(
    name: "android_geofences", summary: "Android: geofences around the scenario's named places",
    parameters: [
      .fenceRadius,
      StrategyParameter(
        "notify", .choice(["both", "entry", "exit", "dwell", "dwell_and_exit", "all"]), standard: .choice("both"),
        "which transitions notify the app"),
      StrategyParameter(
        "dwell_time", .time(0...86_400, orNone: false), standard: .time(300),
        "how long a stay is that counts as dwelling"),
      StrategyParameter(
        "expires", .time(1...31_536_000, orNone: true), standard: .time(.infinity), "when geofences are removed"),
    ],
    requires: [.geofences], makeApp: { AndroidGeofencesApp($0) })

  private var client: GeofencingClient?

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    let client = host.makeGeofencingClient()
    (self.host, self.client) = (host, client)
    client.onTransition = { [weak self] transition in
      if case .failed = transition { return }
      self?.upload()
    }
    let notify = settings.choice("notify")
    let terms = GeofenceTerms(
      notifyOnDwell: ["dwell", "dwell_and_exit", "all"].contains(notify), loiteringDelay: settings.number("dwell_time"),
      expirationDuration: settings.number("expires"))
    for place in host.knownPlaces {
      client.addGeofence(
        place.name, center: place.position, radius: settings.number("radius"),
        onEnter: ["both", "entry", "all"].contains(notify),
        onExit: ["both", "exit", "dwell_and_exit", "all"].contains(notify), terms: terms)
    }
  }
}
