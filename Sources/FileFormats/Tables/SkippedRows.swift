import Core

/// Rows of an input that were left out, and why.
package struct SkippedRows: Sendable, Hashable {
  package let reason: String
  package let count: Int
  /// The first such row's line, counted from 1.
  package let firstLine: Int
}

/// How many bad rows a table may have. Bad rows are left out and counted, never guessed.
package struct RowPolicy: Sendable, Hashable {
  /// Share of the rows, 0 to 1; more is an error.
  package let badShareLimit: Double

  /// - Parameter badShareLimit: 0 makes every bad row an error.
  package init(badShareLimit: Double = 0.05) { self.badShareLimit = min(1, max(0, badShareLimit)) }

  /// Every bad row is an error.
  package static let strict = RowPolicy(badShareLimit: 0)

  var percent: String { DecimalText.significant(badShareLimit * 100, digits: 6) }
}

/// Counts in the order in which they began.
struct OrderedCounts<Key: Hashable> {
  private var order: [Key] = []
  private var counts: [Key: (count: Int, first: Int)] = [:]

  /// - Parameter first: where the first one stands.
  mutating func add(_ key: Key, _ count: Int = 1, first: Int = 0) {
    if counts[key] == nil { order.append(key) }
    counts[key] = ((counts[key]?.count ?? 0) + count, counts[key]?.first ?? first)
  }

  var total: Int { counts.values.reduce(0) { $0 + $1.count } }

  var all: [(key: Key, count: Int, first: Int)] {
    order.map { ($0, counts[$0]?.count ?? 0, counts[$0]?.first ?? 0) }
  }
}

/// Counts skipped rows by reason and decides when they are too many.
struct RowTally {
  private var counts = OrderedCounts<String>()
  /// The first error, with its place.
  private(set) var first: InputError?

  /// - Parameter error: where and why; thrown when the rows turn out too many.
  mutating func skip(_ reason: String, line: Int, error: @autoclosure () -> InputError) {
    count(SkippedRows(reason: reason, count: 1, firstLine: line))
    if first == nil { first = error() }
  }

  /// The same for the row of a table that was read last.
  mutating func skip(
    _ reason: String, _ rows: CSVRowReader, at field: CSVRowReader.Field? = nil, _ message: @autoclosure () -> String,
    remedy: @autoclosure () -> String
  ) {
    skip(reason, line: rows.line, error: rows.error(message(), at: field, remedy: remedy()))
  }

  mutating func count(_ rows: SkippedRows) { counts.add(rows.reason, rows.count, first: rows.firstLine) }

  mutating func add(_ other: RowTally) {
    for rows in other.rows { count(rows) }
    if first == nil { first = other.first }
  }

  var total: Int { counts.total }

  var rows: [SkippedRows] { counts.all.map { SkippedRows(reason: $0.key, count: $0.count, firstLine: $0.first) } }

  /// - Parameter takesPolicy: whether the user can give another policy.
  /// - Throws: the first row's error when more than the share that `policy` allows is bad.
  func check(_ policy: RowPolicy, kept: Int, file: String, takesPolicy: Bool = true) throws(InputError) {
    guard let first, total > 0 else { return }
    let share = Double(total) / Double(total + kept)
    guard share > policy.badShareLimit || kept == 0 else { return }
    throw InputError(
      file: file, line: first.line, column: first.column,
      message: "\(first.message); \(total) of \(total + kept) rows are bad",
      remedy: policy.badShareLimit == 0 || !takesPolicy
        ? first.remedy : "\(first.remedy), or allow more with --bad-rows (now \(policy.percent) %)")
  }
}
