import GeoJoule
import Reports

/// Runs the search of a plan on simulated days.
struct OptimizationRunner {
  private let plan: OptimizationPlan
  private let request: ComparisonRequest
  private let trials: StrategyTrials

  /// What of the search runs on another system than the phone's.
  var systemNotes: [String] { request.systemNotes }

  /// - Throws: `InputError` for a phone that cannot be used.
  init(_ plan: OptimizationPlan, jobs: Int) throws(InputError) {
    self.plan = plan
    _ = try PreparedPhone(plan.device, on: plan.network)
    let space = plan.problem.space
    let strategies = space.variants.indices.map { number in
      plan.strategy(
        at: SearchPoint(variant: number, values: space.variants[number].axes.map { $0.value(at: 0.5) }))
    }
    request = ComparisonRequest(
      device: plan.device, network: plan.network, scenario: plan.scenario, strategies: strategies,
      parameters: plan.parameters, jobs: jobs,
      watch: plan.watch.map { WatchChoice(device: $0.device, network: $0.network) })
    trials = StrategyTrials(request, metrics: plan.metrics)
  }

  /// - Parameter progress: called with how many runs are done, from any thread.
  func run(progress: @escaping @Sendable (Int) -> Void) async throws -> SearchOutcome {
    let (plan, trials) = (plan, trials)
    return try await ParameterSearch.run(plan.problem, plan.settings) { work in
      let asked = work.map { (strategy: plan.strategy(at: $0.point), seeds: $0.seeds) }
      let runs = try await trials.runs(asked, progress: progress)
      return runs.map { runs in runs.map { plan.observation($0.own, baseline: $0.baseline) } }
    }
  }

  /// All figures of some points.
  func summaries(of points: [SearchPoint], seeds: Range<UInt64>) async throws -> [SearchPoint: StrategySummary] {
    let strategies = points.map { plan.strategy(at: $0) }
    let runs = try await StrategyTrials(request, metrics: Metric.allCases).runs(strategies.map { ($0, seeds) })
    return Dictionary(
      zip(points, zip(strategies, runs)).map { point, found in
        let (strategy, runs) = found
        return (
          point,
          StrategySummary(
            strategy: strategy.name, use: strategy.use == .live ? .live : .record, runs: runs.map(\.own),
            baseline: runs.map(\.baseline))
        )
      }, uniquingKeysWith: { first, _ in first })
  }
}

extension OptimizationReport {
  init(_ plan: OptimizationPlan, _ outcome: SearchOutcome, command: String) {
    self.init(
      title: "Least \(plan.aim.objective.words) on \(plan.scenario.name)", scenario: plan.scenario.name,
      device: plan.device.name, network: plan.device.hasCellular ? plan.network.name : nil,
      isDrawn: plan.parameters == .drawn, objective: plan.aim.objective,
      tradeOff: plan.aim.tradeOff,
      constraints: plan.aim.constraints.map { ($0.metric, $0.side, $0.limit, $0.text) },
      outcome: outcome, name: { (plan.variantName(of: $0), plan.labels(at: $0)) },
      variants: plan.problem.space.variants, budget: plan.settings.runs, version: ProgramVersion.text, command: command
    )
  }
}

extension OptimizationPlan {
  /// A strategy file of a finalist, with a word on where it comes from.
  func file(of finalist: SearchOutcome.Finalist) -> String {
    var strategy = strategy(at: finalist.point)
    let constraints = aim.constraints.map(\.text).joined(separator: ", ")
    strategy.summary =
      "\(strategy.name), optimized for \(scenario.name): least \(aim.objective.words)"
      + (constraints.isEmpty ? "" : " with \(constraints)")
    strategy.name = "\(strategy.name)-optimized"
    return StrategyWriter.text(of: strategy)
  }
}
