import Core

/// What is taken as true of a recorded track: smoothed, with rests held still and long gaps marked. A recording that pauses for
/// ten minutes and goes on nearby tells of a stay, not of a gap.
struct TrackTruth {
  /// A longer time between two points is a gap (s): interpolated, and left out of accuracy figures.
  static let longestInterval = 300.0
  /// A recording that pauses for so long (s) and goes on within so many metres: the user stayed where it paused. Loggers that
  /// a departure wakes begin 200 m late or more (sources [S82]).
  static let (shortestStay, widestStay) = (TrackInference.indoorRest, 300.0)
  /// A rest is held at one place; the track is led to it and away from it over this long (s).
  static let joinSeconds = 10.0
  /// Two rests in a row are joined at walking pace (m/s).
  private static let walkingPace = 1.4

  let journey: Journey
  let gaps: [ClosedRange<Instant>]
  /// In order, of at least a minute each.
  let rests: [ClosedRange<Instant>]
  let notes: [String]

  init(track: RawTrack, noise: Distance) {
    let (points, stays) = Self.withStays(track.points)
    let seconds = points.map { $0.instant.seconds }
    var positions = points.map {
      GeodeticPosition(latitude: $0.latitude, longitude: $0.longitude).earthVector()
    }
    var notes = [String]()
    var gaps = [ClosedRange<Instant>]()
    var pieces = [Range<Int>]()
    var begin = 0
    for index in seconds.indices.dropFirst() where seconds[index] - seconds[index - 1] > Self.longestInterval {
      if !stays.contains(index) { gaps.append(points[index - 1].instant...points[index].instant) }
      pieces.append(begin..<index)
      begin = index
    }
    pieces.append(begin..<positions.count)
    if !stays.isEmpty {
      let total = stays.reduce(TimeSpan.zero) { $0 + (points[$1].instant - points[$1 - 1].instant) }
      let count = "\(stays.count) \(stays.count == 1 ? "pause" : "pauses") of the recording"
      notes.append(
        "\(count) over 10 min with ends within \(Int(Self.widestStay)) m taken as stays, \(total.clockText) in all")
    }
    if !gaps.isEmpty {
      let total = gaps.reduce(TimeSpan.zero) { $0 + ($1.upperBound - $1.lowerBound) }
      notes.append(
        "\(gaps.count) gap\(gaps.count == 1 ? "" : "s") over 5 min interpolated, \(total.clockText) in all, left out of accuracy figures"
      )
    }
    var rests = [TrackRest]()
    if noise.metres > 0 {
      for piece in pieces {
        positions.replaceSubrange(
          piece,
          with: TrackSmoother.smoothed(
            Array(positions[piece]), seconds: Array(seconds[piece]), noise: noise.metres))
      }
      rests = RestFinder(positions: positions, seconds: seconds, noise: noise.metres).rests()
      Self.lead(&positions, seconds, to: rests)
      notes.append("smoothed as a phone's track with \(noise) of noise per axis; \(rests.count) rests held still")
    } else {
      notes.append("taken as it is, without smoothing")
    }
    let built = Self.knots(points.map(\.instant), positions, rests)
    journey = Journey(knots: built.knots)
    self.rests = built.rests
    self.gaps = gaps
    self.notes = notes
  }

  // The same points, and one more at the end of each stay: there the user leaves on foot for the next point.
  private static func withStays(_ points: [RawTrack.Point]) -> (points: [RawTrack.Point], ends: Set<Int>) {
    var (result, ends): ([RawTrack.Point], Set<Int>) = ([], [])
    for point in points {
      if let last = result.last, (point.instant - last.instant).seconds >= shortestStay {
        let way = GeodeticPosition(latitude: last.latitude, longitude: last.longitude).earthVector()
          .distance(to: GeodeticPosition(latitude: point.latitude, longitude: point.longitude).earthVector())
        if way <= widestStay {
          ends.insert(result.count)
          var end = last
          end.instant = point.instant - .seconds(max(1, way / walkingPace))
          result.append(end)
        }
      }
      result.append(point)
    }
    return (result, ends)
  }

  // Shifts the points just before and after a rest, less and less with the distance in time.
  private static func lead(_ positions: inout [EarthVector], _ seconds: [Double], to rests: [TrackRest]) {
    let recorded = positions
    for (number, rest) in rests.enumerated() {
      let free = (number > 0 ? rests[number - 1].points.upperBound + 1 : 0)..<rest.points.lowerBound
      let first = rest.points.lowerBound
      for index in free.reversed() {
        let weight = 1 - (seconds[first] - seconds[index]) / joinSeconds
        guard weight > 0 else { break }
        positions[index] = positions[index] + (rest.place - recorded[first]) * weight
      }
      let last = rest.points.upperBound
      let end = number + 1 < rests.count ? rests[number + 1].points.lowerBound : positions.count
      for index in (last + 1)..<max(last + 1, end) {
        let weight = 1 - (seconds[index] - seconds[last]) / joinSeconds
        guard weight > 0 else { break }
        positions[index] = positions[index] + (rest.place - recorded[last]) * weight
      }
    }
  }

  private static func knots(
    _ instants: [Instant], _ positions: [EarthVector], _ rests: [TrackRest]
  ) -> (knots: [Knot], rests: [ClosedRange<Instant>]) {
    var knots = [Knot]()
    knots.reserveCapacity(positions.count)
    var held = [ClosedRange<Instant>]()
    var pending = rests[...]
    var index = 0
    while index < positions.count {
      guard let rest = pending.first, rest.points.lowerBound == index else {
        append(Knot(instant: instants[index], position: positions[index]), to: &knots)
        index += 1
        continue
      }
      var start = instants[rest.points.lowerBound]
      let end = instants[rest.points.upperBound]
      if let last = knots.last {
        let walk = TimeSpan.seconds(last.position.distance(to: rest.place) / walkingPace)
        let half = (end - start) * 0.5
        if held.last?.upperBound == last.instant, last.instant + walk > start {
          start = min(last.instant + walk, start + half)
        }
      }
      append(Knot(instant: start, position: rest.place), to: &knots)
      append(Knot(instant: end, position: rest.place), to: &knots)
      held.append(start...end)
      pending.removeFirst()
      index = rest.points.upperBound + 1
    }
    return (knots, held)
  }

  // Long ways between two points follow the ground.
  private static func append(_ knot: Knot, to knots: inout [Knot]) {
    if let last = knots.last {
      let way = RoutePath.along(from: last.position, to: knot.position)
      for (number, position) in way.dropLast().enumerated() {
        let fraction = Double(number + 1) / Double(way.count)
        knots.append(Knot(instant: last.instant + (knot.instant - last.instant) * fraction, position: position))
      }
    }
    knots.append(knot)
  }
}
