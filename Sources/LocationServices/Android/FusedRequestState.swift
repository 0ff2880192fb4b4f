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
    return min(expires, lookingSince == nil ? due : looksUntil, heldUntil)
  }

  mutating func rest(until instant: Instant) {
    lookingSince = nil
    looksUntil = .never
    best = nil
    due = instant
  }

  mutating func look(for patience: TimeSpan?, at now: Instant) {
    lookingSince = now
    looksUntil = patience.map { now + $0 } ?? .never
    best = nil
  }
}
