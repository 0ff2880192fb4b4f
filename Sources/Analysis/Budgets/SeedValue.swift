/// A figure of one seed's run.
package struct SeedValue: Sendable, Hashable {
  package let seed: UInt64
  /// `nil` when the run has none.
  package let value: Double?

  package init(seed: UInt64, value: Double?) {
    self.seed = seed
    self.value = value
  }
}
