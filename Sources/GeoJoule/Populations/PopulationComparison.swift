package import Analysis
import DeviceModel
import Simulation
import Strategies
import World

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
    let numbers = SeedCounter(count: request.people)
    let parts = try await withThrowingTaskGroup(of: Part.self) { group in
      for _ in 0..<min(request.jobs, request.people) {
        group.addTask {
          let meter = RunMeter()
          var part = Part(people: [], notes: request.strategies.map { _ in [:] })
          while let index = numbers.take() {
            try Task.checkCancellation()
            try run(index + 1, request, meter, into: &part)
            progress?(numbers.finish())
          }
          return part
        }
      }
      var whole = Part(people: [], notes: request.strategies.map { _ in [:] })
      for try await part in group { whole.merge(part) }
      return whole
    }
    return PopulationSummary(
      strategies: request.strategies.map { .init(name: $0.name, use: $0.use == .live ? .live : .record) },
      people: parts.people, notes: parts.notes,
      prediction: try PredictionModel(
        device: request.device, network: request.network, isDrawn: request.parameters == .drawn))
  }

  /// What a worker keeps.
  private struct Part: Sendable {
    var people: [PersonFigures]
    /// By strategy, how many people's runs have which.
    var notes: [[String: Int]]

    mutating func merge(_ other: Part) {
      people += other.people
      for index in notes.indices { notes[index].merge(other.notes[index], uniquingKeysWith: +) }
    }
  }

  private static func run(
    _ number: Int, _ request: PopulationRequest, _ meter: RunMeter, into part: inout Part
  ) throws {
    let person = request.person(number)
    let day = try SimulationTrial(request.request(for: person), seed: person.seed)
    let alone = try day.runOnce(Comparison.baseline, meter)
    let paired = day.watch == nil ? alone : try day.runOnce(Comparison.baseline, withWatch: true, meter)
    var values: [[Double?]] = []
    for (index, strategy) in request.strategies.enumerated() {
      let use: StrategyUse = strategy.use == .live ? .live : .record
      let isBaseline = strategy.kind == Comparison.baseline.kind
      let own = isBaseline ? alone : try day.runOnce(strategy, meter)
      let baseline = strategy.usesWatch ? paired : alone
      values.append(PopulationFigure.allCases.map { $0.value(own, baseline: baseline, use: use) })
      for note in Set(own.notes) { part.notes[index][note, default: 0] += 1 }
    }
    part.people.append(PersonFigures(number: number, seed: person.seed, traits: person.traits, values: values))
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
    return meter.measure(record, truth: truth, gaps: world.gaps)
  }
}
