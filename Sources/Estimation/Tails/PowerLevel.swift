/// A level of power that a trace keeps returning to: a state of the device.
package struct PowerLevel: Sendable, Hashable {
  /// Mean over time, in watts.
  package let mean: Double
  /// How long the trace stays there in all, in seconds.
  package let seconds: Double
  /// How many separate stretches.
  package let visits: Int
}
