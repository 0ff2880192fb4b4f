/// One strategy on one seed, in full: its timeline, its deliveries, its figures.
public struct SingleRun: Sendable {
  /// The strategy that ran.
  public let strategy: StrategySpecification
  /// Everything about the run, for reports that explain a day.
  package private(set) var detail: RunDetail
  /// The legs of the day and the stays between them, with their energy and what failed.
  package let legs: [RunLeg]

  /// With its timeline.
  public var record: RunRecord { detail.record }
  /// The figures that reports show.
  public var metrics: RunMetrics { detail.metrics }

  /// Runs the request's strategy at `index` on its first seed.
  ///
  /// - Throws: `ProfileFault` for a profile that cannot be used, `UnknownStrategyKind`.
  public init(_ request: ComparisonRequest, strategy index: Int = 0) throws {
    strategy = request.strategies[index]
    let trial = try SimulationTrial(request, seed: request.firstSeed)
    let (record, payments, watchPayments) = try trial.detail(of: strategy)
    var metrics = RunMeter(Metric.allCases + [request.need?.metric].compactMap(\.self)).measure(
      record, truth: trial.truth, gaps: trial.world.gaps, legs: trial.world.legs(request.needs))
    metrics.powerSaving = trial.powerSaving(strategy, of: record)
    legs = RunLeg.all(
      of: trial.world.legNames, in: trial.world.surroundings, record, payments, shares: metrics.legs,
      use: metrics.isAtRest || strategy.use == .live ? .live : .record)
    detail = RunDetail(
      strategy: strategy.name, use: strategy.use == .live ? .live : .record, record: record, payments: payments,
      metrics: metrics, truth: trial.truth, gaps: trial.world.gaps, places: request.scenario.places,
      startOfDay: request.scenario.startOfDay,
      radio: request.network.accesses.isEmpty ? request.network.technology.title : "the cellular radio")
    detail.watchPayments = watchPayments
  }
}

extension SingleRun {
  /// Runs the request's strategy at `index` on its first seed and calls `use` with the ledger until each of the
  /// instants: what the phone had done by then.
  ///
  /// - Parameter instants: in order of time; those after the day's end count as its end.
  /// - Throws: `ProfileFault` for a profile that cannot be used, `UnknownStrategyKind`, and what `use` throws.
  package static func ledgers(
    _ request: ComparisonRequest, strategy index: Int = 0, at instants: [Instant], use: (EnergyLedger) throws -> Void
  ) throws {
    let day = try SimulationTrial(request, seed: request.firstSeed)
    try PhoneSimulation.ledgers(
      of: try day.devices(request.strategies[index]).phone, world: day.world, at: instants, use: use)
  }
}
