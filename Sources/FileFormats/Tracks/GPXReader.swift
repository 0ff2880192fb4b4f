import Quantities
public import World

/// Reads tracks in GPX 1.0 and 1.1: track points, else route points, else waypoints, each with a time.
public enum GPXReader {
  /// Between two points, metres: beyond this no single trip was recorded.
  static let longestJump = 1_000_000.0
  /// In m/s, over more than a kilometre: above every airliner with the jet stream behind it.
  static let topSpeed = 350.0
  static let speedCheckDistance = 1_000.0
  /// As long as a scenario may last.
  static let longest = TimeSpan.hours(Double(24 * ScenarioReader.longestDays))

  /// - Throws: `InputError` when the file cannot be read, and for everything that is not a track in time.
  public static func track(path: String) throws(InputError) -> RawTrack {
    try track(bytes: try TextFile.bytes(path), file: path)
  }

  /// - Parameter file: the file's name for messages.
  /// - Throws: `InputError` for everything that is not a track in time.
  public static func track(bytes: [UInt8], file: String) throws(InputError) -> RawTrack {
    let parser = GPXParser(file: file)
    let isNamedSo = !Catalog.isPath(file) || file.lowercased().hasSuffix(".gpx")
    try XMLReader(
      root: "gpx", kind: "GPX file",
      remedy: isNamedSo
        ? "give a GPX file, which starts with <?xml or <gpx" : "give a GPX file; a scenario is given with --scenario"
    ).read(bytes, file: file, into: parser)
    return try track(parser, file: file)
  }

  private static func track(_ parser: GPXParser, file: String) throws(InputError) -> RawTrack {
    guard let source = GPXPoint.Source.allCases.first(where: { parser.points[$0] != nil }),
      let points = parser.points[source]
    else {
      throw InputError(
        file: file, message: "the file has no points", remedy: "export a track with <trkpt>, <rtept> or <wpt> points")
    }
    guard points.count > 1 else {
      throw InputError(
        file: file, line: points.first?.line, column: points.first?.column, message: "the track has only one point",
        remedy: "give a track of at least two instants, or write a scenario that stays at this place")
    }
    try checkTimes(points, file: file)
    try checkLength(points, file: file)
    var notes: [String] = []
    if source == .waypoint { notes.append("waypoints taken as a track") }
    if source == .route { notes.append("route points taken as a track") }
    let merged = try merge(points, file: file)
    if merged.count < points.count {
      notes.append("\(points.count - merged.count) points with the time of the one before merged into it")
    }
    try checkJumps(merged, file: file)
    guard let first = merged.first?.nanoseconds, merged.count > 1 else {
      throw InputError(
        file: file, line: points.first?.line, column: points.first?.column,
        message: "all points have the same time", remedy: "give a track of at least two instants")
    }
    let name = parser.names[source == .route ? "rte" : "trk"] ?? parser.names["metadata"] ?? parser.names["gpx"]
    return RawTrack(
      name: name, startUnixSeconds: Double(first) * 1e-9,
      points: merged.map {
        RawTrack.Point(
          instant: Instant(nanoseconds: ($0.nanoseconds ?? first) - first), latitude: $0.latitude,
          longitude: $0.longitude, elevation: $0.elevation)
      }, notes: notes)
  }

  private static func checkTimes(_ points: [GPXPoint], file: String) throws(InputError) {
    guard points.contains(where: { $0.nanoseconds != nil }) else {
      throw InputError(
        file: file, line: points.first?.line, column: points.first?.column, message: "no point has a time",
        remedy: "export the track with times, or write a scenario file that follows it as a route")
    }
    var before: Int64?
    for point in points {
      guard let time = point.nanoseconds else {
        throw InputError(
          file: file, line: point.line, column: point.column, message: "the point has no time, others have one",
          remedy: "add a <time> to it or remove it")
      }
      if let before, time < before {
        throw InputError(
          file: file, line: point.line, column: point.column,
          message: "the time goes back by \(difference(before, time))",
          remedy: "put the points in order of time; keep one device's recording in a file")
      }
      before = time
    }
  }

  // A stray year in one point would otherwise ask for memory by the gigabyte.
  private static func checkLength(_ points: [GPXPoint], file: String) throws(InputError) {
    guard let first = points.first?.nanoseconds else { return }
    for point in points {
      let span = difference(point.nanoseconds ?? first, first)
      guard span > longest else { continue }
      throw InputError(
        file: file, line: point.line, column: point.column,
        message: "from this point on the track is longer than \(ScenarioReader.longestDays) days, the longest allowed",
        remedy: "split the file here")
    }
  }

  // From 1900 to 2200 it is longer than the longest time span.
  private static func difference(_ later: Int64, _ earlier: Int64) -> TimeSpan {
    let (span, overflow) = later.subtractingReportingOverflow(earlier)
    return TimeSpan(nanoseconds: overflow ? .max : span)
  }

  // Points of one time become their mean, in space, so that the date line is no exception.
  private static func merge(_ points: [GPXPoint], file: String) throws(InputError) -> [GPXPoint] {
    var merged: [GPXPoint] = []
    merged.reserveCapacity(points.count)
    var index = 0
    while index < points.count {
      var end = index + 1
      while end < points.count, points[end].nanoseconds == points[index].nanoseconds { end += 1 }
      var point = points[index]
      if end - index > 1 {
        try checkJumps(Array(points[index..<end]), file: file)
        var sum = EarthVector.zero
        for each in points[index..<end] { sum = sum + vector(each) }
        let mean = GeodeticPosition(sum * (1 / Double(end - index)))
        (point.latitude, point.longitude) = (mean.latitude, mean.longitude)
      }
      merged.append(point)
      index = end
    }
    return merged
  }

  private static func checkJumps(_ points: [GPXPoint], file: String) throws(InputError) {
    guard var before = points.first else { return }
    var from = vector(before)
    for point in points.dropFirst() {
      let to = vector(point)
      let distance = from.distance(to: to)
      if distance > speedCheckDistance {
        let seconds = Double((point.nanoseconds ?? 0) - (before.nanoseconds ?? 0)) * 1e-9
        let kilometres = DecimalText.significant(distance / 1000, digits: 4)
        let remedy = "remove the stray points, or split the file here"
        if distance > longestJump {
          throw InputError(
            file: file, line: point.line, column: point.column,
            message: "the track jumps \(kilometres) km from one point to the next", remedy: remedy)
        }
        if distance > topSpeed * seconds {
          throw InputError(
            file: file, line: point.line, column: point.column,
            message: "the track jumps \(kilometres) km within \(TimeSpan.seconds(seconds)), faster than "
              + "\(Int(topSpeed)) m/s", remedy: remedy)
        }
      }
      (before, from) = (point, to)
    }
  }

  private static func vector(_ point: GPXPoint) -> EarthVector {
    GeodeticPosition(latitude: point.latitude, longitude: point.longitude).earthVector()
  }
}
