/// A level of power that a trace keeps returning to: a state of the device.
public struct PowerLevel: Sendable, Hashable {
  /// Mean over time, in watts.
  public let mean: Double
  /// How long the trace stays there in all, in seconds.
  public let seconds: Double
  /// How many separate stretches.
  public let visits: Int
}
