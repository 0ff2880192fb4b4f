/// A run's shown drop beside what the fitted model expects, at its last reading.
public struct DrainRunResidual: Sendable, Hashable {
  public let run: String
  public let strategy: String
  public let device: String
  /// What it shares with runs side by side; empty for a run on its own.
  public let occasion: String
  /// 100 minus the last level that was used, in percent points; half-way where it is the step into that level.
  public let shownDrop: Double
  /// In percent points, the plateau taken off.
  public let expectedDrop: Double
  /// Of the shown drop around the expectation, from all causes of the model, in percent points.
  public let deviation: Double

  /// Shown minus expected, in deviations.
  public var score: Double { (shownDrop - expectedDrop) / deviation }
}
