/// How two parameters vary together from phone to phone: the correlation of their normal scores.
package struct Correlation: Sendable, Hashable {
  /// The key of one parameter.
  package let first: String
  /// The key of the other one.
  package let second: String
  /// In (-1, 1).
  package let value: Double
  /// Where the number comes from.
  package let source: String

  /// Two keys, and a value between -1 and 1.
  package init(between first: String, _ second: String, value: Double, source: String) {
    self.first = first
    self.second = second
    self.value = value
    self.source = source
  }
}
