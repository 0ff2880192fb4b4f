/// A stretch of a power trace at one level.
public struct PowerStep: Sendable, Hashable {
  /// In seconds, on the trace's clock.
  public let start: Double
  public let end: Double
  /// In watts.
  public let mean: Double
  /// Which of the levels it belongs to, the lowest being 0.
  public let level: Int

  public var seconds: Double { end - start }
}
