/// Runs strategies over the people of a population: the same person, the same days and the same phone under each.
package enum PopulationComparison {
  /// Draws and runs one person after another; each worker takes the next. Of a person only the figures are kept.
  ///
  /// The same request gives the same summary for any number of jobs, and a person is the same whoever else is drawn.
  ///
  /// - Parameters:
  ///   - request: each of its seeds is a person of its `people`, whom it names.
  ///   - progress: called after each person with how many are done, from any thread.
  /// - Throws: `ProfileFault` for a profile that cannot be used, `UnknownStrategyKind`, `WatchMissing`, `CancellationError`.
  package static func run(
    _ request: ComparisonRequest, progress: (@Sendable (Int) -> Void)? = nil
  ) async throws -> PopulationSummary {
    let model = try request.prediction
    let people = try await boundedMap(
      request.seedCount, jobs: request.jobs,
      context: { RunMeter(Metric.allCases + request.needs.metrics, needs: request.needs) },
      progress: progress
    ) { index, meter in try run(index + 1, request, meter) }
    var notes = request.strategies.map { _ in [String: Int]() }
    for person in people {
      for (index, own) in person.notes.enumerated() {
        for note in own { notes[index][note, default: 0] += 1 }
      }
    }
    var summary = PopulationSummary(
      strategies: request.strategies.map { (name: $0.name, use: $0.use == .live ? .live : .record) },
      people: people.map(\.figures), notes: notes, prediction: model)
    summary.comparison = request.strategies.enumerated().map { index, strategy in
      Comparison.row(of: strategy, people.map { $0.runs[index] }, baseline: [])
    }
    return summary
  }

  /// The figures of which a row's kind is told, beside those of the needs.
  private static let decided: [Metric] = [
    .drainPercentPerHour, .locationsPerHour, .missedEvents, .trueEvents, .errorP95, .movingErrorP95, .watchEnergy,
  ]

  /// - Returns: the person's figures, and by strategy the notes of its run and what a decision needs of it.
  private static func run(
    _ number: Int, _ request: ComparisonRequest, _ meter: RunMeter
  ) throws -> (figures: PersonFigures, notes: [Set<String>], runs: [RunMetrics]) {
    let seed = request.firstSeed + UInt64(number - 1)
    guard let person = request.person(ofSeed: seed) else { preconditionFailure("a comparison over people names them") }
    var own = request
    (own.scenario, own.people) = (person.scenario, nil)
    let day = try SimulationTrial(own, seed: seed)
    let alone = try day.runOnce(Comparison.baseline, meter)
    let paired = day.watch == nil ? alone : try day.runOnce(Comparison.baseline, withWatch: true, meter)
    var values: [[Double?]] = []
    var notes: [Set<String>] = []
    var runs: [RunMetrics] = []
    for strategy in request.strategies {
      let use: StrategyUse = strategy.use == .live ? .live : .record
      let isBaseline = strategy.kind == Comparison.baseline.kind
      let own = isBaseline ? alone : try day.runOnce(strategy, meter)
      let baseline = strategy.usesWatch ? paired : alone
      values.append(PopulationFigure.allCases.map { $0.value(own, baseline: baseline, use: use) })
      notes.append(Set(own.notes))
      runs.append(own.kept(Self.decided + request.needs.metrics))
    }
    return (PersonFigures(number: number, seed: seed, traits: person.traits, values: values), notes, runs)
  }
}

extension SimulationTrial {
  /// Runs one strategy without asking when the battery would have been empty: over days with a charger that says nothing,
  /// and it takes another run.
  fileprivate func runOnce(
    _ strategy: StrategySpecification, withWatch: Bool = false, _ meter: RunMeter
  ) throws -> RunMetrics {
    var record = try devices(strategy, withWatch: withWatch).record(horizon: nil, meter: meter)
    record.notes = notes(strategy, of: record)
    return meter.measure(record, truth: truth, gaps: world.gaps, legs: world.legs(meter.needs))
  }
}
