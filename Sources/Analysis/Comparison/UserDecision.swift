/// What the user decided about one strategy, in a comparison of such decisions.
package struct UserDecision: Sendable, Hashable {
  /// The strategy's own name, the same for all decisions about it.
  package let strategy: String
  /// In words, such as "when in use".
  package let decision: String
  /// Whether the strategy's system lets a user decide so. Where not, the row shows the strategy as its file says, and is no
  /// answer of its own.
  package let isOffered: Bool

  package init(strategy: String, decision: String, isOffered: Bool = true) {
    self.strategy = strategy
    self.decision = decision
    self.isOffered = isOffered
  }
}
