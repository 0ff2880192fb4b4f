/// A figure of one seed's run.
public struct SeedValue: Sendable, Hashable {
  public let seed: UInt64
  /// `nil` when the run has none.
  public let value: Double?

  public init(seed: UInt64, value: Double?) {
    self.seed = seed
    self.value = value
  }
}
