/// A run's shown drop beside what the fitted model expects, at its last reading.
package struct DrainRunResidual: Sendable, Hashable {
  package let run: String
  package let strategy: String
  package let device: String
  /// What it shares with runs side by side; empty for a run on its own.
  package let occasion: String
  /// 100 minus the last level that was used, in percent points; half-way where it is the step into that level.
  package let shownDrop: Double
  /// In percent points, the plateau taken off.
  package let expectedDrop: Double
  /// Of the shown drop around the expectation, from all causes of the model, in percent points.
  package let deviation: Double

  /// Shown minus expected, in deviations.
  package var score: Double { (shownDrop - expectedDrop) / deviation }
}
