import Core
package import World

/// Makes a scenario of a drive: where it went, how fast, where it stopped, and what the phone received along the way.
///
/// - Stops of a minute and more become stays; shorter ones are a pattern of stops on the way.
/// - The way keeps every bend of more than 8 m.
/// - Each 20 s are one piece of surroundings; pieces that differ by at most 3 dB are joined.
/// - The sky follows from the satellites' carrier-to-noise density where a log has it, else from the speed, as for tracks:
///   the limits (37, 32, 27 and 20 dB-Hz for open sky, suburb, town and canyon) are estimates.
package enum DriveScenario {
  static let longestStop = 60.0
  /// Of positions per axis (m), so that a rest lies within 30 m.
  static let noise = 10.0
  static let bend = 8.0
  static let piece = 20.0

  /// The sky of a mean carrier-to-noise density of the four strongest satellites in dB-Hz.
  package static func sky(of carrierToNoise: Double) -> SkyView {
    switch carrierToNoise {
    case 37...: .openSky
    case 32...: .suburban
    case 27...: .urban
    case 20...: .canyon
    default: .indoor
    }
  }

  /// A sample with its place in the drive.
  private struct Point {
    let time: Double
    let distance: Double
    let position: GeodeticPosition
    let place: EarthVector
    let sample: DriveSample
  }

  /// `nil` where less than a minute of positions is known.
  ///
  /// - Parameters:
  ///   - samples: in order of time.
  ///   - source: what the scenario rests on.
  package static func scenario(of samples: [DriveSample], name: String, source: String) -> Scenario? {
    let path = DrivePath(samples)
    var points: [Point] = []
    for (index, sample) in samples.enumerated() where !path.outliers.contains(index) {
      guard let position = sample.position else { continue }
      let rounded = GeodeticPosition(
        latitude: (position.latitude * 1e6).rounded() / 1e6, longitude: (position.longitude * 1e6).rounded() / 1e6)
      points.append(
        Point(
          time: sample.time, distance: path.distances[index], position: rounded, place: rounded.earthVector(),
          sample: sample))
    }
    guard let first = points.first, let last = points.last, last.time - first.time >= 60,
      last.time - first.time < 31 * 86_400 - 2
    else { return nil }
    var places: [Place] = []
    func place(_ point: Point, _ name: String) {
      guard !places.contains(where: { $0.position == point.position }) else { return }
      var name = name
      while places.contains(where: { $0.name == name }) { name += "b" }
      places.append(Place(name: name, position: point.position))
    }
    var legs: [Leg] = []
    place(first, "start")
    for part in parts(points) {
      let inside = Array(points[part.range])
      guard let a = inside.first, let b = inside.last else { continue }
      let number = legs.count + 1
      if part.isRest {
        place(a, "stop \(number)")
        legs.append(rest(inside, name: "stop \(number)", isLast: part.range.upperBound == points.count))
      } else if let way = way(inside, name: "way \(number)") {
        place(a, "place \(number)")
        place(b, part.range.upperBound == points.count ? "end" : "stop \(number + 1)")
        legs.append(way)
      }
    }
    guard !legs.isEmpty else { return nil }
    let seconds = max(60, (last.time - first.time).rounded(.up) + 1)
    let clock = first.time.rounded(.down)
    let script = Scenario.defaultScript.filter { $0.instant <= .seconds(seconds) }
    return Scenario(
      name: name, summary: "A drive of \(DecimalText.significant(path.length / 1000, digits: 3)) km as it was logged",
      notes: [source], startOfDay: Int(clock - (clock / 86_400).rounded(.down) * 86_400) / 60 * 60,
      horizon: .seconds(seconds), places: places, legs: legs, script: script)
  }

  // MARK: - Parts

  private static func parts(_ points: [Point]) -> [(range: Range<Int>, isRest: Bool)] {
    let finder = RestFinder(positions: points.map(\.place), seconds: points.map(\.time), noise: noise)
    var parts: [(range: Range<Int>, isRest: Bool)] = []
    var start = 0
    for rest in finder.rests().map(\.points) {
      if rest.lowerBound > start { parts.append((start..<rest.lowerBound + 1, false)) }
      parts.append((rest.lowerBound..<rest.upperBound + 1, true))
      start = rest.upperBound
    }
    if start + 1 < points.count { parts.append((start..<points.count, false)) }
    return parts
  }

  private static func rest(_ points: [Point], name: String, isLast: Bool) -> Leg {
    let (a, b) = (points[0], points[points.count - 1])
    let span = b.time - a.time
    let surroundings = changes(points) { span > 0 ? ($0.time - a.time) / span : 0 }
    return Leg(
      dwell: name, at: a.place, stay: isLast ? .toTheEnd : .lasting(.seconds(max(1, span))),
      surroundings: surroundings.first, changes: surroundings.changes)
  }

  private static func way(_ points: [Point], name: String) -> Leg? {
    let (a, b) = (points[0], points[points.count - 1])
    let flat = points.map { point in
      let offset = points[0].place.offset(of: point.place)
      return (x: offset.east, y: offset.north)
    }
    let route = RoutePath(SimplifiedLine.indices(flat, tolerance: bend).map { points[$0].place })
    let way = b.distance - a.distance
    guard route.length >= 20, way > 0, b.time > a.time else { return nil }
    let halts = stops(points)
    let held = halts.reduce(0, +)
    let free = max(b.time - a.time - held, (b.time - a.time) * 0.1)
    let speed = max(0.2, route.length / free)
    let kind: LegKind =
      speed > 100 ? .flight : speed > 60 ? .train : speed > 8 ? .drive : speed > 4 ? .cycle : speed > 2.2 ? .run : .walk
    var pattern: StopPattern?
    if !halts.isEmpty {
      pattern = StopPattern(
        every: .metres(min(500_000, max(20, route.length / Double(halts.count)))), chance: 1,
        hold: .seconds(min(3600, max(1, held / Double(halts.count)))))
    }
    let surroundings = changes(points) { ($0.distance - a.distance) / way }
    return Leg(
      isVehicle(points, kind) ? .drive : kind, name: name, route: route, speed: .metresPerSecond(min(speed, 319)),
      speedVariation: variation(points), stops: pattern, surroundings: surroundings.first, changes: surroundings.changes
    )
  }

  /// Slow traffic is traffic all the same: one fast stretch shows a car.
  private static func isVehicle(_ points: [Point], _ kind: LegKind) -> Bool {
    guard kind != .train, kind != .flight, kind != .drive else { return kind == .drive }
    let chords = zip(points, points.dropFirst(15)).compactMap { a, b -> Double? in
      let span = b.time - a.time
      return span > 5 && span < 60 ? (b.distance - a.distance) / span : nil
    }
    return chords.contains { $0 > 9 }
  }

  /// Seconds of each halt of 5 s and more.
  private static func stops(_ points: [Point]) -> [Double] {
    var halts: [Double] = []
    var start = 0
    for index in points.indices.dropFirst() where points[index].distance > points[start].distance {
      // The last step itself is motion.
      let span = points[index - 1].time - points[start].time
      if span >= 5, span < longestStop * 5 { halts.append(span) }
      start = index
    }
    return halts
  }

  /// Deviation of the speed over its mean in pieces of 30 s of motion.
  private static func variation(_ points: [Point]) -> Double {
    var speeds: [Double] = []
    var start = 0
    for index in points.indices where points[index].time - points[start].time >= 30 {
      let speed = (points[index].distance - points[start].distance) / (points[index].time - points[start].time)
      if speed > 1 { speeds.append(speed) }
      start = index
    }
    guard speeds.count >= 3 else { return 0.1 }
    let mean = speeds.reduce(0, +) / Double(speeds.count)
    let variance = speeds.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(speeds.count - 1)
    return ((min(0.5, max(0.02, variance.squareRoot() / mean))) * 1000).rounded() / 1000
  }

  // MARK: - Surroundings

  private static func changes(
    _ points: [Point], _ fraction: (Point) -> Double
  ) -> (first: Surroundings, changes: [SurroundingsChange]) {
    var pieces: [(start: Point, surroundings: Surroundings)] = []
    var start = 0
    for index in points.indices
    where index + 1 == points.count || points[index + 1].time - points[start].time >= piece {
      let found = surroundings(points[start...index])
      if let last = pieces.last?.surroundings, isAlike(last, found) {
      } else {
        pieces.append((points[start], found))
      }
      start = index + 1
    }
    var changes: [SurroundingsChange] = []
    for entry in pieces.dropFirst() {
      let place = (min(1, max(0, fraction(entry.start))) * 1e5).rounded() / 1e5
      if let last = changes.last, last.fraction >= place { continue }
      if place > 0, place < 1 { changes.append(SurroundingsChange(fraction: place, surroundings: entry.surroundings)) }
    }
    return (pieces[0].surroundings, changes)
  }

  private static func isAlike(_ a: Surroundings, _ b: Surroundings) -> Bool {
    guard a.sky == b.sky, a.accessPoints == b.accessPoints else { return false }
    switch (a.level, b.level) {
    case (.some(let x), .some(let y)): return abs(x - y) <= 3
    case (nil, nil): return a.coverage == b.coverage
    // What is not known for a while is as before.
    case (.some, nil): return b.coverage != .none
    case (nil, .some): return false
    }
  }

  private static func surroundings(_ points: ArraySlice<Point>) -> Surroundings {
    let samples = points.map(\.sample)
    let levels = samples.compactMap(\.rsrp)
    let noise = samples.compactMap(\.carrierToNoise)
    let isFast = (samples.compactMap(\.speed).max() ?? speed(points)) > 20
    var sky: SkyView = isFast ? .openSky : .suburban
    if !noise.isEmpty { sky = Self.sky(of: noise.reduce(0, +) / Double(noise.count)) }
    var result = Surroundings(sky: sky, accessPoints: isFast ? .few : .some, cells: .suburban)
    if samples.count(where: { $0.access == DriveAccess.none }) * 2 > samples.count {
      result.coverage = .none
    } else if !levels.isEmpty {
      let mean = levels.reduce(0, +) / Double(levels.count)
      result.level = min(-31, max(-156, mean.rounded()))
      result.coverage = RadioEnvironment().coverage(at: mean.rounded())
    }
    return result
  }

  private static func speed(_ points: ArraySlice<Point>) -> Double {
    guard let a = points.first, let b = points.last, b.time > a.time else { return 0 }
    return (b.distance - a.distance) / (b.time - a.time)
  }
}
