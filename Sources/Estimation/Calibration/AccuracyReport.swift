/// Coverage of reported accuracies, level by level.
package struct AccuracyReport: Sendable, Hashable {
  /// The fixes of one level, or of a group of reports.
  package struct Level: Sendable, Hashable {
    /// Metres; `nil` for a group of several values.
    package let reported: Double?
    package let samples: Int
    /// Of all fixes.
    package let share: Double
    package let effectiveSamples: Double
    /// The share of fixes whose error is at most what was reported.
    package let coverage: Double
    /// At 95 %.
    package let coverageInterval: ClosedRange<Double>
    /// Of the true errors, at 50, 68 and 95 %.
    package let errors: [MeasuredQuantile]
  }

  package let geometry: ErrorGeometry
  package let intervalMethod: IntervalMethod
  /// In ascending order.
  package let levels: [Level]
  /// Reports that are on no level; `nil` when there are none.
  package let others: Level?
  package let overall: Level
  package let samples: Int
  package let effective: EffectiveSamples
  package let warnings: [FitWarning]
}
