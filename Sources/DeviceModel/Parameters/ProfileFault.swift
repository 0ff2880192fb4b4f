/// Something wrong in a profile, at a key path.
public struct ProfileFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// The key path at fault; for a missing key, the one that should be there; `correlations` for the matrix as a whole.
  public let key: String
  /// What is wrong.
  public let message: String
  /// What to do about it.
  public let remedy: String

  /// Both in plain words, without a full stop.
  public init(key: String, message: String, remedy: String) {
    self.key = key
    self.message = message
    self.remedy = remedy
  }

  /// Key, message and remedy in one line.
  public var description: String { "\(key): \(message); \(remedy)" }
}
