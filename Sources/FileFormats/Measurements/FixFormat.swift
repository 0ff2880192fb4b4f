/// The file formats that hold measured positions.
public enum FixFormat: String, Sendable, Hashable, CaseIterable {
  /// A table with a heading.
  case csv
  case gpx
  /// NMEA 0183 sentences, RMC and GGA.
  case nmea
  /// The text log of Android's GnssLogger; its `Fix` rows.
  case gnssLogger = "gnss-logger"
  /// Keyhole Markup Language with `gx:Track`.
  case kml

  /// Told from the file's first bytes.
  static func detect(_ bytes: [UInt8]) -> FixFormat {
    // Without byte order marks and the zeros of UTF-16: only ASCII tells formats apart.
    let head = String(decoding: bytes.prefix(4096).filter { $0 > 0 && $0 < 0x80 }, as: UTF8.self)
    let start = head.drop(while: \.isWhitespace)
    if start.hasPrefix("<") { return head.contains("<kml") ? .kml : .gpx }
    if start.hasPrefix("$") || start.hasPrefix("NMEA,$") || start.hasPrefix("!") { return .nmea }
    if start.hasPrefix("Fix,") || head.contains("# Fix,") || head.contains("\nFix,") || head.contains("# Raw,") {
      return .gnssLogger
    }
    return .csv
  }
}
