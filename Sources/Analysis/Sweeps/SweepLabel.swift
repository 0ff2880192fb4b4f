/// A column that says which cell a line is about.
public struct SweepLabel: Sendable, Hashable {
  public enum Value: Sendable, Hashable {
    case text(String)
    /// In the unit that the name ends with.
    case number(Double)
    case flag(Bool)
    /// No limit.
    case none
  }

  public let name: String
  public let value: Value

  public init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }
}
