import Core

/// Lines of comma-separated values after RFC 4180, with a line feed at the end.
enum CSVLine {
  /// Ends with a line feed.
  static func text(_ cells: [String]) -> String { cells.joined(separator: ",") + "\n" }

  /// A number that reads back exactly; empty when missing.
  static func number(_ value: Double?) -> String {
    guard let value, value.isFinite else { return "" }
    return DecimalText.exact(value)
  }

  /// A name or a sentence, quoted where needed.
  ///
  /// A cell that begins like a formula would be run by a spreadsheet; an apostrophe before it makes it text. Control
  /// characters, which a terminal would obey, are replaced.
  static func cell(_ text: String) -> String {
    var text = text
    if text.unicodeScalars.contains(where: isControl) {
      text = String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? "\u{FFFD}" : $0 }))
    }
    text = PlainText.parted(text)
    if let first = text.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first) { text = "'" + text }
    // Quotes keep a line from beginning like a command to the build server that shows it.
    guard text.hasPrefix("::") || text.unicodeScalars.contains(where: { ",\"\n\r".unicodeScalars.contains($0) })
    else { return text }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" { quoted += "\"" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 ? !"\t\n\r".unicodeScalars.contains(scalar) : (0x7F...0x9F).contains(scalar.value)
  }

  /// Whole nanoseconds as exact decimal seconds: `12.26`.
  static func seconds(_ nanoseconds: Int64) -> String {
    let whole = nanoseconds.magnitude / 1_000_000_000
    var fraction = nanoseconds.magnitude % 1_000_000_000
    let sign = nanoseconds < 0 ? "-" : ""
    if fraction == 0 { return "\(sign)\(whole)" }
    var digits = 9
    while fraction % 10 == 0 { (fraction, digits) = (fraction / 10, digits - 1) }
    let text = "\(fraction)"
    return "\(sign)\(whole).\(String(repeating: "0", count: digits - text.count))\(text)"
  }
}
