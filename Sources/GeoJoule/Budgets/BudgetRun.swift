/// A budget file's cases, run one after the other: what its limits found, or what its baseline keeps.
package struct BudgetRun: Sendable {
  /// What was found of one strategy of a case.
  package struct Outcome: Sendable {
    package let item: BudgetCase
    package let strategy: Int
    /// One for each active limit.
    package let findings: [BudgetFinding]
  }

  package let cases: [BudgetCase]
  /// How many seeds each case takes.
  package let plans: [SeedPlan]
  private let catalog: Catalog
  private let jobs: Int

  /// The cases with an active limit.
  package init(
    checking file: BudgetFile, against baseline: BudgetBaseline?, _ catalog: Catalog, jobs: Int
  ) throws(InputError) {
    cases = file.cases.filter { !$0.activeLimits.isEmpty }
    var plans: [SeedPlan] = []
    for item in cases { plans.append(try baseline?.plan(for: item) ?? item.seeds) }
    (self.plans, self.catalog, self.jobs) = (plans, catalog, jobs)
  }

  /// The cases whose limits are against a baseline.
  package init(measuring file: BudgetFile, _ catalog: Catalog, jobs: Int) {
    cases = file.cases.filter(\.needsBaseline)
    (plans, self.catalog, self.jobs) = (cases.map(\.seeds), catalog, jobs)
  }

  /// What is to be simulated of a case; the number of seeds is the check's own.
  package func request(_ item: BudgetCase) throws(InputError) -> ComparisonRequest {
    var request = try ComparisonRequest(
      device: item.device, network: item.network, scenario: item.scenario, strategies: item.strategies,
      firstSeed: item.firstSeed, seedCount: 1, parameters: item.conditions.parameters, jobs: jobs
    ).with(watch: "watch", catalog)
    request.people = item.people
    request.metrics = item.activeLimits.map(\.metric.metric).filter { !Metric.allCases.contains($0) }
    return request
  }

  /// Judges every limit, by case and strategy.
  ///
  /// - Parameters:
  ///   - base: the base branch's baseline: shows each figure's change since it, and decides nothing.
  ///   - today: decides which waivers hold.
  ///   - progress: called after each seed with how many of the case at an index are done, from any thread.
  package func check(
    _ baseline: BudgetBaseline?, base: Baseline?, today: CalendarDay,
    progress: @escaping @Sendable (_ done: Int, _ index: Int) -> Void
  ) async throws -> [Outcome] {
    var outcomes: [Outcome] = []
    for (index, item) in cases.enumerated() {
      let limits = item.activeLimits
      let request = try request(item)
      let result = try await LimitSampling.judge(
        request, limits: limits, seeds: plans[index],
        baseline: { strategy, metric in baseline?.entry(of: strategy, in: item)?.values(of: metric) ?? [] },
        progress: { progress($0, index) })
      let prediction = try request.prediction
      for (strategy, verdicts) in result.verdicts.enumerated() {
        let input = item.strategyInputs[strategy]
        let runs = result.runs[strategy]
        let before = base?.entry(named: input.name, like: item.conditions)
        let kept = baseline?.entry(of: strategy, in: item)
        let findings = zip(limits, verdicts).map { limit, verdict in
          var finding = BudgetFinding(
            budget: item.budget, scenario: item.scenario.name, device: item.device.name,
            network: item.device.networkName(item.network), strategy: item.strategies[strategy].name, limit: limit,
            verdict: verdict, seeds: plans[index], parameters: item.conditions.parameters, today: today,
            strategyChanged: kept.map { $0.strategy != input } ?? false,
            prediction: limit.predictedRange(of: runs, none: result.none[strategy], model: prediction))
          finding.sinceBase = before?.means(
            of: limit.metric, beside: limit.metric.values(of: runs, none: result.none[strategy]))
          if finding.status != .within, let known = kept ?? before {
            finding.cause = cause(since: known, item, strategy, runs)
          }
          return finding
        }
        outcomes.append(Outcome(item: item, strategy: strategy, findings: findings))
      }
    }
    return outcomes
  }

  private func cause(since entry: Baseline.Entry, _ item: BudgetCase, _ strategy: Int, _ runs: [RunMetrics])
    -> BudgetCause
  {
    var cause = BudgetCause(
      since: entry, keys: InputFingerprint.keys(of: item.strategies[strategy]), runs: runs)
    if let file = catalog.ownFile(.strategies, item.words.strategies[strategy]) {
      cause.place = cause.changes.lazy.compactMap { InputFingerprint.place(of: $0.key, in: file) }.first
    }
    return cause
  }

  /// Every figure of every seed, as a baseline keeps them.
  ///
  /// - Parameter progress: as in `check`.
  package func measure(
    progress: @escaping @Sendable (_ done: Int, _ index: Int) -> Void
  ) async throws -> Baseline {
    var entries: [Baseline.Entry] = []
    // Own thresholds and hours are no columns of all runs.
    let limited = cases.flatMap(\.activeLimits).filter(\.bound.isRelative).map(\.metric)
    let metrics = (BudgetMetric.all + limited).uniqued()
    for (index, item) in cases.enumerated() {
      var request = try request(item)
      request.metrics = metrics.map(\.metric).filter { !Metric.allCases.contains($0) }
      let result = try await LimitSampling.judge(
        request, limits: [], seeds: .count(item.seeds.cap), progress: { progress($0, index) })
      for (strategy, runs) in result.runs.enumerated() {
        var values: [String: [Double?]] = [:]
        for metric in metrics {
          values[metric.column] = metric.values(of: runs, none: result.none[strategy]).map(\.value)
        }
        entries.append(
          Baseline.Entry(
            conditions: item.conditions, strategy: item.strategyInputs[strategy],
            strategyKeys: InputFingerprint.keys(of: item.strategies[strategy]), seeds: runs.map(\.seed), values: values)
        )
      }
    }
    return Baseline(toolVersion: GeoJouleVersion.text, entries: Self.merged(entries))
  }

  /// Two budgets may run a strategy under equal conditions with different seeds: one entry has them all.
  private static func merged(_ entries: [Baseline.Entry]) -> [Baseline.Entry] {
    entries.grouped { BudgetBaseline.Key(conditions: $0.conditions, strategy: $0.strategy) }.map { same in
      // Where the values of a seed stand: in the first entry that has it.
      var places: [UInt64: (entry: Int, value: Int)] = [:]
      for (number, entry) in same.enumerated() {
        for (place, seed) in entry.seeds.enumerated() where places[seed] == nil { places[seed] = (number, place) }
      }
      let seeds = places.keys.sorted()
      let values = same[0].values.keys.map { column in
        (column, seeds.map { seed in places[seed].flatMap { same[$0.entry].values[column]?[$0.value] ?? nil } })
      }
      return Baseline.Entry(
        conditions: same[0].conditions, strategy: same[0].strategy, strategyKeys: same[0].strategyKeys, seeds: seeds,
        values: Dictionary(uniqueKeysWithValues: values))
    }
  }
}
