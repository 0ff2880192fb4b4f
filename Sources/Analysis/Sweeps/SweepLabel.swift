/// A column that says which cell a line is about.
package struct SweepLabel: Sendable, Hashable {
  package enum Value: Sendable, Hashable {
    case text(String)
    /// In the unit that the name ends with.
    case number(Double)
    case flag(Bool)
    /// No limit.
    case none
  }

  package let name: String
  package let value: Value

  package init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }
}
