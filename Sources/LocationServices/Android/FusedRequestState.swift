import Core

/// A position and whether satellites brought it.
struct FusedPosition {
  let location: Location
  /// `nil` for one of before the request.
  var fromGNSS: Bool?

  /// Two positions of satellites and of the network count as of one time up to here, in seconds (AOSP,
  /// `FusedLocationProvider`, `MAX_LOCATION_COMPARISON_NS`).
  static let comparable = 11.0

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

  init(identifier: Int, request: FusedLocationRequest, at now: Instant) {
    self.identifier = identifier
    self.request = request
    expires = request.duration.isFinite ? now + .seconds(request.duration) : .never
    updatesLeft = request.maxUpdates
    due = now
  }

  /// When the system must look at it again.
  ///
  /// - Parameter isDozing: nothing is looked for, nothing delivered.
  func deadline(isDozing: Bool) -> Instant {
    if isDozing { return expires }
    return min(expires, lookingSince == nil ? due : looksUntil, heldUntil, keptUntil)
  }

  mutating func rest(until instant: Instant) {
    lookingSince = nil
    looksUntil = .never
    best = nil
    forgetKept()
    due = instant
  }

  mutating func look(for patience: TimeSpan?, at now: Instant) {
    lookingSince = now
    looksUntil = patience.map { now + $0 } ?? .never
    best = nil
    forgetKept()
  }

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

/// The requests of the fused location provider of all apps, each app's in the order in which they were made.
struct FusedRequests {
  private var ofApps: [[FusedRequestState]]
  /// There are any; cheaper to ask than to look.
  private(set) var areAny = false

  init(apps: Int) { ofApps = Array(repeating: [], count: apps) }

  subscript(app: Int) -> [FusedRequestState] {
    _read { yield ofApps[app] }
    _modify { yield &ofApps[app] }
  }

  /// - Returns: the request's place among the app's.
  mutating func append(_ request: FusedRequestState, of app: Int) -> Int {
    ofApps[app].append(request)
    areAny = true
    return ofApps[app].count - 1
  }

  /// Forgets the requests of an app that have brought all they were for.
  ///
  /// - Returns: whether there were any.
  mutating func removeSpent(of app: Int) -> Bool {
    let count = ofApps[app].count
    ofApps[app].removeAll { $0.updatesLeft <= 0 }
    return ofApps[app].count != count
  }

  var isEmpty: Bool { ofApps.allSatisfy(\.isEmpty) }

  /// Looks whether there are any left.
  mutating func update() { areAny = !isEmpty }
}
