/// One limit on one figure.
package struct BudgetLimit: Sendable, Hashable {
  package var metric: BudgetMetric
  package var bound: BudgetBound
  package var level: BudgetLevel
  package var decideOn: DecisionBasis
  package var waiver: Waiver?
  package var place: BudgetPlace
  /// `nil` for a limit on simulated figures.
  package var promise: Promise?

  /// The figure of each run that the limit is about.
  ///
  /// - Parameters:
  ///   - model: of the drawn phones; a promise needs it.
  ///   - count: how many phones are drawn, where these are some of them.
  package func values(
    of runs: [RunMetrics], none: [RunMetrics], model: PredictionModel?, count: Int? = nil
  ) -> [SeedValue] {
    guard let promise, let model else { return metric.values(of: runs, none: none) }
    return promise.values(of: metric, runs: runs, model: model, count: count)
  }

  package init(
    metric: BudgetMetric, bound: BudgetBound, level: BudgetLevel = .error, decideOn: DecisionBasis = .mean,
    waiver: Waiver? = nil, place: BudgetPlace, promise: Promise? = nil
  ) {
    self.metric = metric
    self.bound = bound
    self.level = level
    self.decideOn = decideOn
    self.waiver = waiver
    self.place = place
    self.promise = promise
  }
}
