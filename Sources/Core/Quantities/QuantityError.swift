/// Why a text is not a quantity. `message` says what is wrong, `remedy` what to write instead.
public struct QuantityError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong with the text.
  public let message: String
  /// What to write instead.
  public let remedy: String

  /// Both in plain words, without a full stop.
  public init(message: String, remedy: String) {
    self.message = message
    self.remedy = remedy
  }

  /// Message and remedy in one line.
  public var description: String { "\(message); \(remedy)" }
}
