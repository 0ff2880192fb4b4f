/// The file formats that hold measured positions.
package enum FixFormat: String, Sendable {
  /// A table with a heading.
  case csv = "CSV"
  case gpx = "GPX"
  /// NMEA 0183 sentences: RMC, GGA, GNS and GLL.
  case nmea = "NMEA"
  /// The text log of Android's GnssLogger; its `Fix` rows.
  case gnssLogger = "GnssLogger"
  /// Keyhole Markup Language: `gx:Track`, else placemarks with times.
  case kml = "KML"
  /// Garmin's Training Center XML.
  case tcx = "TCX"
  /// GeoJSON, Overland, OwnTracks, Google's timeline, and lists of objects with a position.
  case json = "JSON"
  /// Garmin's binary format of watches.
  case fit = "FIT"
  /// Of flight recorders.
  case igc = "IGC"
  /// OziExplorer's.
  case plt = "PLT"

  /// Told from the file's first bytes, whatever it is called.
  static func detect(_ bytes: [UInt8]) -> FixFormat {
    if FITReader.isFIT(bytes) { return .fit }
    // Without byte order marks and the zeros of UTF-16: only ASCII tells formats apart.
    let ascii = bytes.prefix(8192).filter { $0 > 0 && $0 < 0x80 }
    let head = String(decoding: ascii, as: UTF8.self)
    // The record separator begins each text of a sequence of JSON texts.
    let start = head.drop { $0.isWhitespace || $0 == "\u{1E}" }
    if start.hasPrefix("<") {
      switch XMLReader.rootName(bytes) {
      case "kml": return .kml
      case "TrainingCenterDatabase": return .tcx
      default: return .gpx
      }
    }
    if start.hasPrefix("{") || (start.hasPrefix("[") && isJSON(start)) { return .json }
    if start.hasPrefix("$") || start.hasPrefix("NMEA,$") || start.hasPrefix("!") { return .nmea }
    if start.hasPrefix("Fix,") || head.contains("# Fix,") || head.contains("\nFix,") || head.contains("# Raw,") {
      return .gnssLogger
    }
    if IGCReader.isKnown(ascii) { return .igc }
    if OziTrackReader.isKnown(ascii) { return .plt }
    let line = start.prefix { !$0.isNewline }
    // OwnTracks' log: a time, a mark, the JSON.
    if line.first?.isNumber == true, let brace = line.firstIndex(of: "{"), line[..<brace].contains("T") { return .json }
    // Sentences behind the comments or the boot messages of a logger.
    if head.contains(/\$[A-Z]{2}(RMC|GGA|GNS|GLL),/) { return .nmea }
    return .csv
  }

  /// A bracket may also begin a line of a log.
  private static func isJSON(_ start: Substring) -> Bool {
    start.dropFirst().first { !$0.isWhitespace }.map { "[{]\"-0123456789".contains($0) } ?? false
  }
}
