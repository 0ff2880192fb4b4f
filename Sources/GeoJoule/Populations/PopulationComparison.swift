/// Runs strategies over the people of a population: the same person, the same days and the same phone under each.
package enum PopulationComparison {
  /// Draws and runs one person after another; each worker takes the next. Of a person only the figures are kept.
  ///
  /// The same request gives the same summary for any number of jobs, and a person is the same whoever else is drawn.
  ///
  /// - Parameter progress: called after each person with how many are done, from any thread.
  /// - Throws: `ProfileFault` for a profile that cannot be used, `UnknownStrategyKind`, `WatchMissing`, `CancellationError`.
  package static func run(
    _ request: PopulationRequest, progress: (@Sendable (Int) -> Void)? = nil
  ) async throws -> PopulationSummary {
    let isDrawn = request.parameters == .drawn
    let model = try PredictionModel(device: request.device, network: request.network, isDrawn: isDrawn)
    let people = try await boundedMap(
      request.people, jobs: request.jobs,
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
      strategies: request.strategies.map { .init(name: $0.name, use: $0.use == .live ? .live : .record) },
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
    _ number: Int, _ request: PopulationRequest, _ meter: RunMeter
  ) throws -> (figures: PersonFigures, notes: [Set<String>], runs: [RunMetrics]) {
    let person = request.person(number)
    let day = try SimulationTrial(request.request(for: person), seed: person.seed)
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
    return (PersonFigures(number: number, seed: person.seed, traits: person.traits, values: values), notes, runs)
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

/// Which strategies to compare over which people, with which phone.
package struct PopulationRequest: Sendable {
  package var device: DeviceProfile
  package var network: NetworkProfile
  package var population: PopulationProfile
  /// How many people, at least 1: numbers 1 to this.
  package var people: Int
  /// How long each is followed, 1 to `Person.longestDays`.
  package var days: Int
  /// The watch beside the phone, for strategies that use one.
  package var watch: WatchChoice?
  /// In the order of the report's rows.
  package var strategies: [StrategySpecification]
  /// That of the first person; the others follow it.
  package var firstSeed: UInt64
  /// Fixed: all have the same phone, and only people differ. Drawn: each has a phone of their own.
  package var parameters: ParameterChoice
  /// Workers; the result does not depend on it.
  package var jobs: Int
  /// What the reader asks of positions; `nil` where they do not say.
  package var need: Need?
  /// The needs by which strategies are judged.
  package var needs: Needs { Needs(onFoot: false, given: need) }

  package init(
    device: DeviceProfile, network: NetworkProfile, population: PopulationProfile, people: Int, days: Int = 7,
    strategies: [StrategySpecification], firstSeed: UInt64 = 1, parameters: ParameterChoice = .fixed, jobs: Int = 1,
    watch: WatchChoice? = nil
  ) {
    precondition(people >= 1 && jobs >= 1, "a comparison over people needs a person and a worker")
    precondition((1...Person.longestDays).contains(days), "people are followed for 1 to \(Person.longestDays) days")
    self.device = device
    self.network = network
    self.population = population
    self.people = people
    self.days = days
    self.strategies = strategies
    self.firstSeed = firstSeed
    self.parameters = parameters
    self.jobs = jobs
    self.watch = watch
  }

  /// One person's comparison: the same day, seed and phone as in the whole.
  package func request(for person: Person) -> ComparisonRequest {
    ComparisonRequest(
      device: device, network: network, scenario: person.scenario, strategies: strategies, firstSeed: person.seed,
      seedCount: 1, parameters: parameters, watch: watch)
  }

  /// - Parameter number: from 1.
  package func person(_ number: Int) -> Person {
    Person(population, number: number, firstSeed: firstSeed, days: days)
  }
}
