/// A column that says which cell a line is about.
package struct SweepLabel: Sendable, Hashable {
  package enum Value: Sendable, Hashable {
    case text(String)
    /// In the label's unit.
    case number(Double)
    case flag(Bool)
    /// No limit.
    case none
  }

  /// The column, which ends with the unit.
  package let name: String
  /// Empty for plain numbers and words.
  package let unit: String
  package let value: Value

  package init(_ name: String, unit: String = "", _ value: Value) {
    (self.name, self.unit, self.value) = (name, unit, value)
  }

  /// The name in words, without its unit.
  package var words: String { Self.words(of: name, unit) }

  /// A column in words, without its unit.
  static func words(of column: String, _ unit: String) -> String {
    column.dropLast(ending(unit).count).split(separator: "_").joined(separator: " ")
  }

  /// What a column's name ends with: `_m_per_s`.
  package static func ending(_ unit: String) -> String {
    unit.isEmpty ? "" : "_\(unit.split(separator: "/").joined(separator: "_per_"))"
  }
}
