import Core

/// `power.csv`: mean powers of the whole phone over spans, and whose meter each was.
package enum PowerSpanTable {
  private static let roles = [
    ColumnRole("start", .time, aliases: ["time", "start", "unix"], isRequired: true, defaultUnit: "s"),
    ColumnRole("end", .time, aliases: ["end"], isRequired: true, defaultUnit: "s"),
    ColumnRole(
      "power", .number(units: UnitTable.power, valid: 0...PowerTableImport.mostPower), aliases: ["power"],
      isRequired: true, defaultUnit: "W"),
    ColumnRole("meter", .text, aliases: ["meter"], isRequired: false),
  ]

  package static func text(_ spans: [ImportedRecording.PowerSpan]) -> String {
    spans.reduce(into: "time_s,power_W,end_s,meter\n") { text, span in
      text += [span.start, span.watts, span.end].map(DecimalText.exact).joined(separator: ",") + ",\(span.meter)\n"
    }
  }

  /// Where the heading begins, and the names of columns that are not read; `nil` for another table.
  static func heading(in text: [UInt8]) -> (start: (offset: Int, line: Int), unread: [String])? {
    var unread: [String] = []
    let start = CSVRowReader.heading(in: text) { headings in
      unread = headings.filter { name in roles.allSatisfy { $0.columns(in: [name]).isEmpty } }.map(\.text)
      return roles.allSatisfy { !$0.isRequired || !$0.columns(in: headings).isEmpty }
    }
    return start.map { ($0, unread) }
  }

  /// - Throws: `InputError` for what a table may have wrong, and for spans that overlap.
  package static func read(
    bytes: [UInt8], file: String, policy: RowPolicy = RowPolicy()
  ) throws(InputError) -> ImportedRecording {
    let (text, note) = TextEncoding.utf8(bytes)
    let heading = heading(in: text)
    let table = try TableReader(roles: roles, policy: policy).read(
      bytes: text, file: file, from: heading?.start ?? (0, 1))
    var (recording, last) = (ImportedRecording(bytes, file: file, format: "power table", note: note), 0)
    recording.skipped = table.skipped
    if let unread = heading?.unread, !unread.isEmpty {
      let names = unread.map { "'\(XMLElement.shown($0))'" }.joined(separator: ", ")
      recording.notes.append("of a table with ends only the power is read, not \(names)")
    }
    let starts = table.numbers("start") ?? []
    for row in starts.indices.sorted(by: { (starts[$0], $0) < (starts[$1], $1) }) {
      guard let end = table.number("end", row), end > starts[row], let watts = table.number("power", row) else {
        continue
      }
      let (word, line) = (table.texts("meter")?[row] ?? "", table.lines[row])
      if let before = recording.power.last, starts[row] < before.end {
        throw InputError(
          file: file, line: line, column: 1, message: "the span begins before that of line \(last) has ended",
          remedy: "give each time one power, of one phone by one meter")
      }
      let meter = try ImportedRecording.Meter(word: word.isEmpty ? nil : word, file: file, line: line)
      recording.power.append(.init(start: starts[row], end: end, watts: watts, meter: meter))
      last = line
    }
    return recording
  }
}
