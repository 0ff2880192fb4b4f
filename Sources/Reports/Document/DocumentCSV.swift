import Core

/// The rows of a report, or its first table, as comma-separated values: columns carry their units, missing is empty, and numbers read back
/// exactly.
package struct DocumentCSV {
  package init() {}

  package func render(_ document: ReportDocument) -> String {
    render(document.files.isEmpty ? document.sections.compactMap(\.table).prefix(1) : document.files[...])
  }

  /// The rows of several tables under each other; a cell of a column that a table lacks is empty.
  package func render(_ tables: ArraySlice<ReportTable>) -> String {
    if tables.isEmpty { return "" }
    let names = Self.names(tables)
    return CSVLine.text(names.map(CSVLine.cell))
      + tables.flatMap { table in
        (0..<table.rowCount).map { row in
          let known = Dictionary(table.members(row)) { $1 }
          return CSVLine.text(names.map { known[$0]?.cell ?? "" })
        }
      }.joined()
  }

  /// The columns of the first table. What others have beside them stands in front of what follows there, or at the end.
  private static func names(_ tables: ArraySlice<ReportTable>) -> [String] {
    tables.reduce(into: []) { names, table in
      var pending: [String] = []
      for name in table.columns.filter({ !$0.name.isEmpty }).flatMap(\.names) {
        if let known = names.firstIndex(of: name) {
          names.insert(contentsOf: pending, at: known)
          pending = []
        } else {
          pending.append(name)
        }
      }
      names += pending
    }
  }
}

extension JSONValue {
  fileprivate var cell: String {
    switch self {
    case .string(let text): CSVLine.cell(text)
    case .number(let number): CSVLine.number(number)
    case .integer(let count): "\(count)"
    case .bool(let flag): flag ? "true" : "false"
    case .null, .array, .object: ""
    }
  }
}

/// The tables of a report as JSON, for reports whose results have no JSON of their own; missing is `null`.
package struct DocumentJSON {
  /// Such as `geojoule-sensitivity`.
  let schema: String

  package func render(_ document: ReportDocument) -> String {
    let tables = document.sections.compactMap { section -> JSONValue? in
      guard let table = section.table else { return nil }
      let rows = (0..<table.rowCount).map { JSONValue.object(table.members($0)) }
      return ["title": section.title ?? document.title, "notes": section.paragraphs, "rows": rows]
    }
    let value: JSONValue = [
      "schema": schema, "schema_version": 1, "geojoule_version": document.version, "title": document.title,
      "command": document.command, "headline": document.headline, "inputs": document.subtitle,
      "notes": document.closing + document.allRemarks, "tables": tables,
    ]
    return value.text
  }
}

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
