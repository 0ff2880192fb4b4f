package import Analysis
import DeviceModel
package import LocationServices
import Quantities
import Strategies

/// What a real app's use of location cost, estimated: its measured times by accuracy, times the simulated extra power of
/// standard updates at that accuracy.
///
/// Energy = sum over accuracies of time x (energy with updates - energy without) / duration of the simulated day, for each
/// seed with one phone for all accuracies. The interval holds what is not known of the phone and how the simulated days
/// differ; whether the real app's user rested or travelled while it ran is not in the report: the scenario says it.
/// Accuracies that ran at once are counted twice, as MetricKit counts them.
package struct ActivityEstimate: Sendable {
  /// One accuracy's part.
  package struct Part: Sendable {
    package let time: LocationActivity.Time
    /// In watts.
    package let power: SampleStatistics
    /// In joules.
    package let energy: SampleStatistics
    /// The prediction range of the energy.
    package let prediction: ClosedRange<Double>?
  }

  package let activity: LocationActivity
  package let parts: [Part]
  /// In joules.
  package let energy: SampleStatistics
  /// Of the battery, in percent per hour of the period.
  package let drain: SampleStatistics
  /// Prediction ranges of both.
  package let energyPrediction: ClosedRange<Double>?
  package let drainPrediction: ClosedRange<Double>?

  /// Simulates one strategy per accuracy and prices the times.
  ///
  /// - Parameters:
  ///   - request: day, phone and seeds; its strategies are not used.
  /// - Throws: as `Comparison.run`.
  package init(
    _ activity: LocationActivity, request: ComparisonRequest, progress: (@Sendable (Int) -> Void)? = nil
  ) async throws {
    var request = request
    request.strategies = [Comparison.baseline] + activity.times.map { Self.strategy($0.accuracy) }
    request.untilEmpty = false
    let rows = try await Comparison.run(request, progress: progress).rows
    self.activity = activity
    let without = rows[0]
    let prediction = try PredictionModel(
      device: request.device, network: request.network, isDrawn: request.parameters == .drawn)
    /// Of what location use adds, by seed.
    func range(_ values: [Double]) -> ClosedRange<Double>? {
      prediction.range(values, shares: values.map { _ in 1 })
    }
    var total = [Double](repeating: 0, count: request.seedCount)
    var share = total
    var parts: [Part] = []
    for (time, row) in zip(activity.times, rows.dropFirst()) {
      /// What a second of this accuracy adds, by seed.
      func added(_ metric: Metric) -> [Double] {
        zip(row.runs, without.runs).map { ($0[metric] ?? 0) - ($1[metric] ?? 0) }
      }
      let watts = added(.energy).map { $0 / row.duration.seconds }
      let joules = watts.map { $0 * time.duration.seconds }
      let percent = added(.drainPercentPerHour)
      for index in total.indices {
        total[index] += joules[index]
        share[index] += percent[index] * (time.duration / activity.period)
      }
      guard let power = SampleStatistics(watts), let energy = SampleStatistics(joules) else { continue }
      parts.append(Part(time: time, power: power, energy: energy, prediction: range(joules)))
    }
    self.parts = parts
    guard let energy = SampleStatistics(total), let drain = SampleStatistics(share) else {
      preconditionFailure("a request has at least one seed")
    }
    self.energy = energy
    self.drain = drain
    (energyPrediction, drainPrediction) = (range(total), range(share))
  }

  /// Standard updates all day at one accuracy, with nothing that would save energy.
  static func strategy(_ accuracy: DesiredAccuracy) -> StrategySpecification {
    let name = DesiredAccuracy.names.first { $0.value == accuracy }?.name ?? "best"
    return StrategySpecification(
      name: name, summary: "", kind: "standard", parameters: ["desired_accuracy": .choice(name)])
  }
}
