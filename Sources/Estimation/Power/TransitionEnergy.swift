/// Energy of a change from one state to another, beyond what the two states take.
public struct TransitionEnergy: Sendable, Hashable {
  public let from: String
  public let to: String
  public let repetitions: Int
  /// In joules; negative where the change sets in later than its label says.
  public let mean: Double
  /// In joules, over repetitions; `nil` for a single one.
  public let standardError: Double?
}
