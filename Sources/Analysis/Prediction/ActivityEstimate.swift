/// What a real app's use of location cost, estimated: its measured times by accuracy, times the simulated extra power of
/// standard updates at that accuracy.
///
/// Energy = sum over accuracies of time x (energy with updates - energy without) / duration of the simulated day, for each
/// seed with one phone for all accuracies. The interval holds what is not known of the phone and how the simulated days
/// differ; whether the real app's user rested or travelled while it ran is not in the report: the scenario says it.
/// Accuracies that ran at once are counted twice, as MetricKit counts them.
package struct ActivityEstimate: Sendable {
  /// A time with what it took.
  package struct Share: Sendable {
    package let seconds: Double
    /// In joules.
    package let energy: SampleStatistics
    package let prediction: ClosedRange<Double>?

    package init(seconds: Double, energy: SampleStatistics, prediction: ClosedRange<Double>?) {
      (self.seconds, self.energy, self.prediction) = (seconds, energy, prediction)
    }
  }

  /// One accuracy's part, with its power in watts.
  package typealias Part = (accuracy: String, share: Share, power: SampleStatistics)

  /// A state that the app declares. Its time in the background is `nil` where the reports do not say it.
  package typealias State = (
    domain: String, label: String, share: Share, background: Double?, percentPerDay: SampleStatistics
  )

  package var parts: [Part] = []
  package var states: [State] = []
  /// Mean energy of each report in joules per 24 h, ascending: how phones and days of a fleet differ.
  package var fleet: [Double] = []
  /// Of the whole period.
  package let whole: Share
  /// Of the battery, in percent per hour of the period, and its prediction range.
  package let drain: SampleStatistics
  package let drainPrediction: ClosedRange<Double>?

  package init(whole: Share, drain: SampleStatistics, drainPrediction: ClosedRange<Double>?) {
    (self.whole, self.drain, self.drainPrediction) = (whole, drain, drainPrediction)
  }
}
