package import Analysis
import Strategies

/// Runs the strategies of a budget and judges its limits, with as many seeds as that takes.
package enum BudgetCheck {
  /// The runs of a budget under one set of conditions.
  package struct Result: Sendable {
    /// Of each strategy of the request, in rising order of seeds.
    package let runs: [[RunMetrics]]
    /// Of the same worlds without location use; empty where no marginal figure was asked for.
    package let none: [RunMetrics]
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
  package static func run(
    _ request: ComparisonRequest, limits: [BudgetLimit], seeds: SeedPlan,
    baseline: (_ strategy: Int, _ metric: BudgetMetric) -> [SeedValue] = { _, _ in [] },
    progress: (@Sendable (Int) -> Void)? = nil
  ) async throws -> Result {
    // Its phones are drawn, which takes as long as a short check.
    let model =
      try limits.contains { $0.promise != nil }
      ? PredictionModel.ofPromises(
        device: request.device, network: request.network, isDrawn: request.parameters == .drawn) : nil
    let needsNone = limits.contains { $0.metric.isMarginal }
    let judged = request.strategies.indices
    let old = judged.map { strategy in
      limits.map { $0.bound.isRelative ? baseline(strategy, $0.metric) : [] }
    }
    var collected = [[RunMetrics]](repeating: [], count: request.strategies.count + (needsNone ? 1 : 0))
    var verdicts: [[LimitVerdict]] = []
    for look in seeds.looks {
      let done = collected.first?.count ?? 0
      try await extend(&collected, request, from: done, to: look, needsNone: needsNone, progress: progress)
      let none = needsNone ? collected.last ?? [] : []
      verdicts = judged.map { strategy in
        zip(limits, old[strategy]).map { limit, old in
          LimitJudge.judge(
            limit, current: limit.values(of: collected[strategy], none: none, model: model), baseline: old,
            rule: seeds.rule(seeds: look))
        }
      }
      if verdicts.allSatisfy({ $0.allSatisfy(\.isCertain) }) { break }
    }
    return Result(
      runs: Array(collected.prefix(request.strategies.count)), none: needsNone ? collected.last ?? [] : [],
      verdicts: verdicts)
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
    var collected = [[RunMetrics]](repeating: [], count: request.strategies.count + 1)
    try await extend(&collected, request, from: 0, to: seeds, needsNone: true, progress: progress)
    return Result(runs: Array(collected.dropLast()), none: collected.last ?? [], verdicts: [])
  }

  private static func extend(
    _ collected: inout [[RunMetrics]], _ request: ComparisonRequest, from done: Int, to count: Int, needsNone: Bool,
    progress: (@Sendable (Int) -> Void)?
  ) async throws {
    guard count > done else { return }
    var next = request
    next.firstSeed += UInt64(done)
    next.seedCount = count - done
    if needsNone { next.strategies.append(Comparison.baseline) }
    let result = try await Comparison.run(next) { progress?(done + $0) }
    for (index, row) in result.rows.enumerated() { collected[index] += row.runs }
  }
}
