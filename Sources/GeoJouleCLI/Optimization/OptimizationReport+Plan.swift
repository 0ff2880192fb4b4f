import Analysis
import Documents
import GeoJoule
import Reports

extension OptimizationReport {
  init(_ plan: OptimizationPlan, _ outcome: SearchOutcome, command: String) {
    self.init(
      title: "Least \(plan.aim.objective.words) on \(plan.scenario.name)", scenario: plan.scenario.name,
      device: plan.device.name, network: plan.device.hasCellular ? plan.network.name : nil,
      isDrawn: plan.parameters == .drawn, objective: plan.aim.objective,
      tradeOff: plan.aim.tradeOff,
      constraints: plan.aim.constraints.map {
        Constraint(figure: $0.metric, side: $0.side, limit: $0.limit, text: $0.text)
      },
      outcome: outcome,
      name: { PointName(strategy: plan.variantName(of: $0), labels: plan.labels(at: $0)) },
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
      "\(strategy.name), optimized for \(scenario.name): least \(aim.objective.column)"
      + (constraints.isEmpty ? "" : " with \(constraints)")
    strategy.name = "\(strategy.name)-optimized"
    return StrategyWriter.text(of: strategy)
  }
}
