/// How many bad rows a table may have. Bad rows are left out and counted, never guessed.
package struct RowPolicy: Sendable, Hashable {
  /// Share of the rows, 0 to 1; more is an error.
  package let badShareLimit: Double

  /// - Parameter badShareLimit: 0 makes every bad row an error.
  package init(badShareLimit: Double = 0.05) { self.badShareLimit = min(1, max(0, badShareLimit)) }

  /// Every bad row is an error.
  package static let strict = RowPolicy(badShareLimit: 0)

  var percent: String {
    let value = badShareLimit * 100
    return value == value.rounded() ? "\(Int(value))" : "\(value)"
  }
}
