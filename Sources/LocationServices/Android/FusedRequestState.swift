import Core
import RealModule
import World

/// A position and whether satellites brought it.
struct FusedPosition {
  let location: Location
  /// `nil` for one of before the request.
  var fromGNSS: Bool?

  /// Two positions of satellites and of the network count as of one time up to here, in seconds (AOSP,
  /// `FusedLocationProvider`, `MAX_LOCATION_COMPARISON_NS`).
  static let comparable = 11.0

  /// The same as a new one.
  func again(at now: Instant) -> FusedPosition {
    let again = Location(
      position: location.position, horizontalAccuracy: location.horizontalAccuracy, instant: now, speed: -1)
    return FusedPosition(location: again, fromGNSS: fromGNSS)
  }

  /// Whether it takes the place of `last`.
  ///
  /// Of satellites and network, the more accurate counts while both are of one time (AOSP, `chooseBestLocation`). Of one
  /// technology a rough position does not replace a far better one for a minute (estimate), and never while the phone rests
  /// where that one was determined.
  ///
  /// - Parameters:
  ///   - radius: in metres; up to it no position of the same technology is too rough.
  ///   - restsSince: since when the phone rests; `never` on the move.
  func replaces(_ last: FusedPosition, allowing radius: Double = 0, restsSince: Instant = .never) -> Bool {
    let (age, accuracy) = (location.timestamp - last.location.timestamp, last.location.horizontalAccuracy)
    if let fromGNSS, let other = last.fromGNSS, fromGNSS != other, age <= Self.comparable {
      return location.horizontalAccuracy < accuracy
    }
    if location.horizontalAccuracy <= max(radius, 2 * accuracy) { return true }
    return age >= 60 && last.location.instant < restsSince
  }
}

/// Whether satellites stand in for scans that answer nothing, and how long that holds.
///
/// iOS turns to satellites for 100 m where scans hear nothing; that the fused provider does so as well, and tries the other way
/// after five minutes, is an estimate (Play services' provider was not read).
struct SatelliteStandIn {
  static let lasts = TimeSpan.minutes(5)

  private(set) var isOn = false
  /// Until then what was found last holds: scans answer nothing, or satellites do not either.
  private var until = Instant.start

  /// A look for Wi-Fi has brought nothing.
  ///
  /// - Returns: whether satellites are tried now.
  mutating func scansFailed(at now: Instant) -> Bool {
    guard now >= until else { return false }
    (isOn, until) = (true, now + Self.lasts)
    return true
  }

  mutating func satellitesFailed(at now: Instant) { (isOn, until) = (false, now + Self.lasts) }
  mutating func scansAnswered(at now: Instant) { (isOn, until) = (false, now) }

  /// The next look tries scans again if it is time.
  mutating func lookBegins(at now: Instant) { if now >= until { isOn = false } }
}

/// The system's side of one fused request: looking for a position, or resting until the next is due.
struct FusedRequestState {
  let app: Int
  let identifier: Int
  let request: FusedLocationRequest
  /// When the request ends by itself.
  let expires: Instant
  /// How many positions it may still bring.
  var updatesLeft: Int
  /// Since when positions are looked for; `nil` while it rests.
  var lookingSince: Instant?
  /// When to take what there is, while looking.
  var looksUntil = Instant.never
  /// When to look next, while resting.
  var due: Instant
  /// When a position was last computed for it.
  var lastComputed: Instant?
  /// The best position of the look under way.
  var best: FusedPosition?
  var standIn = SatelliteStandIn()
  var lastDelivered: FusedPosition?
  /// From when on the minimum interval counts: when the last position was determined, or later when it was kept until then.
  var minimumSince: Instant?
  /// The best of the positions that came before the minimum interval was over, and when that is.
  private(set) var kept: FusedPosition?
  private(set) var keptUntil = Instant.never
  /// Positions that are gathered, and when they are delivered.
  var held: [Location] = []
  var heldUntil = Instant.never

  init(app: Int, identifier: Int, request: FusedLocationRequest, at now: Instant) {
    (self.app, self.identifier, self.request) = (app, identifier, request)
    expires = request.duration.isFinite ? now + .seconds(request.duration) : .never
    (updatesLeft, due) = (request.maxUpdates, now)
  }

  /// When the system must look at it again.
  ///
  /// - Parameter isDozing: nothing is looked for, nothing delivered.
  func deadline(isDozing: Bool) -> Instant {
    if isDozing { return expires }
    return min(expires, lookingSince == nil ? due : looksUntil, heldUntil, keptUntil)
  }

  mutating func rest(until instant: Instant) {
    look(for: nil, at: instant)
    (lookingSince, due) = (nil, instant)
  }

  mutating func look(for patience: TimeSpan?, at now: Instant) {
    lookingSince = now
    looksUntil = patience.map { now + $0 } ?? .never
    best = nil
    forgetKept()
  }

  /// Whether the look under way has lasted as long.
  func hasLooked(for span: TimeSpan, at now: Instant) -> Bool { lookingSince.map { now - $0 >= span } ?? false }

  /// The look under way goes on with satellites, if they may stand in now.
  mutating func turnToSatellites(at now: Instant) -> Bool {
    guard standIn.scansFailed(at: now) else { return false }
    looksUntil = now + FusedPace.satellitePatience
    return true
  }

  /// Whether a position may be delivered: none that one which is kept is better than, or the last one.
  func admits(_ position: FusedPosition, restsSince: Instant) -> Bool {
    if let kept, !position.replaces(kept) { return false }
    return lastDelivered.map { position.replaces($0, allowing: 200, restsSince: restsSince) } ?? true
  }

  /// The best that a look has found at its end: nothing that says less than what is known of a phone at rest.
  func bestOfLook(restsSince: Instant) -> FusedPosition? {
    guard let best, restsSince < .never, let last = lastDelivered, last.location.instant >= restsSince else {
      return best
    }
    return best.replaces(last, allowing: 200, restsSince: restsSince) ? best : nil
  }

  /// Keeps a position that came too early, unless the one before it is better.
  mutating func keep(_ position: FusedPosition, until end: Instant) {
    if let last = kept ?? lastDelivered, !position.replaces(last) { return }
    (kept, keptUntil) = (position, end)
  }

  mutating func forgetKept() { (kept, keptUntil) = (nil, .never) }
}

/// The place that an app with approximate location is shown.
///
/// From: developer.android.com, "Request location permissions" (about 3 km²) and AOSP, `LocationFudger`: the place is moved
/// by an offset, a normal number of 500 m (a quarter of the radius) along each axis, then to the middle of a square of 2 km;
/// its radius becomes 2 km. The offset takes in 3 % of a new one each hour, so that it hardly changes in days: here it is
/// drawn once for a phone and a day. Newer phones choose the square by how many people live there; that is left out.
enum ApproximateLocation {
  /// Metres.
  static let side = 2000.0
  static let offsetDeviation = side / 4
  private static let metresPerDegree = 111_000.0

  /// - Parameter offset: standard normal numbers, the phone's.
  static func of(_ location: Location, offset: PlaceOffset = .none) -> Location {
    let place = location.coordinate
    let step = side / metresPerDegree
    func middle(_ degrees: Double, _ step: Double) -> Double { ((degrees / step).rounded(.down) + 0.5) * step }
    func narrowing(_ latitude: Double) -> Double { max(0.02, Double.cos(latitude * .pi / 180)) }
    let northward = offset.north * offsetDeviation / metresPerDegree
    let latitude = middle(place.latitude + northward, step)
    let eastward = offset.east * offsetDeviation / metresPerDegree / narrowing(place.latitude)
    // The squares of one row are as wide as high in its middle.
    let width = step / narrowing(latitude)
    return Location(
      position: GeodeticPosition(latitude: latitude, longitude: middle(place.longitude + eastward, width))
        .earthVector(),
      horizontalAccuracy: max(side, location.horizontalAccuracy), instant: location.instant, speed: -1)
  }
}
