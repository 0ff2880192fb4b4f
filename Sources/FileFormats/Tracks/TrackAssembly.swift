import Core
import World

/// Puts the points of a recording in order of time, and leaves out what cannot be true of a track.
///
/// Left out are points that could not be read, have no time, a time far from all others, a time that goes back within a
/// recording, the time of another recording of the same file, or a place that nobody reaches in time. Recordings that are
/// out of order, or stand there with the newest point first, are put in order. More than 5 % left out is an error.
struct TrackAssembly {
  typealias Point = RecordedPoints.Point

  /// In m/s, over more than `speedCheckDistance`: above every airliner with the jet stream behind it.
  static let topSpeed = 350.0
  static let speedCheckDistance = 1_000.0
  /// In metres: messages name no time beyond it.
  static let longestJump = 1_000_000.0
  /// As long as a scenario may last.
  static let longest = TimeSpan.hours(Double(24 * Scenario.longestDays))
  /// So many points at least show that a recording has its newest point first.
  private static let fewestReversed = 10

  let file: String
  let policy = RowPolicy()
  /// Whether the times may be those at which a planner made the points.
  private let isRoute: Bool
  private(set) var points: [Point] = []
  /// What was done.
  private(set) var notes: [String] = []

  private var total: Int
  private var left: [(count: Int, what: String)] = []

  /// - Parameters:
  ///   - group: with times.
  ///   - day: of the points that count, in UTC; `nil` takes all.
  ///   - recording: the name or the number of the part that counts; `nil` takes all.
  init(
    _ group: RecordedPoints.Group, file: String, day: CalendarDay? = nil, recording: String? = nil
  ) throws(InputError) {
    var group = group
    let recordings = Recordings(group)
    if let recording { group = try recordings.picked(recording, file: file) }
    self.file = file
    isRoute = group.isRoute
    total = group.count + group.unread.total
    if let note = group.note { notes.append(note) }
    notes += group.declined.rows.map { "\($0.count) x \($0.reason), left out" }
    for skipped in group.unread.rows {
      try leave(
        skipped.count, skipped.reason, group.unread.first ?? error(nil, skipped.reason, remedy: "mend the file"))
    }
    var parts = try withoutMissing(group.parts)
    if let day { parts = try within(day, parts) }
    if !group.isLog || group.names.count > 1, recording == nil { try recordings.checkTogether(parts, file: file) }
    parts = try withoutNullIsland(try withoutFarTimes(parts))
    for index in parts.indices { parts[index] = try ordered(parts[index], isLog: group.isLog) }
    parts = inOrder(parts)
    points = try joined(parts, recordings)
    try checkLength()
    points = try merged()
    points = try withoutStrays()
    try checkPace()
    try checkAxes()
    if !left.isEmpty {
      let count = left.reduce(0) { $0 + $1.count }
      notes.append(
        "\(count) of \(total) points left out: " + left.map { "\($0.count) \($0.what)" }.joined(separator: ", "))
    }
    guard points.count > 1 else {
      throw error(
        group.parts.first?.first, total == 1 ? "the track has only one point" : "all points have the same time",
        remedy: "give a track of at least two instants"
          + (total == 1 ? ", or write a scenario that stays at this place" : ""))
    }
  }

  // MARK: - What is left out

  private struct Recordings {
    private let group: RecordedPoints.Group

    init(_ group: RecordedPoints.Group) { self.group = group }

    /// More time (s) or way (m) between two recordings of a file makes them two tracks.
    private static let (longestPause, longestGap) = (86_400.0, 1_000_000.0)

    var list: String {
      group.parts.indices.filter { !group.parts[$0].isEmpty }.prefix(9).map { index in
        let day = group.parts[index].first?.nanoseconds.map { " of \(TimeText.day($0))" } ?? ""
        return "\(index + 1)\(group.names[index].map { " '\(XMLElement.shown($0))'" } ?? "")\(day)"
      }.joined(separator: ", ")
    }

    func picked(_ recording: String, file: String) throws(InputError) -> RecordedPoints.Group {
      let named = group.parts.indices.filter { group.names[$0] == recording }
      let number = Int(recording).map { $0 - 1 }.flatMap { group.parts.indices.contains($0) ? $0 : nil }
      let taken = named.isEmpty ? number.map { [$0] } ?? [] : named
      guard !taken.isEmpty else {
        throw InputError(
          file: file, message: "the file has no recording '\(recording)'; it has \(list)",
          remedy: "name one of these, or its number")
      }
      var result = group
      result.parts = taken.map { group.parts[$0] }
      return result
    }

    func checkTogether(_ parts: [[Point]], file: String) throws(InputError) {
      let sorted = parts.filter { !$0.isEmpty }.sorted { $0[0].time < $1[0].time }
      for (a, b) in zip(sorted, sorted.dropFirst()) {
        guard let last = a.last, let first = b.first else { continue }
        let seconds = Double(first.time - last.time) * 1e-9
        let way = last.vector.distance(to: first.vector)
        guard seconds > Self.longestPause || way > Self.longestGap else { continue }
        let what =
          way > Self.longestGap
          ? "\(Int(way / 1_000)) km" : "\(DecimalText.significant(seconds / 86_400, digits: 2)) days"
        throw InputError(
          file: file, line: first.line, column: first.column,
          message: "the file holds \(sorted.count) recordings, of which two are \(what) apart: \(list)",
          remedy: "take one with --track-recording 1 or its name, or a day with --track-day")
      }
    }
  }

  private func error(_ point: Point?, _ message: String, remedy: String) -> InputError {
    InputError(file: file, line: point?.line, column: point?.column, message: message, remedy: remedy)
  }

  /// Counts points as left out.
  ///
  /// - Throws: `fault`, that of the first of them, when too many are.
  private mutating func leave(_ count: Int, _ what: String, _ fault: InputError) throws(InputError) {
    guard count > 0 else { return }
    left.append((count, what))
    let all = left.reduce(0) { $0 + $1.count }
    guard Double(all) > policy.badShareLimit * Double(total) else { return }
    throw InputError(
      file: fault.file, line: fault.line, column: fault.column,
      message: all > 1 ? "\(fault.message); \(all) of \(total) points are unusable" : fault.message,
      remedy: fault.remedy)
  }

  /// The parts without some of their points, which count as left out.
  private mutating func leaving(
    _ what: String, of parts: [[Point]], _ message: String, remedy: String, where isLeft: (Point) -> Bool
  ) throws(InputError) -> [[Point]] {
    if let first = parts.lazy.joined().first(where: isLeft) {
      try leave(parts.reduce(0) { $0 + $1.count(where: isLeft) }, what, error(first, message, remedy: remedy))
    }
    return parts.map { $0.filter { !isLeft($0) } }.filter { !$0.isEmpty }
  }

  private mutating func withoutMissing(_ parts: [[Point]]) throws(InputError) -> [[Point]] {
    try leaving(
      "without a time", of: withoutPlanned(parts), "the point has no time, others have one",
      remedy: "add a time to it or remove it, or take all as a route with --mode or --speed"
    ) { $0.nanoseconds == nil }
  }

  /// Receivers write planned and saved tracks, which have no time at all, beside what they record.
  private mutating func withoutPlanned(_ parts: [[Point]]) -> [[Point]] {
    let recorded = parts.filter { $0.contains { $0.nanoseconds != nil } }
    let all = parts.reduce(0) { $0 + $1.count }
    let planned = all - recorded.reduce(0) { $0 + $1.count }
    // Of a file that is planned for the most part, a few recorded points are not what is meant.
    guard planned > 0, planned * 2 < all else { return parts }
    total -= planned
    notes.append("parts without any time left out: \(planned) of \(all) points")
    return recorded
  }

  /// What is left out does not count: it says nothing of that day.
  private mutating func within(_ day: CalendarDay, _ parts: [[Point]]) throws(InputError) -> [[Point]] {
    let start = Int64(day.daysSince1970) * 86_400_000_000_000
    let range = start..<start + 86_400_000_000_000
    let kept = parts.map { Self.clipped($0, to: range) }.filter { !$0.isEmpty }
    total = kept.reduce(0) { $0 + $1.count }
    left = []
    guard total > 1 else {
      let times = parts.lazy.joined().map(\.time)
      let days = (times.min() ?? 0, times.max() ?? 0)
      throw error(
        nil,
        "the file has no track on \(day); its points are of \(TimeText.day(days.0)) to \(TimeText.day(days.1))",
        remedy: "name one of these days with --track-day")
    }
    notes.append("of the file, only \(day) (UTC)")
    return kept
  }

  /// The points of a day; a stay over midnight, of which beginning and end are one place, is cut there.
  private static func clipped(_ part: [Point], to range: Range<Int64>) -> [Point] {
    let sorted = sorted(part)
    var ends: [Point] = []
    for (a, b) in zip(sorted, sorted.dropFirst()) where a.latitude == b.latitude && a.longitude == b.longitude {
      for edge in [range.lowerBound, range.upperBound - 1] where a.time < edge && edge < b.time {
        var point = a
        point.nanoseconds = edge
        ends.append(point)
      }
    }
    let inside = part.filter { range.contains($0.time) }
    return ends.filter { $0.time == range.lowerBound } + inside + ends.filter { $0.time != range.lowerBound }
  }

  /// Receivers without a position write 0, 0, which lies in the Atlantic.
  private mutating func withoutNullIsland(_ parts: [[Point]]) throws(InputError) -> [[Point]] {
    func isNull(_ point: Point) -> Bool { point.latitude == 0 && point.longitude == 0 }
    if parts.reduce(0, { $0 + $1.count }) > 1, parts.joined().allSatisfy(isNull) {
      throw error(
        parts.lazy.joined().first, "all points lie at 0, 0, which stands for no position",
        remedy: "record again with a receiver that has found its position")
    }
    guard parts.lazy.joined().contains(where: { abs($0.latitude) + abs($0.longitude) > 1 }) else { return parts }
    return try leaving(
      "at 0, 0", of: parts, "the point lies at 0, 0, which stands for no position", remedy: "remove such points",
      where: isNull)
  }

  /// Stray times, such as those of a clock before its first satellite. Nothing happens where most points need more than 31
  /// days anyway.
  private mutating func withoutFarTimes(_ parts: [[Point]]) throws(InputError) -> [[Point]] {
    let times = parts.joined().map(\.time).sorted()
    guard let first = times.first, let last = times.last, Self.difference(last, first) > Self.longest else {
      return parts
    }
    var (best, from) = (0..<0, 0)
    for index in times.indices {
      while Self.difference(times[index], times[from]) > Self.longest { from += 1 }
      if index - from >= best.count { best = from..<index + 1 }
    }
    let far = times.count - best.count
    guard Double(far) <= policy.badShareLimit * Double(total) else { return parts }
    let range = times[best.lowerBound]...times[best.upperBound - 1]
    return try leaving(
      "with a time far from all others", of: parts, "the time is far from those of the other points",
      remedy: "remove the point"
    ) { !range.contains($0.time) }
  }

  // MARK: - Order

  /// By time; those of one time as they stand.
  private static func sorted(_ part: [Point]) -> [Point] {
    part.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }

  // From 1900 to 2200 it is longer than the longest time span.
  private static func difference(_ later: Int64, _ earlier: Int64) -> TimeSpan {
    let (span, overflow) = later.subtractingReportingOverflow(earlier)
    return TimeSpan(nanoseconds: overflow ? .max : span)
  }

  private mutating func ordered(_ part: [Point], isLog: Bool) throws(InputError) -> [Point] {
    let times = part.map(\.time)
    guard let back = times.indices.dropFirst().first(where: { times[$0] < times[$0 - 1] }) else { return part }
    if isLog {
      note("the points were not in order of time; they were sorted")
      return Self.sorted(part)
    }
    let rising = Self.longestRising(times)
    let allowed = policy.badShareLimit * Double(total)
    if part.count >= Self.fewestReversed, Double(part.count - rising.count) > allowed {
      let turned = Array(part.reversed())
      let rising = Self.longestRising(turned.map(\.time))
      if Double(part.count - rising.count) <= allowed {
        note("the newest point came first; the order was turned")
        if rising.count < part.count { left.append((part.count - rising.count, "whose time goes back")) }
        return rising.map { turned[$0] }
      }
    }
    try leave(part.count - rising.count, "whose time goes back", goesBack(part[back - 1], part[back]))
    return rising.map { part[$0] }
  }

  private func goesBack(_ before: Point, _ point: Point) -> InputError {
    error(
      point, "the time goes back by \(Self.difference(before.time, point.time))",
      remedy: "put the points in order of time; keep one device's recording in a file")
  }

  private mutating func note(_ text: String) { if !notes.contains(text) { notes.append(text) } }

  /// Indices of the longest subsequence that does not fall (patience sorting, Fredman, "On computing the length of longest
  /// increasing subsequences", Discrete Mathematics 11, 1975).
  static func longestRising(_ times: [Int64]) -> [Int] {
    // The last index of the best subsequence of each length, and each index's predecessor.
    var ends: [Int] = []
    var before = [Int](repeating: -1, count: times.count)
    for index in times.indices {
      let place = ends.partitioningIndex { times[$0] > times[index] }
      before[index] = place > 0 ? ends[place - 1] : -1
      if place == ends.count { ends.append(index) } else { ends[place] = index }
    }
    var chosen: [Int] = []
    var next = ends.last ?? -1
    while next >= 0 {
      chosen.append(next)
      next = before[next]
    }
    return chosen.reversed()
  }

  private mutating func inOrder(_ parts: [[Point]]) -> [[Point]] {
    let sorted = parts.enumerated().sorted { a, b in
      (a.element.first?.time ?? 0, a.offset) < (b.element.first?.time ?? 0, b.offset)
    }
    if zip(sorted, sorted.dropFirst()).contains(where: { $0.offset > $1.offset }) {
      note("\(parts.count) parts were not in order of time; they were sorted")
    }
    return sorted.map(\.element)
  }

  /// Where two recordings overlap, the one that began first counts; points that are in both are repetitions.
  private mutating func joined(_ parts: [[Point]], _ recordings: Recordings) throws(InputError) -> [Point] {
    var all: [Point] = []
    all.reserveCapacity(parts.reduce(0) { $0 + $1.count })
    var (overlapping, repeated) = (0, 0)
    var fault: InputError?
    for part in parts {
      let known = all.count
      guard let last = all.last else {
        all = part
        continue
      }
      for point in part {
        guard point.time < last.time else {
          all.append(point)
          continue
        }
        if Self.holds(all[..<known], point) {
          repeated += 1
        } else {
          overlapping += 1
          fault =
            fault
            ?? error(
              point, "recordings of the file overlap in time: \(recordings.list)",
              remedy: "take one with --track-recording 1 or its name")
        }
      }
    }
    if repeated > 0 { note("\(repeated) points that another part of the file has too were left out") }
    if let fault { try leave(overlapping, "of recordings that overlap another", fault) }
    return all
  }

  private static func holds(_ points: ArraySlice<Point>, _ point: Point) -> Bool {
    let first = points.partitioningIndex { $0.time >= point.time }
    return points[first...].prefix { $0.time == point.time }.contains {
      $0.latitude == point.latitude && $0.longitude == point.longitude
    }
  }

  // A stray year in one point would otherwise ask for memory by the gigabyte.
  private func checkLength() throws(InputError) {
    guard let first = points.first else { return }
    for point in points where Self.difference(point.time, first.time) > Self.longest {
      throw error(
        point, "from this point on the track is longer than \(Scenario.longestDays) days, the longest allowed",
        remedy: "split the file here, or take one day of it with --track-day 2019-08-31")
    }
  }

  /// Latitude and longitude in turn are both valid between -90 and 90 degrees; the speeds of a file tell which is which.
  private func checkAxes() throws(InputError) {
    var (driven, asWritten, swapped) = (0.0, 0.0, 0.0)
    for (a, b) in zip(points, points.dropFirst()) {
      // A multiple of 1e-9 would make a minute longer than 60 s.
      let seconds = Double(b.time - a.time) / 1e9
      guard let speed = a.speed, let next = b.speed, seconds > 0, seconds <= 60, abs(a.longitude) <= 90,
        abs(b.longitude) <= 90
      else { continue }
      driven += (speed + next) / 2 * seconds
      asWritten += a.vector.distance(to: b.vector)
      let turned = [a, b].map { GeodeticPosition(latitude: $0.longitude, longitude: $0.latitude).earthVector() }
      swapped += turned[0].distance(to: turned[1])
    }
    guard driven > 500, abs(asWritten / driven - 1) > 0.2, abs(swapped / driven - 1) < 0.05 else { return }
    throw error(
      points.first, "the speeds fit the places only with latitude and longitude in turn",
      remedy: "swap them, or leave the speeds out where these are wrong")
  }

  /// Each step of less than `speedCheckDistance` may be an error of the position; all steps together are not.
  private func checkPace() throws(InputError) {
    guard let first = points.first, let last = points.last else { return }
    let span = TimeSpan(nanoseconds: last.time - first.time)
    let way = zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.vector.distance(to: $1.1.vector) }
    guard way > Self.speedCheckDistance, way > Self.topSpeed * span.seconds else { return }
    throw error(
      first,
      "the track is \(DecimalText.significant(way / 1000, digits: 4)) km long and takes \(span), faster than "
        + "\(Int(Self.topSpeed)) m/s",
      remedy: isRoute ? Self.routeRemedy : "check the unit of its times")
  }

  private static let routeRemedy =
    "times of route points may be those of their making: take it as a route with --mode walk, run, bicycle or car"

  // MARK: - Places

  // Points of one time become their mean, in space, so that the date line is no exception.
  private mutating func merged() throws(InputError) -> [Point] {
    var merged: [Point] = []
    merged.reserveCapacity(points.count)
    var strays = 0
    var fault: InputError?
    var index = 0
    while index < points.count {
      var end = index + 1
      while end < points.count, points[end].nanoseconds == points[index].nanoseconds { end += 1 }
      var point = points[index]
      if end - index > 1 {
        let vectors = points[index..<end].map(\.vector)
        let near = vectors.filter { $0.distance(to: vectors[0]) <= Self.speedCheckDistance }
        if near.count < vectors.count {
          strays += vectors.count - near.count
          let stray = vectors.firstIndex { $0.distance(to: vectors[0]) > Self.speedCheckDistance } ?? 0
          if fault == nil { fault = jump(points[index + stray - 1], points[index + stray]) }
        }
        let mean = GeodeticPosition(near.reduce(EarthVector.zero) { $0 + $1 } * (1 / Double(near.count)))
        (point.latitude, point.longitude) = (mean.latitude, mean.longitude)
      }
      merged.append(point)
      index = end
    }
    let count = points.count - merged.count - strays
    if count > 0 { notes.append("\(count) points with the time of the one before merged into it") }
    if let fault { try leave(strays, Self.strayWords, fault) }
    return merged
  }

  private static let strayWords = "too far from their neighbours"

  private func jump(_ before: Point, _ point: Point) -> InputError {
    let distance = before.vector.distance(to: point.vector)
    let kilometres = DecimalText.significant(distance / 1000, digits: 4)
    let remedy = isRoute ? Self.routeRemedy : "remove the stray points, or split the file here"
    if distance > Self.longestJump {
      return error(point, "the track jumps \(kilometres) km from one point to the next", remedy: remedy)
    }
    let span = TimeSpan(nanoseconds: point.time - before.time)
    return error(
      point, "the track jumps \(kilometres) km within \(span), faster than \(Int(Self.topSpeed)) m/s", remedy: remedy)
  }

  /// Keeps the longest stretch without a jump, and what can be reached from it, forwards and backwards.
  private mutating func withoutStrays() throws(InputError) -> [Point] {
    let vectors = points.map(\.vector)
    func isReached(_ a: Int, _ b: Int) -> Bool {
      let distance = vectors[a].distance(to: vectors[b])
      let seconds = Double(points[b].time - points[a].time) * 1e-9
      return distance <= Self.speedCheckDistance || distance <= Self.topSpeed * seconds
    }
    let breaks = points.indices.dropFirst().filter { !isReached($0 - 1, $0) }
    guard let first = breaks.first else { return points }
    let fault = jump(points[first - 1], points[first])
    let edges = [0] + breaks + [points.count]
    let stretches = zip(edges, edges.dropFirst()).map { $0..<$1 }
    guard let longest = stretches.max(by: { $0.count < $1.count }) else { return points }
    var kept = Array(longest.reversed())
    for index in (0..<longest.lowerBound).reversed() where isReached(index, kept[kept.count - 1]) { kept.append(index) }
    kept.reverse()
    for index in longest.upperBound..<points.count where isReached(kept[kept.count - 1], index) { kept.append(index) }
    try leave(points.count - kept.count, Self.strayWords, fault)
    return kept.map { points[$0] }
  }
}
