/// What the user decided about one strategy, in a comparison of such decisions.
public struct UserDecision: Sendable, Hashable {
  /// The strategy's own name, the same for all decisions about it.
  public let strategy: String
  /// In words, such as "when in use".
  public let decision: String

  public init(strategy: String, decision: String) {
    self.strategy = strategy
    self.decision = decision
  }
}
