import Core
package import World

/// Reads measured positions in any of the formats of `FixFormat`.
package struct FixReader: Sendable {
  /// For tables.
  package var mapping: ColumnMapping
  package var policy: RowPolicy

  package init(mapping: ColumnMapping = .automatic, policy: RowPolicy = RowPolicy()) {
    self.mapping = mapping
    self.policy = policy
  }

  package static let roles = [
    ColumnRole("time", .time, aliases: ["unix", "time", "timestamp", "utc", "datetime", "epoch"], isRequired: true),
    ColumnRole(
      "lat", .number(units: UnitTable.angle, valid: -90...90), aliases: ["latitude", "lat", "latitude degrees"],
      isRequired: true, defaultUnit: "deg"),
    ColumnRole(
      "lon", .number(units: UnitTable.angle, valid: -180...180),
      aliases: ["longitude", "lon", "lng", "long", "longitude degrees"], isRequired: true, defaultUnit: "deg"),
    ColumnRole(
      "accuracy", .number(units: UnitTable.length, valid: -1...1e7),
      aliases: ["horizontal accuracy", "accuracy", "hacc"],
      isRequired: false, defaultUnit: "m"),
    ColumnRole(
      "speed", .number(units: UnitTable.speed, valid: -1...3000), aliases: ["speed"], isRequired: false,
      defaultUnit: "m/s"),
    ColumnRole(
      "technology", .text, aliases: ["technology", "provider", "source", "environment"], isRequired: false),
  ]

  package func read(path: String) throws(InputError) -> FixRecording {
    try read(bytes: try TextFile.bytes(path), file: path)
  }

  package func read(bytes: [UInt8], file: String) throws(InputError) -> FixRecording {
    let format = FixFormat.detect(bytes)
    let recording = format == .csv ? try table(bytes, file) : try fixes(bytes, file, format)
    guard !recording.fixes.isEmpty else {
      let reasons = recording.skipped.map { "\($0.count) x \($0.reason)" }.joined(separator: ", ")
      throw InputError(
        file: file, message: "the file holds no usable fix\(reasons.isEmpty ? "" : " (\(reasons))")",
        remedy: "check that it is a \(format.rawValue) file")
    }
    return recording
  }

  private func table(_ bytes: [UInt8], _ file: String) throws(InputError) -> FixRecording {
    let table = try TableReader(roles: Self.roles, mapping: mapping, policy: policy).read(
      bytes: bytes, file: file)
    let (times, latitudes, longitudes) = (table.numbers("time"), table.numbers("lat"), table.numbers("lon"))
    guard let times, let latitudes, let longitudes else {
      throw InputError(file: file, message: "the table has no positions", remedy: "name its columns with --columns")
    }
    let technologies = table.texts("technology")
    let fixes = (0..<table.count).map { row in
      MeasuredFix(
        unixSeconds: times[row],
        position: GeodeticPosition(latitude: latitudes[row], longitude: longitudes[row]),
        // Negative accuracy and speed mean "not known" on iOS and in this data.
        accuracy: table.number("accuracy", row).flatMap { $0 > 0 ? $0 : nil },
        speed: table.number("speed", row).flatMap { $0 >= 0 ? $0 : nil }, technology: technologies?[row] ?? "",
        line: table.lines[row])
    }
    return FixRecording(file: file, digest: table.digest, format: .csv, fixes: fixes, skipped: table.skipped)
  }

  /// Without the checks of a track: errors of positions are what is looked for.
  private func fixes(_ bytes: [UInt8], _ file: String, _ format: FixFormat) throws(InputError) -> FixRecording {
    let points = try TrackReader.points(bytes, file: file, format: format, guessesDay: false)
    guard let group = points.best else {
      throw InputError(file: file, message: "the file has no points", remedy: points.remedy)
    }
    var tally = group.unread
    var fixes: [MeasuredFix] = []
    for point in group.parts.joined() {
      guard let time = point.nanoseconds else {
        tally.skip(
          "without a time", line: point.line,
          error: InputError(
            file: file, line: point.line, column: point.column, message: "the point has no time",
            remedy: "add a time to it or remove it"))
        continue
      }
      fixes.append(MeasuredFix(point, seconds: Double(time) / 1e9))
    }
    try tally.check(policy, kept: fixes.count + group.declined.total, file: file)
    return FixRecording(
      file: file, digest: SHA256.hexadecimal(of: bytes), format: format, fixes: fixes,
      skipped: tally.rows + group.declined.rows,
      notes: points.notes + (group.note.map { [$0] } ?? []))
  }
}

extension MeasuredFix {
  init(_ point: RecordedPoints.Point, seconds: Double) {
    self.init(
      unixSeconds: seconds, position: point.position, accuracy: point.accuracy, speed: point.speed,
      technology: point.technology, line: point.line)
  }
}

/// A position as a receiver or an operating system reported it.
package struct MeasuredFix: Sendable, Hashable {
  /// Seconds since 1970, without leap seconds.
  package var unixSeconds: Double
  package var position: GeodeticPosition
  /// The reported radius in metres; `nil` where none was reported.
  package var accuracy: Double?
  /// In m/s; `nil` where none was reported.
  package var speed: Double?
  /// What made the fix, such as `gps` or `network`; empty where it is not told.
  package var technology = ""
  /// The file's line, counted from 1.
  package var line: Int
}

/// The positions of one file in order of time, with what was left out.
package struct FixRecording: Sendable {
  package let file: String
  /// SHA-256 of the file.
  package let digest: String
  package let format: FixFormat
  /// In order of time; at least one.
  package let fixes: [MeasuredFix]
  package let skipped: [SkippedRows]
  /// What a reader of the result should know, such as points that were out of order.
  package let notes: [String]

  init(
    file: String, digest: String, format: FixFormat, fixes: [MeasuredFix], skipped: [SkippedRows], notes: [String] = []
  ) {
    (self.file, self.digest, self.format, self.skipped) = (file, digest, format, skipped)
    let isOrdered = zip(fixes, fixes.dropFirst()).allSatisfy { $0.unixSeconds <= $1.unixSeconds }
    // Stable by line, so that equal times keep the file's order.
    self.fixes = isOrdered ? fixes : fixes.sorted { ($0.unixSeconds, $0.line) < ($1.unixSeconds, $1.line) }
    self.notes = notes + (isOrdered ? [] : ["the rows were not in order of time; they were sorted"])
  }
}
