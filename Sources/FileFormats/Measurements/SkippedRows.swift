/// Rows of an input that were left out, and why.
package struct SkippedRows: Sendable, Hashable {
  package let reason: String
  package let count: Int
  /// The first such row's line, counted from 1.
  package let firstLine: Int
}

/// Counts skipped rows by reason and decides when they are too many.
struct RowTally {
  private var order: [String] = []
  private var counts: [String: (count: Int, firstLine: Int)] = [:]
  /// The first error, with its place.
  private(set) var first: InputError?

  /// - Parameter error: where and why; told when the rows turn out too many.
  mutating func skip(_ reason: String, line: Int, error: @autoclosure () -> InputError) {
    if let known = counts[reason] {
      counts[reason] = (known.count + 1, known.firstLine)
    } else {
      order.append(reason)
      counts[reason] = (1, line)
    }
    if first == nil { first = error() }
  }

  /// Counts what another one has counted.
  mutating func add(_ other: RowTally) {
    for rows in other.rows {
      if let known = counts[rows.reason] {
        counts[rows.reason] = (known.count + rows.count, known.firstLine)
      } else {
        order.append(rows.reason)
        counts[rows.reason] = (rows.count, rows.firstLine)
      }
    }
    if first == nil { first = other.first }
  }

  var total: Int { counts.values.reduce(0) { $0 + $1.count } }

  var rows: [SkippedRows] {
    order.compactMap { reason in
      counts[reason].map { SkippedRows(reason: reason, count: $0.count, firstLine: $0.firstLine) }
    }
  }

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
