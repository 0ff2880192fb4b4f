import Quantities

/// A part of a trip whose way and times are known.
public struct TimedLeg: Sendable, Hashable {
  /// Seconds since 1970.
  public let start: Double
  /// After `start`.
  public let end: Double
  /// The way; at least two places.
  public let way: [GeodeticPosition]

  public init(start: Double, end: Double, way: [GeodeticPosition]) {
    self.start = start
    self.end = end
    self.way = way
  }
}

extension RawTrack {
  /// How long the walk to the next leg's beginning takes where nothing says (s).
  private static let approach = 120.0
  /// A track's points are at most so far apart at rest (s); a longer time would count as a gap.
  private static let restStep = 60.0

  /// The track of somebody who goes along each leg at a steady pace, waits between them where the last one ended, and is
  /// at the next one's beginning in time.
  ///
  /// - Parameters:
  ///   - legs: in order of time; parts outside the span are cut off. At least one must lie within it.
  ///   - span: in seconds since 1970.
  /// - Returns: `nil` when no leg lies within the span, or legs overlap.
  public init?(name: String? = nil, legs: [TimedLeg], span: ClosedRange<Double>) {
    let legs = legs.filter { $0.start < span.upperBound && $0.end > span.lowerBound && $0.way.count > 1 }
    guard let first = legs.first?.way.first else { return nil }
    for (leg, next) in zip(legs, legs.dropFirst()) where next.start < leg.end { return nil }
    var stops: [(time: Double, place: EarthVector)] = [(-.infinity, first.earthVector())]
    for leg in legs {
      let vectors = leg.way.map { $0.earthVector() }
      let before = stops[stops.count - 1]
      stops.append((max(before.time, leg.start - Self.approach), before.place))
      let lengths = zip(vectors, vectors.dropFirst()).map { $0.distance(to: $1) }
      let total = lengths.reduce(0, +)
      var gone = 0.0
      stops.append((leg.start, vectors[0]))
      for (length, place) in zip(lengths, vectors.dropFirst()) where total > 0 {
        gone += length
        stops.append((leg.start + (leg.end - leg.start) * gone / total, place))
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
      notes: ["\(legs.count) labelled legs along known routes, at a steady pace; at rest between them"])
  }
}
