extension ActivityEstimate {
  /// Simulates one strategy per accuracy and prices the times.
  ///
  /// - Parameters:
  ///   - reported: the same by report and by state, where there are several.
  ///   - request: day, phone and seeds; its strategies are not used.
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
    let without = rows[0]
    let prediction = try request.prediction
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
    /// `nil` without a seed.
    func share(_ seconds: Double, _ joules: [Double]) -> Share? {
      SampleStatistics(joules).map { Share(seconds: seconds, energy: $0, prediction: range(joules)) }
    }
    let days = activity.period.seconds / 86_400
    let seconds = Dictionary(activity.times.map { ($0.accuracy, $0.duration.seconds) }, uniquingKeysWith: +)
    let drains = sum(seconds, percent).map { $0 / activity.period.seconds }
    guard let whole = share(activity.period.seconds, sum(seconds, watts)), let drain = SampleStatistics(drains) else {
      preconditionFailure("a request has at least one seed")
    }
    self.init(whole: whole, drain: drain, drainPrediction: range(drains))
    self.states = states.compactMap { state in
      guard let own = share(state.times.values.reduce(0, +), sum(state.times, watts)),
        let percent = SampleStatistics(sum(state.times, percent).map { $0 / 3_600 / days })
      else { return nil }
      return (state.domain, state.label, own, state.background, percent)
    }
    fleet = (reported?.days ?? []).map { day in
      let joules = sum(day.times, watts)
      return joules.reduce(0, +) / Double(max(1, joules.count)) * 86_400 / day.period.seconds
    }.sorted()
    parts = activity.times.compactMap { time in
      let seconds = time.duration.seconds
      guard let power = watts[time.accuracy].flatMap({ SampleStatistics($0) }),
        let own = share(seconds, sum([time.accuracy: seconds], watts))
      else { return nil }
      return (Self.name(of: time.accuracy), own, power)
    }
  }

  /// Standard updates all day at one accuracy, with nothing that would save energy.
  static func strategy(_ accuracy: DesiredAccuracy) -> StrategySpecification {
    let name = name(of: accuracy)
    return StrategySpecification(
      name: name, summary: "", kind: "standard", parameters: ["desired_accuracy": .choice(name)])
  }

  private static func name(of accuracy: DesiredAccuracy) -> String {
    DesiredAccuracy.names.first { $0.value == accuracy }?.name ?? "best"
  }
}
