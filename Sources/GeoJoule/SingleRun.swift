public import Analysis
import DeviceModel
import LocationServices
public import Quantities
public import Simulation
public import Strategies
public import World

/// One strategy on one seed, in full: its timeline, its deliveries, its figures.
public struct SingleRun: Sendable {
  public let strategy: StrategySpecification
  /// With its timeline.
  public let record: RunRecord
  /// Energies paid per event or per byte, in order of time.
  public let payments: [EnergyPayment]
  /// The same of the watch; empty for a phone on its own.
  public let watchPayments: [EnergyPayment]
  public let metrics: RunMetrics
  /// Where the phone really was.
  public let truth: Journey
  /// Where the truth is not known well enough for figures of accuracy.
  public let gaps: [ClosedRange<Instant>]
  private let places: [Place]
  private let startOfDay: Int
  private let radio: String

  /// Runs the request's strategy at `index` on its first seed.
  ///
  /// - Throws: `ProfileFault` for a profile that cannot be used, `UnknownStrategyKind`.
  public init(_ request: ComparisonRequest, strategy index: Int = 0) throws {
    strategy = request.strategies[index]
    let seedWorld = try SimulationTrial(request, seed: request.firstSeed)
    let detail = try seedWorld.detail(of: strategy)
    (record, payments, watchPayments) = (detail.record, detail.payments, detail.watchPayments)
    metrics = RunMeter().measure(record, truth: seedWorld.truth, gaps: seedWorld.world.gaps)
    truth = seedWorld.truth
    gaps = seedWorld.world.gaps
    places = request.scenario.places
    startOfDay = request.scenario.startOfDay
    radio = request.network.accesses.isEmpty ? request.network.technology.title : "the cellular radio"
  }

  /// Everything about the run, for reports that explain a day.
  public var detail: RunDetail {
    var detail = RunDetail(
      strategy: strategy.name, use: strategy.use == .live ? .live : .record, record: record, payments: payments,
      metrics: metrics, truth: truth, gaps: gaps, places: places, startOfDay: startOfDay, radio: radio)
    detail.watchPayments = watchPayments
    return detail
  }
}
