/// Coverage of reported accuracies, level by level.
public struct AccuracyReport: Sendable, Hashable {
  /// The fixes of one level, or of a group of reports.
  public struct Level: Sendable, Hashable {
    /// Metres; `nil` for a group of several values.
    public let reported: Double?
    public let samples: Int
    /// Of all fixes.
    public let share: Double
    public let effectiveSamples: Double
    /// The share of fixes whose error is at most what was reported.
    public let coverage: Double
    /// At 95 %.
    public let coverageInterval: ClosedRange<Double>
    /// Of the true errors, at 50, 68 and 95 %.
    public let errors: [MeasuredQuantile]
  }

  public let geometry: ErrorGeometry
  public let intervalMethod: IntervalMethod
  /// In ascending order.
  public let levels: [Level]
  /// Reports that are on no level; `nil` when there are none.
  public let others: Level?
  public let overall: Level
  public let samples: Int
  public let effective: EffectiveSamples
  public let warnings: [FitWarning]
}
