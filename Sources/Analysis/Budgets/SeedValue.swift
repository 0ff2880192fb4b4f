/// A figure of one seed's run.
package struct SeedValue: Sendable, Hashable {
  package let seed: UInt64
  /// `nil` when the run has none.
  package let value: Double?
  /// The run's events and searches, for figures that are pooled over seeds.
  let rare: RareOutcomes?

  package init(seed: UInt64, value: Double?) { self.init(seed: seed, value: value, rare: nil) }

  init(seed: UInt64, value: Double?, rare: RareOutcomes?) {
    self.seed = seed
    self.value = value
    self.rare = rare
  }
}
