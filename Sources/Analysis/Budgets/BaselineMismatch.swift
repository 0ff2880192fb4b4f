/// Why a baseline cannot be compared with.
package struct BaselineMismatch: Error, Sendable, Hashable {
  /// What differs, a phrase each.
  package let differences: [String]

  package init(_ differences: [String]) { self.differences = differences }

  init(_ difference: String) { self.init([difference]) }
}
