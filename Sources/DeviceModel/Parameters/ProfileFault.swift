/// Something wrong in a profile, at a key path.
public struct ProfileFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// The key path at fault; for a missing key, the one that should be there; `correlations` for the matrix as a whole.
  public let key: String
  public let message: String
  public let remedy: String

  public init(key: String, message: String, remedy: String) {
    self.key = key
    self.message = message
    self.remedy = remedy
  }

  public var description: String { "\(key): \(message); \(remedy)" }
}
