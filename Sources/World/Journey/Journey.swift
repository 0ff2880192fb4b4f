package import Quantities

/// The true position over time: straight lines between knots, in Earth-centred metres.
///
/// Before the first knot the first position holds, after the last knot the last one. Two knots in one place are a rest.
package struct Journey: Sendable, Hashable {
  /// At least one, with strictly increasing instants.
  package let knots: [Knot]

  /// - Precondition: there is at least one knot, and the instants increase strictly.
  package init(knots: [Knot]) {
    precondition(!knots.isEmpty, "a journey needs a knot")
    for index in knots.indices.dropFirst() {
      precondition(knots[index - 1].instant < knots[index].instant, "the instants of a journey must increase")
    }
    self.knots = knots
  }

  /// From the first knot to the last.
  package var duration: TimeSpan { knots[knots.count - 1].instant - knots[0].instant }

  /// Metres travelled between the first and the last knot.
  package var length: Double {
    var sum = 0.0
    for index in knots.indices.dropFirst() { sum += knots[index - 1].position.distance(to: knots[index].position) }
    return sum
  }

  /// The true position; a binary search.
  package func position(at instant: Instant) -> EarthVector { position(at: instant, after: index(at: instant)) }

  /// Metres per second along the line in force at `instant`; at a knot, of the line that begins there.
  package func speed(at instant: Instant) -> Double { speed(at: instant, after: index(at: instant)) }

  /// The last knot at or before `instant`; 0 when there is none.
  func index(at instant: Instant) -> Int {
    var (low, high) = (0, knots.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if knots[middle].instant <= instant { low = middle } else { high = middle }
    }
    return low
  }

  @inline(__always)
  func position(at instant: Instant, after index: Int) -> EarthVector {
    let from = knots[index]
    guard index + 1 < knots.count, instant > from.instant else { return from.position }
    let to = knots[index + 1]
    let fraction =
      Double(instant.nanoseconds - from.instant.nanoseconds)
      / Double(to.instant.nanoseconds - from.instant.nanoseconds)
    return from.position.interpolated(to: to.position, fraction: fraction)
  }

  @inline(__always)
  func speed(at instant: Instant, after index: Int) -> Double {
    let from = knots[index]
    guard index + 1 < knots.count, instant >= from.instant else { return 0 }
    let to = knots[index + 1]
    return from.position.distance(to: to.position) / (to.instant - from.instant).seconds
  }
}
