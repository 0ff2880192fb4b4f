import Core

/// Reads a phone's own log, recognised by its content: Android's battery history and checkin, bug reports, location statistics,
/// power monitors and BatteryManager tables, Perfetto traces, results of macrobenchmarks, an iPhone's powerlog and its tables, its
/// battery telemetry, and logs
/// of tracking apps with the battery's level.
package enum RecordingImport {
  package static func read(path: String) throws(InputError) -> ImportedRecording {
    let bytes = try TextFile.bytes(path, allowsZip: true)
    var recording = try read(bytes: bytes, file: path)
    let step = Int(recording.levelStep)
    if step > 1 { recording.notes.append("levels in steps of \(step) %: a fall is known to within as much") }
    return recording
  }

  package static func read(bytes: [UInt8], file: String) throws(InputError) -> ImportedRecording {
    guard bytes.contains(where: { $0 > 32 }) else {
      throw InputError(file: file, message: "the file is empty", remedy: "give a log of a phone")
    }
    if ZipArchive.isArchive(bytes) { return try bugReport(bytes, file) }
    if SQLiteFile.isDatabase(bytes) { return try PowerlogReader.read(bytes: bytes, file: file) }
    if PerfettoReader.isTrace(bytes) { return try PerfettoReader.read(bytes: bytes, file: file) }
    let text = TextEncoding.utf8(bytes).bytes
    let head = String(decoding: text.prefix(4_096), as: UTF8.self)
    // A bug report has everything, far behind its beginning.
    if head.contains("== dumpstate:") { return try report(text, bytes, file) }
    if BatteryHistoryReader.isHistory(head) || contains(text, "\nBattery History") {
      return try BatteryHistoryReader.read(bytes: bytes, file: file)
    }
    if hasSatellites(text) { return try GNSSDumpReader.read(bytes: bytes, file: file) }
    if BatteryTelemetryReader.isTelemetry(text) { return try BatteryTelemetryReader.read(bytes: bytes, file: file) }
    if MacrobenchmarkReader.isBenchmark(text) { return try MacrobenchmarkReader.read(bytes: bytes, file: file) }
    if PowerSpanTable.heading(in: text) != nil { return try PowerSpanTable.read(bytes: bytes, file: file) }
    if PowerTableImport.isPowerTable(text) { return try PowerTableImport.read(bytes: bytes, file: file) }
    if TrackReader.isTrack(bytes) { return try log(bytes, file) }
    if contains(text, "\"locationActivityMetrics\"") || contains(text, "\"timeStampBegin\"") {
      throw InputError(
        file: file, message: "this is a payload of MetricKit", remedy: "use 'geojoule import metrickit \(file)'")
    }
    if let unknown = PowerTableImport.unknownTable(text, file: file) { throw unknown }
    throw InputError(
      file: file, line: 1, column: 1, message: "this is no log of a phone that is known",
      remedy:
        "give dumpsys batterystats or location, a bug report, powerlog, Perfetto trace, macrobenchmark, "
        + "log of Overland, OwnTracks or GnssLogger, or table with level, current or power")
  }

  private static func hasSatellites(_ text: [UInt8]) -> Bool {
    GNSSDumpReader.beginnings.contains { contains(text, $0) }
  }

  private static func contains(_ text: [UInt8], _ words: String) -> Bool {
    text[...].firstIndex(of: words) != nil
  }

  private static func bugReport(_ bytes: [UInt8], _ file: String) throws(InputError) -> ImportedRecording {
    let archive = try ZipArchive(bytes, file: file)
    let texts = archive.entries.filter { $0.name.hasSuffix(".txt") }
    guard let entry = texts.first(where: { $0.name.contains("bugreport") }) ?? texts.max(by: { $0.size < $1.size })
    else {
      throw InputError(
        file: file, message: "the archive holds no bug report", remedy: "give the zip of 'adb bugreport', or its text")
    }
    return try report(TextEncoding.utf8(try archive.bytes(of: entry)).bytes, bytes, file)
  }

  private static func report(_ text: [UInt8], _ bytes: [UInt8], _ file: String) throws(InputError) -> ImportedRecording
  {
    var recording = try BatteryHistoryReader.read(bytes: text, file: file)
    if hasSatellites(text), let location = try? GNSSDumpReader.read(bytes: text, file: file) {
      recording.facts += location.facts
    }
    (recording.digest, recording.format) = (SHA256.hexadecimal(of: bytes), "Android bug report")
    return recording
  }

  /// A log of positions, with the battery's level where it has one.
  private static func log(_ bytes: [UInt8], _ file: String) throws(InputError) -> ImportedRecording {
    let points = try TrackReader.points(bytes, file: file, format: FixFormat.detect(bytes)).withOneProvider()
    guard let group = points.best else {
      throw InputError(file: file, message: "the file has no points", remedy: points.remedy)
    }
    try group.unread.check(RowPolicy(), kept: group.count, file: file, takesPolicy: false)
    if let (a, b) = group.overlapping {
      throw InputError(
        file: file,
        message: "the recordings '\(XMLElement.shown(a))' and '\(XMLElement.shown(b))' overlap in time",
        remedy: "give each device's positions in a file of its own")
    }
    var recording = ImportedRecording(bytes, file: file, format: "log of positions")
    recording.skipped = group.unread.rows + group.declined.rows
    recording.notes = points.notes
    let timed = group.parts.joined().compactMap { point in point.nanoseconds.map { (Double($0) * 1e-9, point) } }
      .sorted { ($0.0, $0.1.line) < ($1.0, $1.1.line) }
    guard timed.count > 1 else {
      throw InputError(
        file: file, line: group.parts.first?.first?.line, message: "the positions have no times",
        remedy: "export them with times")
    }
    recording.fixes = timed.map { MeasuredFix($0.1, seconds: $0.0) }
    for (time, point) in timed {
      recording.add(level: point.battery, at: time, line: point.line, isLast: time == timed.last?.0)
    }
    if recording.readings.isEmpty { recording.notes.append("no position says the battery's level") }
    return recording
  }
}
