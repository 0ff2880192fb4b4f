public import Analysis
public import DeviceModel
public import Strategies
public import World

/// What is optimized, with every name in it resolved.
public struct OptimizationPlan: Sendable {
  /// What is asked of the strategies.
  public struct Aim: Sendable, Hashable {
    /// What is to be small.
    public var objective: BudgetMetric
    public var constraints: [OptimizationConstraint]
    /// What the objective is traded against in the front; small is better.
    public var tradeOff: BudgetMetric

    /// - Parameter tradeOff: the figure of the first constraint that sets an upper limit when left out, or else the 95 %
    ///   error.
    public init(
      objective: BudgetMetric? = nil, constraints: [OptimizationConstraint] = [], tradeOff: BudgetMetric? = nil
    ) {
      self.objective = objective ?? BudgetMetric(column: "marginal_energy_J") ?? BudgetMetric(.energy)
      self.constraints = constraints
      self.tradeOff = tradeOff ?? constraints.first { $0.side == .atMost }?.metric ?? BudgetMetric(.errorP95)
    }
  }

  public static let standardRuns = 3_000

  public let name: String
  public let scenario: Scenario
  public let device: DeviceProfile
  public let network: NetworkProfile
  /// The watch beside the phone, where a strategy uses one.
  public let watch: SweepPlan.Watch?
  public let parameters: BudgetParameters
  public let aim: Aim
  public let settings: SearchSettings
  let variants: [OptimizationVariant]

  /// Every strategy whose parameters are searched.
  package var strategies: [StrategySpecification] { variants.flatMap(\.strategies) }

  /// A plan that searches the standard ranges of each strategy's parameters.
  ///
  /// - Throws: `InputError` where there is nothing to search, or too few runs for so many strategies.
  public init(
    name: String, scenario: Scenario, device: DeviceProfile, network: NetworkProfile, watch: SweepPlan.Watch?,
    strategies: [StrategySpecification], parameters: BudgetParameters, aim: Aim, settings: SearchSettings
  ) throws(InputError) {
    try self.init(
      name: name, scenario: scenario, device: device, network: network, watch: watch, parameters: parameters, aim: aim,
      settings: settings,
      variants: OptimizationVariant.grouped(strategies, axes: OptimizationVariant.standardAxes(of:)))
  }

  init(
    name: String, scenario: Scenario, device: DeviceProfile, network: NetworkProfile, watch: SweepPlan.Watch?,
    parameters: BudgetParameters, aim: Aim, settings: SearchSettings, variants: [OptimizationVariant]
  ) throws(InputError) {
    let starts = variants.reduce(0) { $0 + $1.strategies.count }
    guard settings.runs >= Self.leastRuns(strategies: starts) else {
      throw InputError(
        file: nil, message: "\(settings.runs) runs are too few for \(starts) strategies",
        remedy: "take at least \(Self.leastRuns(strategies: starts))")
    }
    self.name = name
    self.scenario = scenario
    self.device = device
    self.network = network
    self.watch = watch
    self.parameters = parameters
    self.aim = aim
    self.settings = settings
    self.variants = variants
  }

  /// Fewer runs do not even show what each strategy does as it is.
  public static func leastRuns(strategies: Int) -> Int { max(SearchSettings.leastRuns, 25 * strategies) }

  /// What is searched, for the search itself.
  public var problem: SearchProblem {
    SearchProblem(
      space: SearchSpace(variants.map(\.space)),
      constraints: aim.constraints.map {
        SearchConstraint($0.side, $0.limit, absenceIsGood: $0.metric.absenceIsGood)
      },
      tradeOffConstraint: aim.constraints.firstIndex { $0.metric == aim.tradeOff && $0.side == .atMost })
  }

  /// The strategy at a point, under the name of the variant.
  public func strategy(at point: SearchPoint) -> StrategySpecification {
    variants[point.variant].strategy(point.values)
  }

  /// What was searched at a point: each parameter with its value, in the order of the axes.
  public func labels(at point: SearchPoint) -> [SweepLabel] {
    zip(variants[point.variant].axes, point.values).map { $0.label($0.value(ofNumber: $1)) }
  }

  /// The name of a point's variant: that of its strategy, or several joined by `+` where their searches are the same.
  public func variantName(of point: SearchPoint) -> String { variants[point.variant].name }

  /// What a run tells the search.
  ///
  /// - Parameter baseline: the same day without location.
  public func observation(_ run: RunMetrics, baseline: RunMetrics) -> SearchObservation {
    func value(_ metric: BudgetMetric) -> Double? { metric.values(of: [run], none: [baseline]).first?.value }
    return SearchObservation(
      objective: value(aim.objective), tradeOff: value(aim.tradeOff),
      constraints: aim.constraints.map { value($0.metric) },
      locationShare: aim.objective.metric.isWholePhone ? (aim.objective.isMarginal ? 1 : run.locationShare) : nil)
  }

  /// Every figure that is looked at.
  public var metrics: [Metric] { [aim.objective.metric, aim.tradeOff.metric] + aim.constraints.map(\.metric.metric) }
}
