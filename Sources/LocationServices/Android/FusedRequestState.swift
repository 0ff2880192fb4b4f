import Quantities

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
  var best: Location?
  var lastDelivered: Location?
  /// From when on the minimum interval counts: when the last position was determined, or later when it was kept until then.
  var minimumSince: Instant?
  /// The best of the positions that came before the minimum interval was over, and when that is.
  private(set) var kept: Location?
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

  /// Whether a position may be delivered: a rough one does not take the place of a good one that is hardly older, and none that
  /// of a far better one that is kept.
  func admits(_ location: Location) -> Bool {
    if let kept, location.horizontalAccuracy > 2 * kept.horizontalAccuracy { return false }
    guard let last = lastDelivered else { return true }
    return location.horizontalAccuracy <= max(200, 2 * last.horizontalAccuracy)
      || location.timestamp - last.timestamp >= 60
  }

  /// Keeps a position that came too early, unless one of seconds before was far better. The platform's own provider takes the
  /// more accurate of two within 11 s (AOSP, `FusedLocationProvider`, `chooseBestLocation`); up to twice the radius the newer
  /// one is taken here, so that a moving user's position does not stand (estimate).
  mutating func keep(_ location: Location, until end: Instant) {
    if let last = kept ?? lastDelivered, location.horizontalAccuracy > 2 * last.horizontalAccuracy { return }
    (kept, keptUntil) = (location, end)
  }

  mutating func forgetKept() { (kept, keptUntil) = (nil, .never) }
}
