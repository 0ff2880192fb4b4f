/// A table of measurements: the columns that were asked for, in the unit of their role, without the bad rows.
package struct MeasurementTable: Sendable {
  package let file: String
  /// SHA-256 of the file.
  package let digest: String
  /// The line of each row, counted from 1.
  package let lines: [Int]
  package let skipped: [SkippedRows]
  /// Roles whose unit the heading or the user names.
  let namedUnits: Set<String>
  let numbers: [String: [Double]]
  let texts: [String: [String]]

  package var count: Int { lines.count }

  /// A column of numbers; an empty cell of an optional column is NaN. `nil` when the table has no such column.
  package func numbers(_ role: String) -> [Double]? { numbers[role] }

  /// A column of texts; `nil` when the table has no such column.
  package func texts(_ role: String) -> [String]? { texts[role] }

  /// A number where it is there.
  package func number(_ role: String, _ row: Int) -> Double? {
    guard let value = numbers[role]?[row], !value.isNaN else { return nil }
    return value
  }
}
