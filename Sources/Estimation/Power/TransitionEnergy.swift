/// Energy of a change from one state to another, beyond what the two states take.
package struct TransitionEnergy: Sendable, Hashable {
  package let from: String
  package let to: String
  package let repetitions: Int
  /// In joules; negative where the change sets in later than its label says.
  package let mean: Double
  /// In joules, over repetitions; `nil` for a single one.
  package let standardError: Double?
}
