/// Reads comma-separated values row by row over bytes (RFC 4180): quoted fields, doubled quotes, any line ending.
///
/// Empty lines are left out. The separator is a comma, or a semicolon, tab or bar where the first line has more of those.
struct CSVRowReader {
  /// Where a field stands in the bytes, its quotes left out.
  struct Field {
    var start: Int
    var end: Int
    var hasDoubledQuotes = false
  }

  let bytes: [UInt8]
  let file: String
  let separator: UInt8
  /// Of the row that was read last, in order.
  private(set) var fields: [Field] = []
  /// Of the row that was read last, counted from 1.
  private(set) var line = 0
  private var index: Int
  private var nextLine: Int
  private var lineStart: Int
  private var hasHeading = false

  /// Wider tables, and longer names of columns, are refused.
  static let (columnLimit, nameLimit) = (10_000, 10_000)

  /// - Parameter start: where the heading begins, and on which line; what comes before is passed over.
  init(bytes: [UInt8], file: String, from start: (offset: Int, line: Int) = (0, 1)) throws(InputError) {
    index = start.offset > 0 ? start.offset : bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    nextLine = start.line
    lineStart = index
    self.bytes = bytes
    self.file = file
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) || bytes.prefix(4096).contains(0) {
      throw InputError(
        file: file, line: 1, column: 1, message: "the file is UTF-16 or binary", remedy: "save it as UTF-8 text")
    }
    separator = Self.separator(bytes, from: index)
  }

  /// Reads the next row that is not empty into `fields`.
  ///
  /// - Returns: whether there was one.
  mutating func nextRow() throws(InputError) -> Bool {
    while index < bytes.count {
      if bytes[index] == Self.newline || bytes[index] == Self.carriageReturn {
        endLine()
        continue
      }
      fields.removeAll(keepingCapacity: true)
      line = nextLine
      lineStart = index
      while true {
        try readField()
        if index < bytes.count, bytes[index] == separator {
          index += 1
          guard fields.count < Self.columnLimit else {
            throw error("the row has more than \(Self.columnLimit) columns", remedy: "give a table with fewer columns")
          }
          continue
        }
        if !hasHeading, let long = fields.first(where: { $0.end - $0.start > Self.nameLimit }) {
          throw error(
            "the name of a column is longer than \(Self.nameLimit) bytes", at: long,
            remedy: "begin the table with the names of its columns")
        }
        hasHeading = true
        endLine()
        return true
      }
    }
    return false
  }

  func text(_ field: Field) -> String {
    let text = String(decoding: bytes[field.start..<field.end], as: UTF8.self)
    return field.hasDoubledQuotes
      ? text.split(separator: "\"\"", omittingEmptySubsequences: false).joined(separator: "\"") : text
  }

  /// The text of a cell; `nil` for an empty one, and where the row or the table has no such column.
  func cell(_ index: Int?) -> String? {
    guard let index, index < fields.count else { return nil }
    let text = text(fields[index]).trimmingBlanks()
    return text.isEmpty ? nil : text
  }

  /// The row that was read last as a heading.
  var headings: [ColumnHeading] { fields.map { ColumnHeading(text($0)) } }

  /// The first of the first 100 lines that is a heading.
  static func heading(
    in text: [UInt8], where isHeading: ([ColumnHeading]) -> Bool
  ) -> (offset: Int, line: Int)? {
    var (start, line) = (0, 1)
    while start < text.count, line <= 100 {
      let end = text[start...].firstIndex { $0 == newline || $0 == carriageReturn } ?? text.count
      // A comment's mark may stand before the heading.
      let first = text[start..<end].firstIndex { $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: " ") } ?? end
      if first < end, end - first < 4_000, var rows = try? CSVRowReader(bytes: Array(text[first..<end]), file: ""),
        (try? rows.nextRow()) == true, isHeading(rows.headings)
      {
        return (first, line)
      }
      start = end + (end + 1 < text.count && text[end] == carriageReturn && text[end + 1] == newline ? 2 : 1)
      line += 1
    }
    return nil
  }

  /// What the rows that follow have in common, without reading on.
  func ahead(_ body: (CSVRowReader) throws(InputError) -> Void) throws(InputError) {
    var rows = self
    while try rows.nextRow() { try body(rows) }
  }

  /// A column's cells that are not empty, of the rows that follow.
  func texts(_ index: Int) throws(InputError) -> [String] {
    var texts: [String] = []
    try ahead { row in if let text = row.cell(index) { texts.append(text) } }
    return texts
  }

  /// Where the field begins on its line, counted from 1 in Unicode scalars.
  func column(_ field: Field) -> Int {
    let start = bytes[..<field.start].lastIndex { $0 == Self.newline || $0 == Self.carriageReturn }.map { $0 + 1 } ?? 0
    return bytes[max(start, 0)..<field.start].reduce(1) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
  }

  func error(_ message: String, at field: Field? = nil, remedy: String) -> InputError {
    InputError(file: file, line: line, column: field.map(column), message: message, remedy: remedy)
  }

  /// That no heading of the table is known as what is wanted.
  func unknown(_ what: String, remedy: String) -> InputError {
    let shown = fields.prefix(12).map { "'\(XMLElement.shown(text($0)))'" }.joined(separator: ", ")
    let more = fields.count > 12 ? " and \(fields.count - 12) more" : ""
    let columns = fields.count > 1 ? "the columns are \(shown)\(more)" : "the table has one column"
    return error("no column is known as \(what); \(columns)", at: fields.first, remedy: remedy)
  }

  private static let quote = UInt8(ascii: "\"")
  private static let newline = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  private mutating func readField() throws(InputError) {
    guard index < bytes.count, bytes[index] == Self.quote else {
      let start = index
      index = bytes.withUnsafeBufferPointer { buffer in
        var end = start
        while end < buffer.count {
          let byte = buffer[end]
          if byte == separator || byte == Self.newline || byte == Self.carriageReturn { break }
          end += 1
        }
        return end
      }
      fields.append(Field(start: start, end: index))
      return
    }
    let open = index
    index += 1
    var field = Field(start: index, end: index)
    while true {
      guard index < bytes.count else {
        throw error("the quote that starts here is not closed", at: Field(start: open, end: open), remedy: "close it")
      }
      if bytes[index] == Self.quote {
        guard index + 1 < bytes.count, bytes[index + 1] == Self.quote else { break }
        field.hasDoubledQuotes = true
        index += 1
      } else if bytes[index] == Self.newline {
        nextLine += 1
      }
      index += 1
    }
    field.end = index
    index += 1
    fields.append(field)
    guard index == bytes.count || [separator, Self.newline, Self.carriageReturn].contains(bytes[index]) else {
      throw error(
        "text follows a closing quote", at: Field(start: index, end: index),
        remedy: "write a quote inside a quoted field twice")
    }
  }

  private mutating func endLine() {
    guard index < bytes.count else { return }
    if bytes[index] == Self.carriageReturn, index + 1 < bytes.count, bytes[index + 1] == Self.newline { index += 1 }
    index += 1
    nextLine += 1
  }

  private static func separator(_ bytes: [UInt8], from start: Int) -> UInt8 {
    let end = bytes[start...].firstIndex { $0 == newline || $0 == carriageReturn } ?? bytes.count
    let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")]
    let counts = candidates.map { candidate in bytes[start..<end].count { $0 == candidate } }
    let best = counts.indices.max { counts[$0] < counts[$1] || (counts[$0] == counts[$1] && $0 > $1) } ?? 0
    return candidates[best]
  }
}
