/// What is wrong with a formula, and where.
public struct FormulaError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Of the first character it concerns, counted from 1.
  public let position: Int
  public let message: String
  /// What to write instead.
  public let remedy: String

  public var description: String { "character \(position): \(message); \(remedy)" }
}
