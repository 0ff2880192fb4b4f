import Synchronization

/// Runs strategies that a search asks for, on the days of one scenario with one phone, with the figures of `Comparison`.
///
/// A seed's day is made once for all strategies of a request, and the run without location is kept.
package final class StrategyTrials: Sendable {
  private let request: ComparisonRequest
  private let metrics: [Metric]
  /// Of the phone alone, and of it with a watch, by seed.
  private let baselines = Mutex<[Bool: [UInt64: RunMetrics]]>([:])
  private let done = Atomic<Int>(0)

  /// - Parameters:
  ///   - request: the day, the phone and the number of workers; its strategies say only whether a watch is needed.
  ///   - metrics: those that are looked at; positions are compared with the truth only where one of them needs it.
  package init(_ request: ComparisonRequest, metrics: [Metric]) {
    self.request = request
    self.metrics = metrics
  }

  /// The runs of each strategy, in the order of its seeds. They do not depend on the number of workers.
  ///
  /// - Parameter progress: called after each seed with how many runs were made so far, those of earlier calls included; from any thread.
  /// - Throws: `ProfileFault`, `UnknownStrategyKind`, `WatchMissing`, `CancellationError`.
  package func runs(
    _ work: [(strategy: StrategySpecification, seeds: Range<UInt64>)], progress: (@Sendable (Int) -> Void)? = nil
  ) async throws -> [[PairedRun]] {
    guard let first = work.map(\.seeds.lowerBound).min(), let end = work.map(\.seeds.upperBound).max() else {
      return []
    }
    let seeds = (first..<end).filter { seed in work.contains { $0.seeds.contains(seed) } }
    let found = try await boundedMap(
      seeds.count, jobs: request.jobs, context: { [self] in RunMeter(metrics) }
    ) { [self] index, meter in
      let strategies = work.filter { $0.seeds.contains(seeds[index]) }.map(\.strategy)
      let runs = try runSeed(seeds[index], strategies, meter)
      progress?(done.wrappingAdd(strategies.count, ordering: .relaxed).newValue)
      return runs
    }
    var sorted = [[PairedRun]](repeating: [], count: work.count)
    for (seed, runs) in zip(seeds, found) {
      for (place, run) in zip(work.indices.filter { work[$0].seeds.contains(seed) }, runs) { sorted[place].append(run) }
    }
    return sorted
  }

  private func runSeed(
    _ seed: UInt64, _ strategies: [StrategySpecification], _ meter: RunMeter
  ) throws -> [PairedRun] {
    let day = try SimulationTrial(request, seed: seed)
    return try strategies.map { strategy in
      let (record, own) = try day.run(strategy, meter: meter)
      return PairedRun(own: own, baseline: try baseline(of: day, seed, withWatch: record.watch != nil, meter))
    }
  }

  private func baseline(
    of day: SimulationTrial, _ seed: UInt64, withWatch: Bool, _ meter: RunMeter
  ) throws -> RunMetrics {
    if let known = baselines.withLock({ $0[withWatch]?[seed] }) { return known }
    let found = try day.run(Comparison.baseline, withWatch: withWatch, meter: meter).figures
    baselines.withLock { $0[withWatch, default: [:]][seed] = found }
    return found
  }
}
