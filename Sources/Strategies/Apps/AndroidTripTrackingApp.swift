import LocationServices

/// Records trips and rests between them: a geofence around where the user is, fused updates from the moment they leave it,
/// until they have stayed in one place for five minutes; then a new geofence.
///
/// The duty cycle of travel diaries such as e-mission on Android: there is no visit monitoring, so with each delivery the app
/// itself reads its last positions from its data base. That reading is `handling_time`. A position for the geofence must be
/// good to 200 m.
final class AndroidTripTrackingApp: FusedLocationApp, SimulatedApp {
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

  private let radius: Double
  private var geofences: GeofencingClient?
  private var state = TripState.placing
  private var rest: RestDetection

  override init(_ settings: StrategySettings) {
    radius = settings.number("radius")
    rest = RestDetection(
      worst: TripState.worstFencePosition, radius: radius, time: settings.number("rest_time"),
      interval: settings.fusedRequest.interval)
    super.init(settings)
  }

  func didFinishLaunching(_ host: AppHost, reason: LaunchReason) {
    self.host = host
    let geofences = host.makeGeofencingClient()
    geofences.onTransition = { [weak self] transition in
      if case .exited = transition { self?.beginTrip() }
    }
    self.geofences = geofences
    start(.placing)
  }

  private func start(_ next: TripState) {
    state = next
    rest.reset()
    startUpdates { [weak self] in self?.receive($0) }
  }

  private func beginTrip() {
    guard state == .waiting else { return }
    geofences?.removeGeofence(TripState.fence)
    start(.onTrip)
  }

  private func receive(_ locations: [Location]) {
    guard let host, let last = locations.last else { return }
    switch state {
    case .placing: if last.horizontalAccuracy <= TripState.worstFencePosition { setFence(around: last) }
    case .waiting: break
    case .onTrip:
      handle(locations)
      if let place = rest.add(locations, at: host.now) { setFence(around: place) }
    }
  }

  private func setFence(around location: Location) {
    state = .waiting
    rest.reset()
    stopUpdates()
    geofences?.addGeofence(TripState.fence, center: location.position, radius: radius, onEnter: false)
  }
}

/// The end of a trip, as e-mission on Android finds it (e-mission-data-collection, commit 9fbb7be,
/// `LocationChangeIntentService.java`).
///
/// It comes with a position that is kept, if those kept before lie within `radius` of the newest: as many as a rest has at the
/// requested interval, however late they came, and all of the last five minutes, which have to span four. Positions worse than
/// 200 m are not kept, nor exact repeats of the oldest that counts. Replayed on the recorded fixes of MobilityNet's Nexus 6,
/// the rule ends 27 of 39 trips with the last recorded fix (reports/validation/measured-phones.md).
struct RestDetection {
  /// So many positions at least, where the interval gives as many in the time of a rest.
  private static let leastPositions = 10
  /// The window is that much longer than a rest (s), and its positions span that share of one.
  private static let (slack, leastSpan) = (10.0, 0.8)

  private let worst: Double
  private let radius: Double
  /// As many positions as a rest has at the requested interval.
  private let count: Int
  /// The time that is looked back, and what its positions have to span.
  private let (window, span): (Double, Double)
  /// As far as is looked back, in order of delivery.
  private var kept: [(delivered: Double, location: Location)] = []

  /// - Parameters:
  ///   - worst: positions with this radius or more are not kept (m).
  ///   - time: of a rest (s).
  ///   - interval: at which positions are wanted (s). Above a tenth of `time`, where the diary's rule finds no end, fewer positions
  ///     and a longer window do.
  init(worst: Double, radius: Double, time: Double, interval: Double) {
    (self.worst, self.radius) = (worst, radius)
    count = max(2, Int(time / interval))
    window = max(time + Self.slack, 3 * interval)
    span = min(Self.leastSpan * time, window - Self.slack - 2 * interval)
  }

  mutating func reset() { kept.removeAll() }

  /// Takes a delivery.
  ///
  /// - Returns: the last of the positions that were kept, where the trip has ended.
  mutating func add(_ locations: [Location], at now: Double) -> Location? {
    let hasRested = hasRested(at: now)
    let oldest = kept.suffix(count).first?.location
    let new = locations.filter { location in
      location.horizontalAccuracy < worst && oldest.map { $0.distance(from: location) != 0 } ?? true
    }
    kept += new.map { (now, $0) }
    let needless = kept.count - count
    if needless > 0, let recent = kept.firstIndex(where: { $0.delivered >= now - window }) {
      kept.removeFirst(min(needless, recent))
    }
    return hasRested ? new.last : nil
  }

  private func hasRested(at now: Double) -> Bool {
    guard let newest = kept.last, kept.count >= min(Self.leastPositions, count),
      let start = kept.firstIndex(where: { $0.delivered >= now - window }), kept.count - start > 1,
      newest.location.timestamp - kept[start].location.timestamp > span
    else { return false }
    return kept.suffix(max(count, kept.count - start)).allSatisfy {
      $0.location.distance(from: newest.location) < radius
    }
  }
}
