/// A stretch of a power trace at one level.
package struct PowerStep: Sendable, Hashable {
  /// In seconds, on the trace's clock.
  package let start: Double
  package let end: Double
  /// In watts.
  package let mean: Double
  /// Which of the levels it belongs to, the lowest being 0.
  package let level: Int

  package var seconds: Double { end - start }
}
