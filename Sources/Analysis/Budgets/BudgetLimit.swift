/// One limit on one figure.
package struct BudgetLimit: Sendable, Hashable {
  package var metric: BudgetMetric
  package var bound: BudgetBound
  package var level: BudgetLevel
  package var decideOn: DecisionBasis
  package var waiver: Waiver?
  package var place: BudgetPlace

  package init(
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
