import Synchronization

/// Runs strategies that a search asks for, on the days of one scenario with one phone, with the figures of `Comparison`.
///
/// A seed's day is made once for all strategies of a request, and the run without location is kept.
package final class StrategyTrials: Sendable {
  /// One run, and the same day without location.
  package struct Run: Sendable {
    package let own: RunMetrics
    package let baseline: RunMetrics
  }

  private struct Baseline: Sendable {
    var phone: RunMetrics?
    var pair: RunMetrics?
  }

  private let request: ComparisonRequest
  private let metrics: [Metric]
  private let baselines = Mutex<[UInt64: Baseline]>([:])

  /// - Parameters:
  ///   - request: the day, the phone and the number of workers; its strategies say only whether a watch is needed.
  ///   - metrics: those that are looked at; positions are compared with the truth only where one of them needs it.
  package init(_ request: ComparisonRequest, metrics: [Metric]) {
    self.request = request
    self.metrics = metrics
  }

  /// The runs of each strategy, in the order of its seeds. They do not depend on the number of workers.
  ///
  /// - Parameter progress: called after each seed with how many runs it had, from any thread.
  /// - Throws: `ProfileFault`, `UnknownStrategyKind`, `WatchMissing`, `CancellationError`.
  package func runs(
    _ work: [(strategy: StrategySpecification, seeds: Range<UInt64>)], progress: (@Sendable (Int) -> Void)? = nil
  ) async throws -> [[Run]] {
    guard let first = work.map(\.seeds.lowerBound).min(), let end = work.map(\.seeds.upperBound).max() else {
      return []
    }
    let seeds = (first..<end).filter { seed in work.contains { $0.seeds.contains(seed) } }
    let found = try await boundedMap(
      seeds.count, jobs: request.jobs, context: { [self] in RunMeter(metrics) }
    ) { [self] index, meter in
      let strategies = work.filter { $0.seeds.contains(seeds[index]) }.map(\.strategy)
      let runs = try runSeed(seeds[index], strategies, meter)
      progress?(strategies.count)
      return runs
    }
    var sorted = [[Run]](repeating: [], count: work.count)
    for (seed, runs) in zip(seeds, found) {
      for (place, run) in zip(work.indices.filter { work[$0].seeds.contains(seed) }, runs) { sorted[place].append(run) }
    }
    return sorted
  }

  private func runSeed(
    _ seed: UInt64, _ strategies: [StrategySpecification], _ meter: RunMeter
  ) throws -> [Run] {
    let day = try SimulationTrial(request, seed: seed)
    return try strategies.map { strategy in
      let (record, own) = try day.run(strategy, meter: meter)
      return Run(own: own, baseline: try baseline(of: day, seed, withWatch: record.watch != nil, meter))
    }
  }

  private func baseline(
    of day: SimulationTrial, _ seed: UInt64, withWatch: Bool, _ meter: RunMeter
  ) throws -> RunMetrics {
    let known = baselines.withLock { $0[seed] }
    if let found = withWatch ? known?.pair : known?.phone { return found }
    let found = try day.run(Comparison.baseline, withWatch: withWatch, meter: meter).figures
    baselines.withLock { baselines in
      if withWatch {
        baselines[seed, default: Baseline()].pair = found
      } else {
        baselines[seed, default: Baseline()].phone = found
      }
    }
    return found
  }
}
