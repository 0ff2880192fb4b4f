/// Why a text is not a quantity. `message` says what is wrong, `remedy` what to write instead.
public struct QuantityError: Error, Hashable, Sendable, CustomStringConvertible {
  public let message: String
  public let remedy: String

  public init(message: String, remedy: String) {
    self.message = message
    self.remedy = remedy
  }

  public var description: String { "\(message); \(remedy)" }
}
