/// Runs strategies on the same days with the same phones.
public enum Comparison {
  /// What a comparison gives: a row per strategy, in the order of the request.
  public struct Result: Sendable {
    /// One for each strategy, in the order of the request.
    public let rows: [StrategySummary]
    /// For each row, the same worlds without location use.
    package let none: [[RunMetrics]]
  }

  /// The strategy that every marginal figure is taken against.
  public static let baseline = StrategySpecification(
    name: "none", summary: "uses no location; the baseline", kind: "none")

  /// Runs every seed under every strategy; each worker takes the next seed.
  ///
  /// The same request gives the same result for any number of jobs.
  ///
  /// - Parameters:
  ///   - request: the days, the phone and the strategies.
  ///   - progress: called after each seed with how many are done, from any thread.
  /// - Throws: `ProfileFault` for a profile that cannot be used, `UnknownStrategyKind`, `WatchMissing`, `CancellationError`.
  public static func run(
    _ request: ComparisonRequest, progress: (@Sendable (Int) -> Void)? = nil
  ) async throws -> Result {
    let metrics = Metric.allCases + request.metrics + (request.need?.metrics ?? [])
    let perSeed = try await boundedMap(
      request.seedCount, jobs: request.jobs,
      context: { RunMeter(metrics, needs: request.needs, keepsDistributions: request.keepsDistributions) },
      progress: progress
    ) { index, meter in try runSeed(request.firstSeed + UInt64(index), request, meter) }
    let prediction = try request.prediction
    let rows = request.strategies.indices.map { index in
      var row = row(
        of: request.strategies[index], perSeed.map { $0[index].own }, baseline: perSeed.map { $0[index].baseline })
      row.prediction = prediction
      return row
    }
    return Result(
      rows: rows,
      none: request.strategies.indices.map { index in perSeed.map { $0[index].baseline } })
  }

  /// The row of a strategy, with what a reader has to know of it.
  static func row(of strategy: StrategySpecification, _ runs: [RunMetrics], baseline: [RunMetrics]) -> StrategySummary {
    var row = StrategySummary(
      strategy: strategy.name, use: strategy.use == .live ? .live : .record, runs: runs, baseline: baseline)
    row.unavailable = strategy.unavailableOn.map { .lacking($0.title) } ?? (strategy.platform.isPast ? .ended : nil)
    row.permission = strategy.needs.authorization.map { _ in strategy.needs.phrase }
    row.system = strategy.platform.system
    row.platform = strategy.platform.name
    row.decision = strategy.decided.map {
      UserDecision(strategy: $0.strategy, decision: $0.choice.title, isOffered: $0.isOffered)
    }
    return row
  }

  private static func runSeed(
    _ seed: UInt64, _ request: ComparisonRequest, _ meter: RunMeter
  ) throws -> [PairedRun] {
    let day = try SimulationTrial(request, seed: seed)
    let wholeDay = try day.run(baseline, meter: meter).figures
    let withWatch = day.watch == nil ? wholeDay : try day.run(baseline, withWatch: true, meter: meter).figures
    return try request.strategies.map { strategy in
      let (record, own) = try day.run(strategy, untilEmpty: request.untilEmpty, meter: meter)
      let hasWatch = record.watch != nil
      // A run that ended early is compared with the same hours without location, and a pair with a pair.
      let same =
        record.endedEmpty
        ? try day.run(baseline, horizon: record.horizon, withWatch: hasWatch, meter: meter).figures
        : hasWatch ? withWatch : wholeDay
      return PairedRun(own: own, baseline: same)
    }
  }
}

/// A strategy's figures on one seed, and those of the same span of the same day without location.
package struct PairedRun: Sendable {
  package let own: RunMetrics
  package let baseline: RunMetrics
}
