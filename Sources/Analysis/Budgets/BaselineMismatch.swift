/// Why a baseline cannot be compared with.
public struct BaselineMismatch: Error, Sendable, Hashable {
  /// What differs, a phrase each.
  public let differences: [String]

  public init(_ differences: [String]) { self.differences = differences }

  init(_ difference: String) { self.init([difference]) }
}
