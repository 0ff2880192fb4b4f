/// What is wrong with a formula, and where.
package struct FormulaError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Of the first character it concerns, counted from 1.
  package let position: Int
  package let message: String
  /// What to write instead.
  package let remedy: String

  package var description: String { "character \(position): \(message); \(remedy)" }
}
