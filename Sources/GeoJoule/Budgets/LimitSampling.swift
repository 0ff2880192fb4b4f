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

  /// Runs up to each look of the plan and stops at the first at which every limit of every strategy is decided. Without limits it
  /// runs the seeds of the first look.
  ///
  /// - Parameters:
  ///   - request: its number of seeds does not matter; the plan says it.
  ///   - baseline: the figure of each strategy in the baseline, by its index; asked for limits against one.
  ///   - progress: called after each seed with how many are done, from any thread.
  package static func judge(
    _ request: ComparisonRequest, limits: [BudgetLimit], seeds: SeedPlan,
    baseline: (_ strategy: Int, _ metric: BudgetMetric) -> [SeedValue] = { _, _ in [] },
    progress: (@Sendable (Int) -> Void)? = nil
  ) async throws -> Result {
    // Its phones are drawn, which takes as long as a short check.
    let model = try limits.contains { $0.promise != nil } ? request.prediction : nil
    let judged = request.strategies.indices
    let old = judged.map { strategy in
      limits.map { $0.bound.isRelative ? baseline(strategy, $0.metric) : [] }
    }
    var runs = judged.map { _ in [RunMetrics]() }
    var none = runs
    var verdicts: [[LimitVerdict]] = []
    for look in seeds.looks {
      let done = runs.first?.count ?? 0
      var next = request
      (next.firstSeed, next.seedCount) = (request.firstSeed + UInt64(done), look - done)
      let result = try await Comparison.run(next) { progress?(done + $0) }
      for index in judged {
        runs[index] += result.rows[index].runs
        none[index] += result.none[index]
      }
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
}
