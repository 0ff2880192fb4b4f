public import Quantities

/// Reads a journey at instants that mostly do not go back: each step costs next to nothing.
///
/// Gives exactly what the journey itself gives; going back falls back to a search.
@frozen
public struct JourneyCursor: Sendable {
  public let journey: Journey
  @usableFromInline var index = 0

  @inlinable public init(_ journey: Journey) { self.journey = journey }

  /// The true position, as `Journey.position(at:)`.
  @inlinable
  public mutating func position(at instant: Instant) -> EarthVector {
    seek(instant)
    return journey.position(at: instant, after: index)
  }

  /// Metres per second, as `Journey.speed(at:)`.
  @inlinable
  public mutating func speed(at instant: Instant) -> Double {
    seek(instant)
    return journey.speed(at: instant, after: index)
  }

  /// Metres per second along the line in force, as a vector; zero before the first and after the last knot.
  @inlinable
  public mutating func velocity(at instant: Instant) -> EarthVector {
    seek(instant)
    let knots = journey.knots
    guard index + 1 < knots.count, instant >= knots[index].instant else { return .zero }
    let (from, to) = (knots[index], knots[index + 1])
    return (to.position - from.position) * (1 / (to.instant - from.instant).seconds)
  }

  @inlinable @inline(__always)
  mutating func seek(_ instant: Instant) {
    if journey.knots[index].instant > instant {
      index = journey.index(at: instant)
      return
    }
    // A few steps forward are the common case; after a long jump a search is shorter.
    var steps = 0
    while index + 1 < journey.knots.count, journey.knots[index + 1].instant <= instant {
      index += 1
      steps += 1
      if steps == 32 {
        index = journey.index(at: instant)
        return
      }
    }
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
