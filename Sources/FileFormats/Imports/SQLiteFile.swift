/// Reads the tables of an SQLite 3 database file, which phones keep their logs in: whole tables in order of their rows, nothing else.
///
/// Source: "Database File Format", https://sqlite.org/fileformat2.html (version 3 files; B-trees of tables, overflow pages,
/// records in UTF-8 and UTF-16). Not read are tables without row numbers and changes that a `-wal` file beside still holds.
struct SQLiteFile {
  enum Value: Equatable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob

    var number: Double? {
      switch self {
      case .integer(let value): Double(value)
      case .real(let value): value.isFinite ? value : nil
      case .text(let text): TrackNumber.value(text)
      case .null, .blob: nil
      }
    }

    var text: String? {
      switch self {
      case .text(let text): text
      case .integer(let value): "\(value)"
      case .real(let value): "\(value)"
      case .null, .blob: nil
      }
    }
  }

  struct Table {
    let name: String
    /// In the order of the record's values.
    let columns: [String]
    /// The column that is the row's number, which records leave out.
    let rowNumber: Int?
    fileprivate let root: Int
  }

  /// Those with row numbers, in the order of the schema.
  private(set) var tables: [Table] = []

  private static let magic = Array("SQLite format 3\u{0}".utf8)
  /// No tree of a file of at most 200 MB is deeper.
  private static let deepest = 20

  private let bytes: [UInt8]
  private let file: String
  private let pageSize: Int
  /// Of a page, in bytes.
  private let usable: Int
  private let encoding: Int

  static func isDatabase(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }

  /// - Throws: `InputError` for what is no whole database.
  init(_ bytes: [UInt8], file: String) throws(InputError) {
    self.bytes = bytes
    self.file = file
    guard Self.isDatabase(bytes), bytes.count >= 100 else { throw Self.damaged(file) }
    let size = Int(bytes[16]) << 8 | Int(bytes[17])
    pageSize = size == 1 ? 65_536 : size
    usable = pageSize - Int(bytes[20])
    encoding = Int(bytes[59])
    guard pageSize >= 512, pageSize & (pageSize - 1) == 0, usable >= 480, bytes.count >= pageSize,
      (1...3).contains(encoding)
    else { throw Self.damaged(file) }
    let schema = Table(
      name: "sqlite_schema", columns: ["type", "name", "tbl_name", "rootpage", "sql"], rowNumber: nil, root: 1)
    var found: [Table] = []
    try rows(of: schema) { values in
      guard values[0] == .text("table"), case .text(let name) = values[1], case .integer(let root) = values[3],
        case .text(let sql) = values[4], let parts = Self.columns(sql), root > 0, root <= Int64(Int32.max)
      else { return }
      found.append(Table(name: name, columns: parts.names, rowNumber: parts.rowNumber, root: Int(root)))
    }
    tables = found
  }

  func table(_ name: String) -> Table? { tables.first { $0.name.lowercased() == name.lowercased() } }

  /// Hands over every row, with as many values as the table has columns.
  ///
  /// - Throws: `InputError` for a damaged tree.
  func rows(of table: Table, _ body: ([Value]) -> Void) throws(InputError) {
    var seen: Set<Int> = []
    try page(table.root, table, depth: 0, &seen, body)
  }

  private static func damaged(_ file: String) -> InputError {
    InputError(
      file: file, message: "the SQLite database is damaged or cut off",
      remedy: "copy it again while nothing writes to it, or export its tables as CSV")
  }

  // MARK: - Pages

  private func number(_ at: Int, _ count: Int) throws(InputError) -> Int {
    guard at >= 0, at + count <= bytes.count else { throw Self.damaged(file) }
    return (0..<count).reduce(0) { $0 << 8 | Int(bytes[at + $1]) }
  }

  /// A number of 1 to 9 bytes, and where the next begins.
  private func variable(_ at: Int, _ end: Int, _ bytes: [UInt8]) throws(InputError) -> (value: Int64, next: Int) {
    var value: UInt64 = 0
    for index in 0..<9 {
      guard at + index < end, at + index < bytes.count else { throw Self.damaged(file) }
      let byte = bytes[at + index]
      if index == 8 { return (Int64(bitPattern: value << 8 | UInt64(byte)), at + 9) }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte & 0x80 == 0 { return (Int64(bitPattern: value), at + index + 1) }
    }
    throw Self.damaged(file)
  }

  private func page(
    _ number: Int, _ table: Table, depth: Int, _ seen: inout Set<Int>, _ body: ([Value]) -> Void
  ) throws(InputError) {
    // A page that is met twice would be a circle.
    guard number > 0, number <= bytes.count / pageSize, depth <= Self.deepest, seen.insert(number).inserted else {
      throw Self.damaged(file)
    }
    let start = (number - 1) * pageSize
    let header = start + (number == 1 ? 100 : 0)
    let kind = try self.number(header, 1)
    // Tables without row numbers are kept as an index.
    if depth == 0, kind == 2 || kind == 10 { return }
    guard kind == 5 || kind == 13 else { throw Self.damaged(file) }
    let count = try self.number(header + 3, 2)
    let pointers = header + (kind == 5 ? 12 : 8)
    guard pointers + 2 * count <= start + pageSize else { throw Self.damaged(file) }
    for index in 0..<count {
      let cell = start + (try self.number(pointers + 2 * index, 2))
      guard cell < start + pageSize else { throw Self.damaged(file) }
      if kind == 5 {
        try page(try self.number(cell, 4), table, depth: depth + 1, &seen, body)
      } else {
        try leaf(cell, start + usable, table, &seen, body)
      }
    }
    if kind == 5 { try page(try self.number(header + 8, 4), table, depth: depth + 1, &seen, body) }
  }

  private func leaf(
    _ cell: Int, _ end: Int, _ table: Table, _ seen: inout Set<Int>, _ body: ([Value]) -> Void
  ) throws(InputError) {
    let (length, after) = try variable(cell, end, bytes)
    let (row, first) = try variable(after, end, bytes)
    guard length >= 0, length <= Int64(bytes.count) else { throw Self.damaged(file) }
    let size = Int(length)
    var local = size
    if size > usable - 35 {
      let least = (usable - 12) * 32 / 255 - 23
      let spill = least + (size - least) % (usable - 4)
      local = spill <= usable - 35 ? spill : least
    }
    guard first + local <= min(end, bytes.count) else { throw Self.damaged(file) }
    var payload = Array(bytes[first..<first + local])
    var next = local < size ? try number(first + local, 4) : 0
    while payload.count < size {
      guard next > 0, next <= bytes.count / pageSize, seen.insert(next).inserted else { throw Self.damaged(file) }
      let start = (next - 1) * pageSize
      payload += bytes[start + 4..<start + 4 + min(usable - 4, size - payload.count)]
      next = try number(start, 4)
    }
    var values = try record(payload, atMost: table.columns.count)
    // Columns that were added later are missing in older rows.
    while values.count < table.columns.count { values.append(.null) }
    if let place = table.rowNumber, values[place] == .null { values[place] = .integer(row) }
    body(values)
  }

  private func record(_ payload: [UInt8], atMost count: Int) throws(InputError) -> [Value] {
    let (length, first) = try variable(0, payload.count, payload)
    guard length >= 0, length <= Int64(payload.count) else { throw Self.damaged(file) }
    var (place, data) = (first, Int(length))
    var values: [Value] = []
    while place < Int(length), values.count < count {
      let (kind, next) = try variable(place, Int(length), payload)
      place = next
      let size: Int
      switch kind {
      case 0, 8, 9: size = 0
      case 1...4: size = Int(kind)
      case 5: size = 6
      case 6, 7: size = 8
      case 12...Int64(Int32.max): size = Int(kind - 12) / 2
      default: throw Self.damaged(file)
      }
      guard data + size <= payload.count else { throw Self.damaged(file) }
      values.append(value(kind, payload[data..<data + size]))
      data += size
    }
    return values
  }

  private func value(_ kind: Int64, _ bytes: ArraySlice<UInt8>) -> Value {
    switch kind {
    case 0: return .null
    case 8, 9: return .integer(kind - 8)
    case 1...6:
      let start: Int64 = (bytes.first ?? 0) & 0x80 == 0 ? 0 : -1
      return .integer(bytes.reduce(start) { $0 << 8 | Int64($1) })
    case 7: return .real(Double(bitPattern: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }))
    default:
      guard kind % 2 == 1 else { return .blob }
      guard encoding != 1 else { return .text(String(decoding: bytes, as: UTF8.self)) }
      let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { index -> UInt16 in
        let (a, b) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
        return encoding == 2 ? b << 8 | a : a << 8 | b
      }
      return .text(String(decoding: units, as: UTF16.self))
    }
  }

  // MARK: - Schema

  /// The columns of `CREATE TABLE name (column type ..., constraint ...)`.
  private static func columns(_ sql: String) -> (names: [String], rowNumber: Int?)? {
    guard let open = sql.firstIndex(of: "("), let close = sql.lastIndex(of: ")"), open < close else { return nil }
    var parts: [String] = [""]
    var depth = 0
    var quote: Character?
    for character in sql[sql.index(after: open)..<close] {
      if let end = quote {
        if character == end { quote = nil }
      } else {
        switch character {
        case "'", "\"", "`": quote = character
        case "[": quote = "]"
        case "(": depth += 1
        case ")": depth -= 1
        case "," where depth == 0:
          parts.append("")
          continue
        default: break
        }
      }
      parts[parts.count - 1].append(character)
    }
    var names: [String] = []
    var rowNumber: Int?
    for part in parts {
      let text = part.drop(while: \.isWhitespace)
      guard let first = text.first else { continue }
      let name: Substring
      if let end = ["\"": "\"", "`": "`", "[": "]", "'": "'"][String(first)] {
        name = text.dropFirst().prefix { String($0) != end }
      } else {
        name = text.prefix { !$0.isWhitespace && $0 != "(" }
        if ["primary", "unique", "check", "foreign", "constraint"].contains(name.lowercased()) { continue }
      }
      let rest = text.dropFirst(name.count).lowercased().split(whereSeparator: \.isWhitespace)
      let words = rest.filter { $0.contains(where: \.isLetter) }
      if words.first == "integer", words.contains("primary") { rowNumber = names.count }
      names.append(String(name))
    }
    return names.isEmpty ? nil : (names, rowNumber)
  }
}
