package import Core
package import World

/// The phone's approximate location: one area for all apps that may only know that.
///
/// From: WWDC 2020 session 10660. The area is computed anew about four times an hour; it holds the user when it is
/// computed and is stale in between. An area that has not changed is not delivered again.
package struct ReducedAccuracyService: Sendable {
  /// At most four times an hour.
  package static let interval = TimeSpan.minutes(15)
  /// Where no position can be had, the next attempt is made after this time (estimate).
  static let retry = TimeSpan.minutes(5)

  /// The area as apps see it: its centre, a radius that reaches all of it, and when it was computed.
  package private(set) var current: Location?
  package private(set) var lastComputed: Instant?
  private var notBefore = Instant.start
  /// Whether the phone may have moved since.
  private var mayHaveMoved = true

  package init() {}

  /// From when on the area may be computed again.
  package var nextComputation: Instant { max(lastComputed.map { $0 + Self.interval } ?? .start, notBefore) }

  /// When it should be: never while the phone rests where it was computed.
  package func due(at now: Instant) -> Instant { mayHaveMoved ? max(now, nextComputation) : .never }

  package mutating func computed(_ area: ReducedArea, isStill: Bool, at now: Instant) {
    lastComputed = now
    mayHaveMoved = !isStill
    current = Location(position: area.centre, horizontalAccuracy: area.radius, instant: now, speed: -1)
  }

  /// No technology had a position.
  package mutating func failed(at now: Instant) { notBefore = now + Self.retry }

  package mutating func moved() { mayHaveMoved = true }

  /// The area that an app is shown at once: the current one, unless it is time for another.
  func usable(at now: Instant) -> Location? { due(at: now) > now ? current : nil }
}
