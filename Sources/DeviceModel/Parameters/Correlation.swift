/// How two parameters vary together from phone to phone: the correlation of their normal scores.
public struct Correlation: Sendable, Hashable {
  public let first: String
  public let second: String
  /// In (-1, 1).
  public let value: Double
  public let source: String

  public init(between first: String, _ second: String, value: Double, source: String) {
    self.first = first
    self.second = second
    self.value = value
    self.source = source
  }
}
