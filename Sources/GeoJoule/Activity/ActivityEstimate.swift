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

  /// What one state that the app declares cost.
  package struct State: Sendable {
    package let state: ReportedActivity.State
    /// In joules.
    package let energy: SampleStatistics
    /// The prediction range of the energy.
    package let prediction: ClosedRange<Double>?
    /// Of the battery, in percent a day.
    package let percentPerDay: SampleStatistics
  }

  package let activity: LocationActivity
  package let states: [State]
  /// Mean energy of each report in joules per 24 h, ascending: how phones and days of a fleet differ.
  package let fleet: [Double]
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
  ///   - reported: the same by report and by state, where there are several.
  ///   - request: day, phone and seeds; its strategies are not used.
  /// - Throws: as `Comparison.run`.
  package init(
    _ activity: LocationActivity, reported: ReportedActivity? = nil, request: ComparisonRequest,
    progress: (@Sendable (Int) -> Void)? = nil
  ) async throws {
    var request = request
    let states = reported?.states ?? []
    // A state may have an accuracy that the whole day lacks.
    let all = LocationActivity.times(activity.times.map { [$0.accuracy: $0.duration.seconds] } + states.map(\.times))
    request.strategies = [Comparison.baseline] + all.map { Self.strategy($0.accuracy) }
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
    /// What a second of each accuracy adds, by seed: in watts, and in percent per hour.
    var (watts, percent): ([DesiredAccuracy: [Double]], [DesiredAccuracy: [Double]]) = ([:], [:])
    for (time, row) in zip(all, rows.dropFirst()) {
      func added(_ metric: Metric) -> [Double] {
        zip(row.runs, without.runs).map { ($0[metric] ?? 0) - ($1[metric] ?? 0) }
      }
      watts[time.accuracy] = added(.energy).map { $0 / row.duration.seconds }
      percent[time.accuracy] = added(.drainPercentPerHour)
    }
    /// The sum over accuracies of seconds times what one adds, by seed.
    func sum(_ seconds: [DesiredAccuracy: Double], _ rates: [DesiredAccuracy: [Double]]) -> [Double] {
      (0..<request.seedCount).map { seed in
        all.reduce(0) { $0 + (seconds[$1.accuracy] ?? 0) * (rates[$1.accuracy]?[seed] ?? 0) }
      }
    }
    let days = activity.period.seconds / 86_400
    self.states = states.compactMap { state in
      let joules = sum(state.times, watts)
      guard let energy = SampleStatistics(joules),
        let percent = SampleStatistics(sum(state.times, percent).map { $0 / 3_600 / days })
      else { return nil }
      return State(state: state, energy: energy, prediction: range(joules), percentPerDay: percent)
    }
    fleet = (reported?.days ?? []).map { day in
      let joules = sum(day.times, watts)
      return joules.reduce(0, +) / Double(max(1, joules.count)) * 86_400 / day.period.seconds
    }.sorted()
    var parts: [Part] = []
    for time in activity.times {
      let joules = sum([time.accuracy: time.duration.seconds], watts)
      guard let rates = watts[time.accuracy], let power = SampleStatistics(rates), let energy = SampleStatistics(joules)
      else { continue }
      parts.append(Part(time: time, power: power, energy: energy, prediction: range(joules)))
    }
    let seconds = Dictionary(activity.times.map { ($0.accuracy, $0.duration.seconds) }, uniquingKeysWith: +)
    let total = sum(seconds, watts)
    let share = sum(seconds, percent).map { $0 / activity.period.seconds }
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
