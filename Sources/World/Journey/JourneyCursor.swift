package import Core

/// Reads a journey at instants that mostly do not go back: each step costs next to nothing.
///
/// Gives exactly what the journey itself gives; going back falls back to a search. What belongs to the line in force is
/// kept, since most instants fall on the line of the one before.
package struct JourneyCursor: Sendable {
  package let journey: Journey
  var index = -1
  /// The line after the knot `index`: from when to when it holds, where it begins, and the way to its end.
  package private(set) var start = Instant.never
  var end = Instant.never
  package private(set) var origin = EarthVector.zero
  package private(set) var way = EarthVector.zero
  var moves = false
  /// Its length in nanoseconds.
  package private(set) var span = 1.0
  /// Its speed in metres per second, once that has been asked for; negative before.
  var lineSpeed = -1.0

  package init(_ journey: Journey) { self.journey = journey }

  /// The true position, as `Journey.position(at:)`.
  package mutating func position(at instant: Instant) -> EarthVector {
    seek(instant)
    guard moves, instant > start else { return origin }
    return origin + way * (Double(instant.nanoseconds - start.nanoseconds) / span)
  }

  /// Metres per second, as `Journey.speed(at:)`.
  package mutating func speed(at instant: Instant) -> Double {
    seek(instant)
    guard instant >= start else { return 0 }
    if lineSpeed < 0 { lineSpeed = journey.speed(at: instant, after: index) }
    return lineSpeed
  }

  /// Whether the speed is greater than 0.
  package mutating func isMoving(at instant: Instant) -> Bool {
    seek(instant)
    return instant >= start && moves
  }

  /// Metres per second along the line in force, as a vector; zero before the first and after the last knot.
  package mutating func velocity(at instant: Instant) -> EarthVector {
    seek(instant)
    guard instant >= start, moves else { return .zero }
    return way * (1 / (end - start).seconds)
  }

  /// Until when the line in force at `instant` holds: the instant of the next knot, or `never`.
  package mutating func endOfLine(at instant: Instant) -> Instant {
    seek(instant)
    return instant < start ? start : end
  }

  @inline(__always)
  mutating func seek(_ instant: Instant) {
    if instant < start || instant >= end { move(to: instant) }
  }

  mutating func move(to instant: Instant) {
    let knots = journey.knots
    // A few steps forward are the common case; after a long jump a search is shorter.
    var place = max(0, index)
    if knots[place].instant > instant {
      place = journey.index(at: instant)
    } else {
      var steps = 0
      while place + 1 < knots.count, knots[place + 1].instant <= instant {
        place += 1
        steps += 1
        if steps == 32 {
          place = journey.index(at: instant)
          break
        }
      }
    }
    guard place != index else { return }
    index = place
    (start, origin, lineSpeed) = (knots[place].instant, knots[place].position, -1)
    guard place + 1 < knots.count else {
      (end, way, moves, span) = (.never, .zero, false, 1)
      return
    }
    (end, way) = (knots[place + 1].instant, knots[place + 1].position - origin)
    (moves, span) = (way != .zero, Double(end.nanoseconds - start.nanoseconds))
  }
}

extension JourneyCursor {
  /// When the rest in force at `instant` ends, or `nil` while moving; `never` after the last knot.
  mutating func endOfRest(at instant: Instant) -> Instant? {
    seek(instant)
    let knots = journey.knots
    var end = index
    while end + 1 < knots.count, knots[end + 1].position == knots[end].position { end += 1 }
    if end + 1 == knots.count { return .never }
    return end > index ? knots[end].instant : nil
  }
}
