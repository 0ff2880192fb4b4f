/// How two parameters vary together from phone to phone: the correlation of their normal scores.
public struct Correlation: Sendable, Hashable {
  /// The key of one parameter.
  public let first: String
  /// The key of the other one.
  public let second: String
  /// In (-1, 1).
  public let value: Double
  /// Where the number comes from.
  public let source: String

  /// Two keys, and a value between -1 and 1.
  public init(between first: String, _ second: String, value: Double, source: String) {
    self.first = first
    self.second = second
    self.value = value
    self.source = source
  }
}
