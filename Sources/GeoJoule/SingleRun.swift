public import Analysis
import DeviceModel
import LocationServices
import Quantities
public import Simulation
public import Strategies
public import World

/// One strategy on one seed, in full: its timeline, its deliveries, its figures.
public struct SingleRun: Sendable {
  public let strategy: StrategySpecification
  /// With its timeline.
  public let record: RunRecord
  public let metrics: RunMetrics
  /// Where the phone really was.
  public let truth: Journey

  /// Runs the request's strategy at `index` on its first seed.
  ///
  /// - Throws: `ProfileFault` for a profile that cannot be used, `UnknownStrategyKind`.
  public init(_ request: ComparisonRequest, strategy index: Int = 0) throws {
    strategy = request.strategies[index]
    let seedWorld = try SeedWorld(
      device: request.device, network: request.network, scenario: request.scenario, parameters: request.parameters,
      seed: request.firstSeed)
    record = try seedWorld.runWithTimeline(strategy)
    var meter = RunMeter()
    metrics = meter.measure(record, truth: seedWorld.world.journey, gaps: seedWorld.world.gaps)
    truth = seedWorld.world.journey
  }
}
