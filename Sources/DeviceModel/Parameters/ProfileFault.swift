/// Something wrong in a profile, at a key path.
package struct ProfileFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// The key path at fault; for a missing key, the one that should be there; `correlations` for the matrix as a whole.
  package let key: String
  /// What is wrong.
  package let message: String
  /// What to do about it.
  package let remedy: String

  /// Both in plain words, without a full stop.
  package init(key: String, message: String, remedy: String) {
    self.key = key
    self.message = message
    self.remedy = remedy
  }

  /// Key, message and remedy in one line.
  package var description: String { "\(key): \(message); \(remedy)" }
}
