/// Runs the strategies of a budget and judges its limits, with as many seeds as that takes.
package enum LimitSampling {
  /// The runs of a budget under one set of conditions.
  package struct Result: Sendable {
    /// Of each strategy of the request, in rising order of seeds.
    package let runs: [[RunMetrics]]
    /// For each strategy, of the same worlds without location use.
    package let none: [[RunMetrics]]
    /// For each strategy, one for each limit.
    package let verdicts: [[LimitVerdict]]
  }

  /// Runs up to each look of the plan and stops at the first at which every limit of every strategy is decided.
  ///
  /// - Parameters:
  ///   - request: its number of seeds does not matter; the plan says it.
  ///   - limits: those to judge.
  ///   - baseline: the figure of each strategy in the baseline, by its index; asked for limits against one.
  ///   - progress: called after each seed with how many are done, from any thread.
  /// - Throws: as `Comparison.run`.
  package static func judge(
    _ request: ComparisonRequest, limits: [BudgetLimit], seeds: SeedPlan,
    baseline: (_ strategy: Int, _ metric: BudgetMetric) -> [SeedValue] = { _, _ in [] },
    progress: (@Sendable (Int) -> Void)? = nil
  ) async throws -> Result {
    // Its phones are drawn, which takes as long as a short check.
    let model =
      try limits.contains { $0.promise != nil }
      ? PredictionModel(
        device: request.device, network: request.network, isDrawn: request.parameters == .drawn) : nil
    let judged = request.strategies.indices
    let old = judged.map { strategy in
      limits.map { $0.bound.isRelative ? baseline(strategy, $0.metric) : [] }
    }
    var (runs, none) = empty(request)
    var verdicts: [[LimitVerdict]] = []
    for look in seeds.looks {
      try await extend(&runs, &none, request, to: look, progress: progress)
      verdicts = judged.map { strategy in
        zip(limits, old[strategy]).map { limit, old in
          LimitJudge.judge(
            limit, current: limit.values(of: runs[strategy], none: none[strategy], model: model), baseline: old,
            rule: seeds.rule(seeds: look))
        }
      }
      if verdicts.allSatisfy({ $0.allSatisfy(\.isCertain) }) { break }
    }
    return Result(runs: runs, none: none, verdicts: verdicts)
  }

  /// Runs all seeds of a plan, as a baseline needs them, with marginal figures.
  ///
  /// - Parameters:
  ///   - request: its number of seeds does not matter.
  ///   - seeds: how many to run.
  ///   - progress: called after each seed with how many are done, from any thread.
  /// - Throws: as `Comparison.run`.
  package static func measure(
    _ request: ComparisonRequest, seeds: Int, progress: (@Sendable (Int) -> Void)? = nil
  ) async throws -> Result {
    var (runs, none) = empty(request)
    try await extend(&runs, &none, request, to: seeds, progress: progress)
    return Result(runs: runs, none: none, verdicts: [])
  }

  private static func empty(_ request: ComparisonRequest) -> (runs: [[RunMetrics]], none: [[RunMetrics]]) {
    let empty = request.strategies.map { _ in [RunMetrics]() }
    return (empty, empty)
  }

  private static func extend(
    _ runs: inout [[RunMetrics]], _ none: inout [[RunMetrics]], _ request: ComparisonRequest, to count: Int,
    progress: (@Sendable (Int) -> Void)?
  ) async throws {
    let done = runs.first?.count ?? 0
    guard count > done else { return }
    var next = request
    next.firstSeed += UInt64(done)
    next.seedCount = count - done
    let result = try await Comparison.run(next) { progress?(done + $0) }
    for index in result.rows.indices {
      runs[index] += result.rows[index].runs
      none[index] += result.none[index]
    }
  }
}
