package import Core

/// When the phone is inside an area: the true crossings of its edge.
package struct RegionOccupancy: Sendable, Hashable {
  package struct Crossing: Sendable, Hashable {
    package let instant: Instant
    /// Into the area, or out of it.
    package let isEntry: Bool

    package init(instant: Instant, isEntry: Bool) {
      self.instant = instant
      self.isEntry = isEntry
    }
  }

  /// Whether the phone is inside when the journey begins.
  package let startsInside: Bool
  /// In order of time, entries and exits in turn.
  package let crossings: [Crossing]

  package init(startsInside: Bool, crossings: [Crossing]) {
    self.startsInside = startsInside
    self.crossings = crossings
  }

  /// Inside any of the circles.
  package init(in circles: [Circle], of journey: Journey) {
    let parts = circles.map { journey.occupancy(in: $0) }
    guard parts.count != 1 else {
      self = parts[0]
      return
    }
    var inside = parts.map(\.startsInside)
    let all = parts.enumerated().flatMap { part, occupancy in occupancy.crossings.map { ($0, part) } }
      .sorted { ($0.0.instant, $0.1) < ($1.0.instant, $1.1) }
    var crossings: [Crossing] = []
    var isInside = inside.contains(true)
    let start = isInside
    for (crossing, part) in all {
      inside[part] = crossing.isEntry
      guard inside.contains(true) != isInside else { continue }
      isInside.toggle()
      if crossings.last?.instant == crossing.instant {
        // One circle is left at the very instant at which the next is entered.
        crossings.removeLast()
      } else {
        crossings.append(Crossing(instant: crossing.instant, isEntry: isInside))
      }
    }
    self.init(startsInside: start, crossings: crossings)
  }

  /// Whether the phone is inside at `instant`; at a crossing's instant it has taken place.
  package func isInside(at instant: Instant) -> Bool {
    crossings.last { $0.instant <= instant }?.isEntry ?? startsInside
  }

  /// The crossings that were held: those after which the other state lasted for `hold` at least, up to `horizon`.
  ///
  /// A shorter stay on the other side is no event, nor is the way back from it. A crossing whose hold the horizon cuts
  /// is none either.
  package func held(for hold: TimeSpan, through horizon: Instant) -> [Crossing] {
    var state = startsInside
    var events: [Crossing] = []
    for (index, crossing) in crossings.enumerated() where crossing.isEntry != state {
      let end = index + 1 < crossings.count ? min(crossings[index + 1].instant, horizon) : horizon
      guard end >= crossing.instant + hold else { continue }
      state = crossing.isEntry
      events.append(crossing)
    }
    return events
  }
}

extension Journey {
  /// The crossings of a circle's edge. Exact for each straight line of the journey, to the nanosecond after it; a line
  /// that only touches the edge does not cross it.
  package func occupancy(in circle: Circle) -> RegionOccupancy {
    let squared = circle.radius * circle.radius
    let start = circle.contains(knots[0].position)
    var inside = start
    var crossings: [RegionOccupancy.Crossing] = []
    for index in knots.indices.dropFirst() {
      let (from, to) = (knots[index - 1], knots[index])
      let offset = from.position - circle.center
      let way = to.position - from.position
      let length = way.dot(way)
      guard length > 0 else { continue }
      // |offset + f way|² = r² at f = (-b ± sqrt(b² - a c)) / a
      let b = offset.dot(way)
      let root = b * b - length * (offset.dot(offset) - squared)
      guard root > 0 else { continue }
      let span = Double((to.instant - from.instant).nanoseconds)
      for fraction in [(-b - root.squareRoot()) / length, (-b + root.squareRoot()) / length] {
        let isEntry = fraction * length + b < 0
        guard fraction > 0, fraction <= 1, isEntry != inside else { continue }
        inside = isEntry
        let instant = Instant(nanoseconds: from.instant.nanoseconds + Int64((fraction * span).rounded(.up)))
        crossings.append(RegionOccupancy.Crossing(instant: instant, isEntry: isEntry))
      }
      // Rounding at a knot must not leave the state behind.
      let isInside = circle.contains(to.position)
      if isInside != inside, abs(to.position.distance(to: circle.center) - circle.radius) > 1e-6 {
        inside = isInside
        crossings.append(RegionOccupancy.Crossing(instant: to.instant, isEntry: isInside))
      }
    }
    return RegionOccupancy(startsInside: start, crossings: crossings)
  }
}

/// A circle on the ground, by straight distance from its middle.
package struct Circle: Sendable, Hashable {
  package let center: EarthVector
  /// Metres.
  package let radius: Double

  package init(center: EarthVector, radius: Double) {
    self.center = center
    self.radius = radius
  }

  package func contains(_ position: EarthVector) -> Bool {
    position.squaredDistance(to: center) <= radius * radius
  }
}
