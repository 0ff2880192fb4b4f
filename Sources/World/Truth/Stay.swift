package import Core

/// A stretch of the day in which the phone stays at one place.
package struct Stay: Sendable, Hashable {
  /// When it came to rest; the run's start for the first.
  package let arrival: Instant
  /// When it last left its place of rest; `never` for a stay to the end.
  package let departure: Instant
  /// When it was 100 m away after that; `never` for a stay to the end.
  package let gone: Instant
  package let place: EarthVector
}

extension Journey {
  /// Movements that come back within so many metres do not end a stay.
  package static let stayRadius = 100.0

  /// All stays, in order: each begins where the phone comes to rest and lasts until it is 100 m away from there.
  ///
  /// A stop at a light is a stay too, if a short one; whether it is a visit depends on how the user moves.
  package var stays: [Stay] {
    var stays: [Stay] = []
    var index = 0
    while index < knots.count {
      // A rest: the next knot is at the same place, or there is none.
      guard index + 1 == knots.count || knots[index + 1].position == knots[index].position else {
        index += 1
        continue
      }
      let place = knots[index].position
      let arrival = knots[index].instant
      var departure = Instant.never
      var next = index + 1
      var gone = Instant.never
      while next < knots.count {
        if knots[next].position == knots[next - 1].position {
          departure = .never
        } else if departure == .never {
          departure = knots[next - 1].instant
        }
        if let crossing = exit(from: Circle(center: place, radius: Self.stayRadius), between: next - 1, and: next) {
          gone = crossing
          break
        }
        next += 1
      }
      // What comes after the last knot is rest.
      if gone == .never { departure = .never }
      stays.append(Stay(arrival: arrival, departure: departure, gone: gone, place: place))
      index = next
    }
    return stays
  }

  private func exit(from circle: Circle, between index: Int, and next: Int) -> Instant? {
    guard !circle.contains(knots[next].position) else { return nil }
    return Journey(knots: [knots[index], knots[next]]).occupancy(in: circle).crossings.last { !$0.isEntry }?.instant
  }
}
