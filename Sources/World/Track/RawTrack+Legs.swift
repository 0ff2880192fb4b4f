import Core

/// A part of a trip whose way and times are known.
package struct TimedLeg: Sendable, Hashable {
  /// Seconds since 1970.
  package let start: Double
  /// After `start`.
  package let end: Double
  /// The way; at least two places.
  package let way: [GeodeticPosition]
  /// Where positions say the carrier was, in order of time; between them, and where there are none, the pace is steady.
  package let sightings: [Sighting]

  /// Somebody seen on the way.
  package struct Sighting: Sendable, Hashable {
    /// Seconds since 1970.
    package let time: Double
    package let place: GeodeticPosition

    package init(time: Double, place: GeodeticPosition) {
      self.time = time
      self.place = place
    }
  }

  package init(start: Double, end: Double, way: [GeodeticPosition], sightings: [Sighting] = []) {
    self.start = start
    self.end = end
    self.way = way
    self.sightings = sightings
  }
}

/// Where along its way somebody is when: seen here and there, at a steady pace between.
///
/// A sighting counts when it lies within 50 m of the way, and between where the carrier has been seen before and as far as
/// 45 m/s lead from there; one in ten seconds is enough.
private struct Pace {
  private static let offWay = 50.0
  private static let topSpeed = 45.0
  private static let thinnedTo = 10.0

  /// Times and metres along the way, both rising; the leg's own ends first and last.
  private(set) var marks: [(time: Double, metres: Double)]

  init(_ leg: TimedLeg, way: RoutePath) {
    let total = way.length
    marks = [(leg.start, 0)]
    for sighting in leg.sightings where sighting.time > leg.start && sighting.time < leg.end {
      let last = marks[marks.count - 1]
      guard sighting.time - last.time >= Self.thinnedTo else { continue }
      let reach = min(total, last.metres + Self.topSpeed * (sighting.time - last.time))
      let window = last.metres...max(last.metres, reach)
      guard let metres = Self.foot(of: sighting.place.earthVector(), way, within: window),
        total - metres <= Self.topSpeed * (leg.end - sighting.time)
      else { continue }
      marks.append((sighting.time, metres))
    }
    marks.append((leg.end, total))
  }

  // The nearest place of the way within a stretch of it; `nil` when that is too far off.
  private static func foot(
    of place: EarthVector, _ way: RoutePath, within window: ClosedRange<Double>
  ) -> Double? {
    let (points, distances) = (way.points, way.distances)
    var best: (distance: Double, metres: Double)?
    for index in points.indices.dropFirst()
    where distances[index] >= window.lowerBound && distances[index - 1] <= window.upperBound {
      let (from, to) = (points[index - 1], points[index])
      let line = to - from
      let length = line.dot(line)
      let share = length > 0 ? min(1, max(0, (place - from).dot(line) / length)) : 0
      let free = distances[index - 1] + share * (distances[index] - distances[index - 1])
      let metres = min(window.upperBound, max(window.lowerBound, free))
      let fraction = (metres - distances[index - 1]) / (distances[index] - distances[index - 1])
      let distance = from.interpolated(to: to, fraction: fraction).distance(to: place)
      if distance < best?.distance ?? offWay { best = (distance, metres) }
    }
    return best?.metres
  }
}

extension RawTrack {
  /// How long the walk to the next leg's beginning takes where nothing says (s).
  private static let approach = 120.0
  /// A track's points are at most so far apart at rest (s); a longer time would count as a gap.
  private static let restStep = 60.0

  /// The track of somebody who goes along each leg as they were seen to, at a steady pace between sightings, waits between
  /// legs where the last one ended, and is at the next one's beginning in time.
  ///
  /// - Parameters:
  ///   - legs: in order of time; parts outside the span are cut off. At least one must lie within it.
  ///   - span: in seconds since 1970.
  /// - Returns: `nil` when no leg lies within the span, or legs overlap.
  package init?(name: String? = nil, legs: [TimedLeg], span: ClosedRange<Double>) {
    let legs = legs.filter { $0.start < span.upperBound && $0.end > span.lowerBound && $0.way.count > 1 }
    guard let first = legs.first?.way.first else { return nil }
    for (leg, next) in zip(legs, legs.dropFirst()) where next.start < leg.end { return nil }
    var stops: [(time: Double, place: EarthVector)] = [(-.infinity, first.earthVector())]
    for leg in legs {
      let vectors = leg.way.map { $0.earthVector() }
      let before = stops[stops.count - 1]
      stops.append((max(before.time, leg.start - Self.approach), before.place))
      stops.append((leg.start, vectors[0]))
      let way = RoutePath(vectors)
      guard way.length > 0 else { continue }
      let marks = Pace(leg, way: way).marks
      var vertex = 1
      var place = 0
      for (from, to) in zip(marks, marks.dropFirst()) {
        let length = to.metres - from.metres
        while vertex < way.points.count, way.distances[vertex] < to.metres {
          let share = length > 0 ? (way.distances[vertex] - from.metres) / length : 0
          stops.append((from.time + (to.time - from.time) * share, way.points[vertex]))
          vertex += 1
        }
        stops.append((to.time, way.point(at: to.metres, index: &place)))
      }
    }
    stops.append((.infinity, stops[stops.count - 1].place))
    var times = Set(stops.map(\.time).filter { span.contains($0) })
    times.formUnion(stride(from: span.lowerBound, to: span.upperBound, by: Self.restStep))
    times.insert(span.upperBound)
    var points: [Point] = []
    var next = 1
    for time in times.sorted() {
      while next < stops.count - 1, stops[next].time <= time { next += 1 }
      let (from, to) = (stops[next - 1], stops[next])
      let length = to.time - from.time
      let share = length.isFinite && length > 0 ? min(1, max(0, (time - from.time) / length)) : 0
      let place = GeodeticPosition(from.place.interpolated(to: to.place, fraction: share))
      let instant = Instant.seconds(time - span.lowerBound)
      // Times that agree to the nanosecond are one point.
      if let last = points.last, last.instant >= instant { continue }
      points.append(Point(instant: instant, latitude: place.latitude, longitude: place.longitude))
    }
    self.init(
      name: name, startUnixSeconds: span.lowerBound, points: points,
      notes: [
        "\(legs.count) labelled legs along known routes, as fast as they were seen to go, else at a steady pace; at rest between them"
      ])
  }
}
