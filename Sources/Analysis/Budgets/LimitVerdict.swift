/// What the seeds say about one limit.
public struct LimitVerdict: Sendable, Hashable {
  /// Whether the number that the limit decides on is beyond it.
  public let isBroken: Bool
  /// Whether the whole interval agrees with that. A sequential test stops when it does.
  public let isCertain: Bool
  /// The figure itself over all seeds that have it; `nil` when none has.
  public let figure: MeanInterval?
  /// How many seeds were run.
  public let seeds: Int
  /// How the intervals were made.
  public let rule: IntervalRule
  /// The increase against the baseline (the decrease for a `max_decrease`), paired by seed.
  public let change: MeanInterval?
  /// The baseline's mean over the pairs.
  public let baselineMean: Double?
  /// How far beyond the limit, in shares of it; negative within. Infinite without a figure. It orders reports only.
  public let excess: Double

  public init(
    isBroken: Bool, isCertain: Bool, figure: MeanInterval?, seeds: Int, rule: IntervalRule,
    change: MeanInterval? = nil, baselineMean: Double? = nil, excess: Double
  ) {
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
  public var changePercent: Double? {
    guard let change, let baselineMean, baselineMean != 0 else { return nil }
    return change.mean / abs(baselineMean) * 100
  }
}
