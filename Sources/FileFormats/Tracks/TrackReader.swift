package import Core
package import World

/// Reads a recording of any format that recorders write, recognised by its content, and makes a track in time of it.
///
/// Formats: GPX, TCX, FIT, KML, GeoJSON, Overland, OwnTracks, Google's timeline, tables (CSV), NMEA 0183, GnssLogger, and
/// IGC and PLT.
package struct TrackReader: Sendable {
  /// How fast one goes along a route without times; `nil` refuses such a route.
  package var pace: Speed?
  /// The day to take of a longer recording, in UTC.
  package var day: CalendarDay?
  /// Of a file with several recordings, the one to take: its name, or its number from 1 on.
  package var recording: String?
  /// Usual endings of files that are read; the content decides.
  static let endings = [
    "gpx", "tcx", "kml", "geojson", "geojsonl", "json", "jsonl", "csv", "tsv", "txt", "nmea", "log", "rec", "igc",
    "plt", "fit", "kmz", "zip",
  ]

  /// When somebody sets out on a route that has no times.
  static let setsOut = TimeSpan.hours(8)

  package init(pace: Speed? = nil, day: CalendarDay? = nil, recording: String? = nil) {
    (self.pace, self.day, self.recording) = (pace, day, recording)
  }

  package func track(path: String) throws(InputError) -> RawTrack {
    let (bytes, isPicked) = try Self.unpacked(path, recording: recording)
    var reader = self
    if isPicked { reader.recording = nil }
    return try reader.track(bytes: bytes, file: path)
  }

  /// The bytes of a recording, unpacked: of a KMZ file, and of a zip archive that holds one recording, those of that.
  package static func bytes(_ path: String) throws(InputError) -> [UInt8] { try unpacked(path, recording: nil).bytes }

  /// The same, and whether the archive's files were the recordings to choose from.
  private static func unpacked(_ path: String, recording: String?) throws(InputError) -> (
    bytes: [UInt8], isPicked: Bool
  ) {
    let bytes = try TextFile.bytes(path, allowsZip: true)
    guard ZipArchive.isArchive(bytes) else { return (bytes, false) }
    let archive = try ZipArchive(bytes, file: path)
    let recordings = archive.entries.filter { stem(of: $0.name) != nil && !$0.name.hasPrefix("__MACOSX/") }
    // Of several, Google Earth reads doc.kml.
    let main = recordings.first { $0.name == "doc.kml" }
    let named =
      recordings.count > 1
      ? recordings.firstIndex { $0.name == recording } ?? recording.flatMap { Int($0) }.map { $0 - 1 } : nil
    if let named, recordings.indices.contains(named) { return (try archive.bytes(of: recordings[named]), true) }
    guard let entry = main ?? (recordings.count == 1 ? recordings[0] : nil) else {
      let names = recordings.prefix(9).enumerated().map { "\($0 + 1) '\($1.name)'" }.joined(separator: ", ")
      throw InputError(
        file: path,
        message: recordings.isEmpty
          ? "the archive holds no recording that is known" : "the archive holds \(recordings.count) files: \(names)",
        remedy: recordings.isEmpty
          ? "give a recording, such as a GPX file" : "name one with --track-recording, or unpack it")
    }
    return (try archive.bytes(of: entry), false)
  }

  /// A file's name without its ending; `nil` for one that is not named as recordings are, packed or not.
  package static func stem(of name: String) -> String? {
    let bare = name.lowercased().hasSuffix(".gz") ? name.dropLast(3) : name[...]
    guard let ending = endings.first(where: { bare.lowercased().hasSuffix(".\($0)") }), bare.count > ending.count + 1
    else { return bare.count < name.count && !bare.isEmpty ? String(bare) : nil }
    return String(bare.dropLast(ending.count + 1))
  }

  package func track(bytes: [UInt8], file: String) throws(InputError) -> RawTrack {
    try track(try Self.points(bytes, file: file, format: FixFormat.detect(bytes)), file: file)
  }

  /// Whether a file holds positions, by its first 8 KiB.
  package static func isTrack(_ bytes: [UInt8]) -> Bool {
    switch FixFormat.detect(bytes) {
    case .gpx: ["gpx", "kml", "TrainingCenterDatabase"].contains(XMLReader.rootName(bytes) ?? "")
    case .kml, .tcx, .fit, .nmea, .gnssLogger, .igc, .plt: true
    case .json: isTrack(json: String(decoding: bytes.prefix(8192), as: UTF8.self))
    case .csv: CSVTrackReader.isTable(TextEncoding.utf8(bytes).bytes)
    }
  }

  /// The settings of OwnTracks have places, too.
  private static func isTrack(json head: String) -> Bool {
    ["\"coordinates\"", "\"_type\"", "latitude", "\"lat\"", "\"timelinePath\"", "\"placeLocation\"", "E7\""].contains {
      head.contains($0)
    } && !(head.contains("\"_type\"") && head.contains("\"configuration\""))
  }

  /// All points, with times or without.
  ///
  /// - Parameter guessesDay: as `NMEAReader` does it for a track.
  static func points(
    _ bytes: [UInt8], file: String, format: FixFormat, guessesDay: Bool = true
  ) throws(InputError) -> RecordedPoints {
    guard bytes.contains(where: { $0 > 32 }) else {
      throw InputError(file: file, message: "the file is empty", remedy: "give a recording, such as a GPX file")
    }
    func xml(
      _ parser: some XMLTrackConsumer, _ root: String, _ kind: String, _ remedy: String
    ) throws(InputError) -> RecordedPoints {
      let reader = XMLReader(root: root, kind: kind, remedy: remedy, allowsDoctype: true)
      let note = try reader.read(bytes, file: file, into: parser)
      return parser.points.noting(note)
    }
    func text(
      _ points: ([UInt8], String) throws(InputError) -> RecordedPoints
    ) throws(InputError) -> RecordedPoints {
      let (text, note) = TextEncoding.utf8(bytes)
      return try points(text, file).noting(note)
    }
    switch format {
    case .gpx: return try xml(GPXParser(), "gpx", "GPX file", "give a GPX file, which starts with <?xml or <gpx")
    case .kml: return try xml(KMLTrackParser(), "kml", "KML file", "give a KML file with a <gx:Track>")
    case .tcx: return try xml(TCXParser(), "TrainingCenterDatabase", "TCX file", "give a TCX file")
    case .fit: return try FITReader.points(bytes, file: file)
    case .json: return try text(JSONTrackReader.points)
    case .csv: return try text(CSVTrackReader.points)
    case .igc: return try text(IGCReader.points)
    case .plt: return try text(OziTrackReader.points)
    case .nmea: return try text(NMEAReader(guessesDay: guessesDay).points)
    case .gnssLogger: return try text(GnssLoggerReader.points)
    }
  }

  func track(_ points: RecordedPoints, file: String) throws(InputError) -> RawTrack {
    let points = points.withOneProvider().withoutOneTimeForAll()
    if let pace, let group = points.best, group.isRoute || Double(group.timedCount) < 0.95 * Double(group.count) {
      return try route(group, points, at: pace, file: file)
    }
    let assembly = try assembly(points, file: file)
    let first = assembly.points[0].nanoseconds ?? 0
    if pace != nil {
      throw InputError(
        file: file, message: "the track has times of its own, and --speed or --mode is given",
        remedy: "leave them out; they are for routes without times", isUsage: true)
    }
    return RawTrack(
      name: points.name, startUnixSeconds: Double(first) * 1e-9,
      points: assembly.points.map {
        RawTrack.Point(
          instant: Instant(nanoseconds: ($0.nanoseconds ?? first) - first), latitude: $0.latitude,
          longitude: $0.longitude, elevation: $0.elevation)
      }, notes: points.notes + assembly.notes)
  }

  func assembly(_ points: RecordedPoints, file: String) throws(InputError) -> TrackAssembly {
    guard let group = points.best else {
      throw InputError(file: file, message: "the file has no points", remedy: points.remedy)
    }
    let first = group.parts.lazy.joined().first
    if group.timedCount == 0, let first, group.unread.total * 20 <= group.count {
      guard group.count > 1 else {
        throw InputError(
          file: file, line: first.line, column: first.column, message: "the track has only one point",
          remedy: "give a track of at least two instants, or write a scenario that stays at this place")
      }
      throw InputError(
        file: file, line: first.line, column: first.column, message: group.whyUntimed ?? "no point has a time",
        remedy: "take it as a route with --mode walk, run, bicycle or car, or --speed '5 km/h', or export it with times"
      )
    }
    return try TrackAssembly(group, file: file, day: day, recording: recording)
  }

  private func route(
    _ group: RecordedPoints.Group, _ points: RecordedPoints, at pace: Speed, file: String
  ) throws(InputError) -> RawTrack {
    let places = group.parts.joined().map(\.position)
    let first = group.parts.lazy.joined().first
    var notes = points.notes + (group.note.map { [$0] } ?? [])
    if group.timedCount > 0 {
      notes.append("\(group.timedCount) of \(group.count) points have a time, which is not used: taken as a route")
    }
    if group.unread.total > 0 {
      try group.unread.check(RowPolicy(), kept: group.count, file: file, takesPolicy: false)
      notes.append("\(group.unread.total) points that could not be read left out")
    }
    // Before anything as long as the route is made.
    let length = zip(places, places.dropFirst()).reduce(0.0) {
      $0 + $1.0.earthVector().distance(to: $1.1.earthVector())
    }
    guard length / pace.metresPerSecond <= TrackAssembly.longest.seconds else { throw tooLong(first, file) }
    guard
      let track = RawTrack(
        name: points.name, route: places, speed: pace, startUnixSeconds: Self.setsOut.seconds,
        notes: notes + [
          "a route without times, taken at \(DecimalText.significant(pace.kilometresPerHour, digits: 3)) km/h from 08:00"
        ])
    else {
      throw InputError(
        file: file, line: first?.line, column: first?.column, message: "the route has no length",
        remedy: "give a route of at least two places, or write a scenario that stays at this place")
    }
    let last = track.points[track.points.count - 1].instant - .start
    guard last <= TrackAssembly.longest else { throw tooLong(first, file) }
    return track
  }

  private func tooLong(_ first: RecordedPoints.Point?, _ file: String) -> InputError {
    InputError(
      file: file, line: first?.line, column: first?.column,
      message: "at this speed the route takes longer than \(Scenario.longestDays) days, the longest allowed",
      remedy: "give a shorter route or a higher --speed")
  }
}

extension RecordedPoints {
  /// Without times where all are the same, as planners write them: that is a route.
  func withoutOneTimeForAll() -> RecordedPoints {
    var points = self
    for index in groups.indices {
      let all = groups[index].parts.joined()
      guard let first = all.first, first.nanoseconds != nil, groups[index].count > 2,
        all.allSatisfy({ $0.nanoseconds == first.nanoseconds }),
        all.contains(where: { $0.latitude != first.latitude || $0.longitude != first.longitude })
      else { continue }
      points.groups[index].whyUntimed = "all points have the same time"
      for part in groups[index].parts.indices {
        for point in groups[index].parts[part].indices { points.groups[index].parts[part][point].nanoseconds = nil }
      }
    }
    return points
  }

  func noting(_ note: String?) -> RecordedPoints {
    var points = self
    if let note { points.notes.append(note) }
    return points
  }

  /// Satellites' fixes alone where there are enough of them: those from networks lie elsewhere, and would look like detours.
  func withOneProvider() -> RecordedPoints {
    // Most formats do not say what made a fix.
    guard var group = groups.first, group.parts.joined().contains(where: { !$0.technology.isEmpty }) else {
      return self
    }
    let all = group.parts.joined()
    let counts = Dictionary(grouping: all, by: \.technology).mapValues(\.count)
    guard counts.count > 1,
      let provider = ["gps", "fused"].first(where: { (counts[$0] ?? 0) * 10 >= all.count && (counts[$0] ?? 0) > 1 })
    else { return self }
    let kept = all.filter { $0.technology == provider }
    group.parts = [kept]
    var points = self
    points.groups = [group]
    points.notes.append(
      "\(kept.count) fixes of the provider \(provider) taken, \(all.count - kept.count) of others not")
    return points
  }
}
