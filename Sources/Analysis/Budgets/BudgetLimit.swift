/// One limit on one figure.
public struct BudgetLimit: Sendable, Hashable {
  public var metric: BudgetMetric
  public var bound: BudgetBound
  public var level: BudgetLevel
  public var decideOn: DecisionBasis
  public var waiver: Waiver?
  public var place: BudgetPlace

  public init(
    metric: BudgetMetric, bound: BudgetBound, level: BudgetLevel = .error, decideOn: DecisionBasis = .mean,
    waiver: Waiver? = nil, place: BudgetPlace
  ) {
    self.metric = metric
    self.bound = bound
    self.level = level
    self.decideOn = decideOn
    self.waiver = waiver
    self.place = place
  }
}
