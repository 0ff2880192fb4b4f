public import Analysis
import DeviceModel
import Quantities
import Simulation
public import Strategies
import World

/// Runs strategies on the same days with the same phones.
public enum Comparison {
  /// What a comparison gives: a row per strategy, in the order of the request.
  public struct Result: Sendable {
    public let rows: [StrategySummary]
    public let request: ComparisonRequest
  }

  /// The strategy that every marginal figure is taken against.
  public static let baseline = StrategySpecification(
    name: "none", summary: "uses no location; the base line", kind: "none")

  /// Runs every seed under every strategy; each worker takes the next seed.
  ///
  /// The same request gives the same result for any number of jobs.
  ///
  /// - Parameter progress: called after each seed with how many are done, from any thread.
  /// - Throws: `ProfileFault` for a profile that cannot be used, `UnknownStrategyKind`, `CancellationError`.
  public static func run(
    _ request: ComparisonRequest, progress: (@Sendable (Int) -> Void)? = nil
  ) async throws -> Result {
    let count = request.seedCount
    let seeds = SeedCounter(count: count)
    let perSeed = try await withThrowingTaskGroup(of: [(Int, [RunMetrics])].self) { group in
      for _ in 0..<min(request.jobs, count) {
        group.addTask {
          var meter = RunMeter()
          var results: [(Int, [RunMetrics])] = []
          while let index = seeds.take() {
            try Task.checkCancellation()
            results.append((index, try runSeed(request.firstSeed + UInt64(index), request, &meter)))
            progress?(seeds.finish())
          }
          return results
        }
      }
      var perSeed = [[RunMetrics]](repeating: [], count: count)
      for try await results in group {
        for (index, metrics) in results { perSeed[index] = metrics }
      }
      return perSeed
    }
    let baselines = perSeed.map { $0[request.strategies.count] }
    let rows = request.strategies.indices.map { index in
      let strategy = request.strategies[index]
      return StrategySummary(
        strategy: strategy.name, use: strategy.use == .live ? .live : .record, runs: perSeed.map { $0[index] },
        baseline: baselines)
    }
    return Result(rows: rows, request: request)
  }

  /// The metrics of each strategy on one seed, and of the base line at the end.
  private static func runSeed(
    _ seed: UInt64, _ request: ComparisonRequest, _ meter: inout RunMeter
  ) throws -> [RunMetrics] {
    let seedWorld = try SeedWorld(
      device: request.device, network: request.network, scenario: request.scenario, parameters: request.parameters,
      seed: seed)
    return try (request.strategies + [baseline]).map { strategy in
      let record = try seedWorld.run(strategy, untilEmpty: request.untilEmpty)
      return meter.measure(record, truth: seedWorld.world.journey, gaps: seedWorld.world.gaps)
    }
  }
}
