/// What the seeds say about one limit.
package struct LimitVerdict: Sendable, Hashable {
  /// Whether the number that the limit decides on is beyond it.
  package let isBroken: Bool
  /// Whether the whole interval agrees with that. A sequential test stops when it does.
  package let isCertain: Bool
  /// The figure itself over all seeds that have it; `nil` when none has.
  package let figure: MeanInterval?
  /// How many seeds were run.
  package let seeds: Int
  /// How the intervals were made.
  package let rule: IntervalRule
  /// The increase against the baseline (the decrease for a `max_decrease`), paired by seed.
  package let change: MeanInterval?
  /// The baseline's mean over the pairs.
  package let baselineMean: Double?
  /// The interval that decides, in the figure's unit, where it is wider than the mean's; see `MeanInterval.decisive`.
  package let decisive: ClosedRange<Double>?
  /// For a quantile of the seeds: the interval of the share of all seeds that is beyond the limit.
  package let beyond: ClosedRange<Double>?
  /// How far beyond the limit, in shares of it; negative within. Infinite without a figure. It orders reports only.
  package let excess: Double

  package init(
    isBroken: Bool, isCertain: Bool, figure: MeanInterval?, seeds: Int, rule: IntervalRule,
    change: MeanInterval? = nil, baselineMean: Double? = nil, decisive: ClosedRange<Double>? = nil,
    beyond: ClosedRange<Double>? = nil, excess: Double
  ) {
    self.decisive = rule.allowsForUnseen ? decisive : nil
    self.beyond = beyond
    self.isBroken = isBroken
    self.isCertain = isCertain
    self.figure = figure
    self.seeds = seeds
    self.rule = rule
    self.change = change
    self.baselineMean = baselineMean
    self.excess = excess
  }

  /// The change as a percentage of the baseline; `nil` without one or where the baseline is 0.
  package var changePercent: Double? {
    guard let change, let baselineMean, baselineMean != 0 else { return nil }
    return change.mean / abs(baselineMean) * 100
  }
}
