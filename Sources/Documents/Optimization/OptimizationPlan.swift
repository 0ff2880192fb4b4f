package import Analysis
package import DeviceModel
package import FileFormats
package import Strategies
package import World

/// What is optimized, with every name in it resolved.
package struct OptimizationPlan: Sendable {
  /// What is asked of the strategies.
  package struct Aim: Sendable, Hashable {
    /// What is to be small.
    package var objective: BudgetMetric
    package var constraints: [OptimizationConstraint]
    /// What the objective is traded against in the front; small is better.
    package var tradeOff: BudgetMetric

    /// - Parameter tradeOff: the figure of the first constraint that sets an upper limit when left out, or else the 95 %
    ///   error.
    package init(
      objective: BudgetMetric? = nil, constraints: [OptimizationConstraint] = [], tradeOff: BudgetMetric? = nil
    ) {
      self.objective = objective ?? BudgetMetric(column: "marginal_energy_J") ?? BudgetMetric(.energy)
      self.constraints = constraints
      self.tradeOff = tradeOff ?? constraints.first { $0.side == .atMost }?.metric ?? BudgetMetric(.errorP95)
    }
  }

  package static let standardRuns = 3_000

  package let name: String
  package let scenario: Scenario
  package let device: DeviceProfile
  package let network: NetworkProfile
  /// The watch beside the phone, where a strategy uses one.
  package let watch: SweepPlan.Watch?
  package let parameters: ParameterChoice
  package let aim: Aim
  package let settings: SearchSettings
  let variants: [OptimizationVariant]

  /// Every strategy whose parameters are searched.
  package var strategies: [StrategySpecification] { variants.flatMap(\.strategies) }

  /// A plan that searches the standard ranges of each strategy's parameters, or what the keys of its SDK say.
  package init(
    name: String, scenario: Scenario, device: DeviceProfile, network: NetworkProfile, watch: SweepPlan.Watch?,
    strategies: [StrategySpecification], answers: [SDKAnswer] = [], parameters: ParameterChoice, aim: Aim,
    settings: SearchSettings
  ) throws(InputError) {
    let others = strategies.filter { strategy in !answers.contains { $0.base.name == strategy.name } }
    try self.init(
      name: name, scenario: scenario, device: device, network: network, watch: watch, parameters: parameters, aim: aim,
      settings: settings,
      variants: answers.map { OptimizationVariant($0) }
        + OptimizationVariant.grouped(others) { OptimizationVariant.standardAxes(of: $0) })
  }

  init(
    name: String, scenario: Scenario, device: DeviceProfile, network: NetworkProfile, watch: SweepPlan.Watch?,
    parameters: ParameterChoice, aim: Aim, settings: SearchSettings, variants: [OptimizationVariant]
  ) throws(InputError) {
    if let other = aim.constraints.first(where: { $0.metric.quantile != nil }) {
      throw InputError(
        file: nil, message: "'\(other.text)' is about a quantile of the seeds, and a search compares means",
        remedy: "leave out '(p..)', and hold the result against it with 'geojoule check --limit'")
    }
    let starts = variants.reduce(0) { $0 + $1.strategies.count }
    guard settings.runs >= Self.leastRuns(strategies: starts) else {
      throw InputError(
        file: nil, message: "\(settings.runs) runs are too few for \(starts) strategies",
        remedy: "take at least \(Self.leastRuns(strategies: starts))")
    }
    (self.name, self.scenario, self.device, self.network) = (name, scenario, device, network)
    (self.watch, self.parameters, self.aim, self.settings) = (watch, parameters, aim, settings)
    self.variants = variants
  }

  /// Fewer runs do not even show what each strategy does as it is.
  package static func leastRuns(strategies: Int) -> Int { max(SearchSettings.leastRuns, 25 * strategies) }

  /// What is searched, for the search itself.
  package var problem: SearchProblem {
    SearchProblem(
      space: SearchSpace(variants.map(\.space)),
      constraints: aim.constraints.map {
        SearchConstraint($0.side, $0.limit, absenceIsGood: $0.metric.absenceIsGood, within: $0.metric.bounds)
      },
      tradeOffConstraint: aim.constraints.firstIndex { $0.metric == aim.tradeOff && $0.side == .atMost })
  }

  /// The strategy at a point, under the name of the variant.
  package func strategy(at point: SearchPoint) -> StrategySpecification {
    variants[point.variant].strategy(point.values)
  }

  /// What was searched at a point: each parameter with its value, in the order of the axes. An SDK's keys need not say all of them,
  /// so that its values are read back.
  package func labels(at point: SearchPoint) -> [SweepLabel] {
    let variant = variants[point.variant]
    let read = variant.answer.map { _ in variant.strategy(point.values) }
    return zip(variant.axes, point.values).map { axis, value in
      axis.label(axis.value(ofNumber: read.map(axis.number) ?? value))
    }
  }

  /// The name of a point's variant: that of its strategy, or several joined by `+` where their searches are the same.
  package func variantName(of point: SearchPoint) -> String { variants[point.variant].name }

  /// What a run tells the search.
  ///
  /// - Parameter baseline: the same day without location.
  package func observation(_ run: RunMetrics, baseline: RunMetrics) -> SearchObservation {
    func value(_ metric: BudgetMetric) -> Double? { metric.values(of: [run], none: [baseline]).first?.value }
    return SearchObservation(
      objective: value(aim.objective), tradeOff: value(aim.tradeOff),
      constraints: aim.constraints.map { value($0.metric) },
      locationShare: aim.objective.metric.isWholePhone ? (aim.objective.isMarginal ? 1 : run.locationShare) : nil)
  }

  /// Every figure that is looked at.
  package var metrics: [Metric] { [aim.objective.metric, aim.tradeOff.metric] + aim.constraints.map(\.metric.metric) }
}
