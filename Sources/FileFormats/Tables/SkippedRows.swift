import Core

/// Rows of an input that were left out, and why.
package struct SkippedRows: Sendable, Hashable {
  package let reason: String
  package fileprivate(set) var count: Int
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

/// Counts skipped rows by reason and decides when they are too many.
struct RowTally {
  /// In the order in which their reasons came.
  private(set) var rows: [SkippedRows] = []
  private var places: [String: Int] = [:]
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

  mutating func count(_ more: SkippedRows) {
    guard let place = places[more.reason] else {
      places[more.reason] = rows.count
      return rows.append(more)
    }
    rows[place].count += more.count
  }

  mutating func add(_ other: RowTally) {
    for rows in other.rows { count(rows) }
    if first == nil { first = other.first }
  }

  var total: Int { rows.reduce(0) { $0 + $1.count } }

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
