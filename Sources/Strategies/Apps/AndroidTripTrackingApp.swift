import LocationServices

/// Records trips and rests between them: a geofence around where the user is, fused updates from the moment they leave it,
/// until they have stayed in one place for five minutes; then a new geofence.
///
/// The duty cycle of travel diaries such as e-mission on Android: there is no visit monitoring, so with each delivery the app
/// itself reads its last positions from its data base. That reading is `handling_time`. A position for the geofence must be
/// good to 200 m.
final class AndroidTripTrackingApp: SimulatedApp {
  static let kind = StrategyKind(
    name: "android_trip_tracking", summary: "Android: fused updates from leaving a place until resting at another",
    parameters: StrategyParameter.fusedRequest + [
      .foregroundService, .handlingTime,
      StrategyParameter(
        "radius", .distance(1...100_000, orNone: false), standard: .distance(100),
        "radius of the geofence, and of the place in which the user rests",
        search: .range(100...1_000, orNone: false)),
      StrategyParameter(
        "rest_time", .time(30...86_400, orNone: false), standard: .time(300), "how long a rest is that ends a trip"),
    ],
    requires: [.geofences, .fusedLocation], makeApp: { AndroidTripTrackingApp($0) })

  private enum State {
    /// Looks for a position that a geofence can stand around.
    case placing
    case waiting
    case onTrip
  }

  private static let worstFencePosition = 200.0
  private static let fence = "where the user is"

  private let settings: StrategySettings
  private let radius: Double
  private let uploader: PositionUploader
  private var client: FusedLocationProviderClient?
  private var geofences: GeofencingClient?
  private var request: Int?
  private var host: AppHost?
  private var state = State.placing
  private var rest: RestDetection

  init(_ settings: StrategySettings) {
    self.settings = settings
    radius = settings.number("radius")
    rest = RestDetection(
      worst: Self.worstFencePosition, radius: radius, time: settings.number("rest_time"),
      interval: settings.fusedRequest.interval)
    uploader = PositionUploader(settings)
  }

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    self.host = host
    client = host.makeFusedLocationClient()
    let geofences = host.makeGeofencingClient()
    geofences.onTransition = { [weak self] transition in
      if case .exited = transition { self?.beginTrip() }
    }
    self.geofences = geofences
    start(.placing)
  }

  private func start(_ next: State) {
    state = next
    rest.reset()
    guard let host, let client, request == nil else { return }
    if settings.flag("foreground_service") { host.startForegroundService() }
    request = client.requestLocationUpdates(settings.fusedRequest) { [weak self] in self?.receive($0) }
  }

  private func beginTrip() {
    guard state == .waiting else { return }
    geofences?.removeGeofence(Self.fence)
    start(.onTrip)
  }

  private func receive(_ locations: [Location]) {
    guard let host, let last = locations.last else { return }
    switch state {
    case .placing: if last.horizontalAccuracy <= Self.worstFencePosition { setFence(around: last) }
    case .waiting: break
    case .onTrip:
      uploader.handle(locations, host: host)
      if let place = rest.add(locations, at: host.now) { setFence(around: place) }
    }
  }

  private func setFence(around location: Location) {
    state = .waiting
    rest.reset()
    if let request { client?.removeLocationUpdates(request) }
    request = nil
    host?.stopForegroundService()
    geofences?.addGeofence(Self.fence, center: location.position, radius: radius, onEnter: false)
  }
}
