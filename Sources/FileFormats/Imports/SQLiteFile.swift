import CSQLite

/// Reads the tables of an SQLite 3 database, which phones keep their logs in, by the library of SQLite.
///
/// Changes that a `-wal` file beside still holds are not read.
struct SQLiteFile: ~Copyable {
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

  struct Row {
    fileprivate(set) var values: [Value] = []
    /// By the letters and digits of their names.
    fileprivate let columns: [String: Int]

    /// Under the first of the names that the table has.
    subscript(names: String...) -> Value { names.lazy.compactMap { columns[$0] }.first.map { values[$0] } ?? .null }
  }

  /// Plain tables alone: a virtual one would run code of a module, a view may run without end.
  let tables: [String]

  private static let magic = Array("SQLite format 3\u{0}".utf8)
  /// A longer value is taken for damage, in bytes.
  private static let longestValue: CInt = 16_000_000

  private let database: OpaquePointer
  private let size: Int
  private let file: String

  static func isDatabase(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }

  init(_ bytes: [UInt8], file: String) throws(InputError) {
    guard Self.isDatabase(bytes), bytes.count >= 100, Self.isWhole(bytes) else { throw Self.damaged(file) }
    var opened: OpaquePointer?
    let isOpen = sqlite3_open_v2(":memory:", &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY, nil) == SQLITE_OK
    guard let database = opened else { throw Self.damaged(file) }
    do throws(InputError) {
      guard isOpen, Self.load(bytes, into: database) else { throw Self.damaged(file) }
      sqlite3_limit(database, SQLITE_LIMIT_LENGTH, Self.longestValue)
      var tables: [String] = []
      let plain = "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0"
      try Self.select(plain, from: database, atMost: bytes.count, file: file) { tables.append($0["name"].text ?? "") }
      self.tables = tables
    } catch {
      sqlite3_close_v2(database)
      throw error
    }
    self.database = database
    size = bytes.count
    self.file = file
  }

  deinit { sqlite3_close_v2(database) }

  /// Hands over every row of a table, if it is there.
  func rows(of name: String, _ body: (Row) -> Void) throws(InputError) {
    guard tables.contains(name) else { return }
    try Self.select("SELECT * FROM \"\(name)\"", from: database, atMost: size, file: file, body)
  }

  private static func damaged(_ file: String) -> InputError {
    InputError(
      file: file, message: "the SQLite database is damaged or cut off",
      remedy: "copy it again while nothing writes to it, or export its tables as CSV")
  }

  /// Whether all pages are there that the header counts; SQLite opens a file without its last ones where no table needs
  /// them now.
  private static func isWhole(_ bytes: [UInt8]) -> Bool {
    func number(_ at: Int, _ count: Int) -> Int { bytes[at..<at + count].reduce(0) { $0 << 8 | Int($1) } }
    let size = number(16, 2) == 1 ? 65_536 : number(16, 2)
    // The count holds where the file was last changed by a version that keeps it.
    guard number(24, 4) == number(92, 4) else { return true }
    return number(28, 4) * size <= bytes.count
  }

  private static func load(_ bytes: [UInt8], into database: OpaquePointer) -> Bool {
    let count = sqlite3_uint64(bytes.count)
    guard let copy = sqlite3_malloc64(count) else { return false }
    copy.copyMemory(from: bytes, byteCount: bytes.count)
    // A database in memory has no log beside it: format numbers 2 would ask for one.
    copy.storeBytes(of: 1, toByteOffset: 18, as: UInt8.self)
    copy.storeBytes(of: 1, toByteOffset: 19, as: UInt8.self)
    return sqlite3_deserialize(
      database, "main", copy.assumingMemoryBound(to: UInt8.self), sqlite3_int64(count), sqlite3_int64(count),
      UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY)) == SQLITE_OK
  }

  /// - Parameter limit: more rows are taken for a damaged tree that meets its pages again; each takes a byte at least.
  private static func select(
    _ text: String, from database: OpaquePointer, atMost limit: Int, file: String, _ body: (Row) -> Void
  ) throws(InputError) {
    var prepared: OpaquePointer?
    guard sqlite3_prepare_v2(database, text, -1, &prepared, nil) == SQLITE_OK, let statement = prepared else {
      throw damaged(file)
    }
    defer { sqlite3_finalize(statement) }
    let indices = 0..<sqlite3_column_count(statement)
    let names = indices.map { index in sqlite3_column_name(statement, index).map { String(cString: $0) } ?? "" }
    var row = Row(columns: Dictionary(zip(names.map(ColumnHeading.key), names.indices)) { $1 })
    for _ in 0...limit {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        row.values = indices.map { value(statement, $0) }
        body(row)
      case SQLITE_DONE: return
      default: throw damaged(file)
      }
    }
    throw damaged(file)
  }

  private static func value(_ statement: OpaquePointer, _ column: CInt) -> Value {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, column))
    case SQLITE_TEXT:
      guard let text = sqlite3_column_text(statement, column) else { return .null }
      let count = Int(sqlite3_column_bytes(statement, column))
      return .text(String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self))
    case SQLITE_BLOB: return .blob
    default: return .null
    }
  }
}
