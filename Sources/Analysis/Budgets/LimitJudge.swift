/// Holds figures over seeds against limits.
///
/// A limit against a baseline is judged on differences paired by seed: what both runs share, the day and the device,
/// cancels. A tolerance in percent is exceeded where the mean of (new - old - percent of |old|) is above 0: one paired
/// sample, so its interval is exact where a ratio's would not be.
package enum LimitJudge {
  /// - Parameters:
  ///   - current: the figure of each seed.
  ///   - baseline: the figure of each seed of the baseline; a limit against a baseline needs it.
  ///   - rule: for the interval of the mean.
  package static func judge(
    _ limit: BudgetLimit, current: [SeedValue], baseline: [SeedValue] = [], rule: IntervalRule = .standard
  ) -> LimitVerdict {
    let values = current.compactMap(\.value)
    let figure = MeanInterval(values, rule, within: limit.metric.bounds)
    switch limit.bound {
    case .max(let threshold), .min(let threshold):
      let isMaximum = limit.bound.key == "max"
      if limit.metric.quantile != nil {
        return quantile(limit, values, current.count, rule, threshold: threshold, isMaximum: isMaximum)
      }
      if let found = pooled(limit, current, rule, threshold: threshold, isMaximum: isMaximum) { return found }
      return absolute(limit, figure, values, current.count, rule, threshold: threshold, isMaximum: isMaximum)
    case .maxIncrease(let tolerance):
      return relative(limit, figure, current, baseline, tolerance, sign: 1, rule)
    case .maxDecrease(let tolerance):
      return relative(limit, figure, current, baseline, tolerance, sign: -1, rule)
    }
  }

  /// A figure that no seed has cannot be shown to keep a limit, unless its absence is good.
  private static func missing(_ limit: BudgetLimit, _ rule: IntervalRule, seeds: Int) -> LimitVerdict {
    let isBroken = !limit.metric.absenceIsGood || limit.bound.key == "max"
    return LimitVerdict(
      isBroken: isBroken, isCertain: true, figure: nil, seeds: seeds, rule: rule,
      excess: isBroken ? .infinity : -.infinity)
  }

  /// No seed has the figure both now and in the baseline. A figure that is new is no regression, one that is gone is;
  /// where absence is good it is the other way round.
  private static func unpaired(
    _ limit: BudgetLimit, _ figure: MeanInterval?, _ seeds: Int, _ rule: IntervalRule, baselineHasValues: Bool
  ) -> LimitVerdict {
    let isBroken = limit.metric.absenceIsGood ? figure != nil && !baselineHasValues : baselineHasValues
    return LimitVerdict(
      isBroken: isBroken, isCertain: true, figure: figure, seeds: seeds, rule: rule,
      excess: isBroken ? .infinity : -.infinity)
  }

  /// A limit on a figure of rare things: over all events or searches of the seeds, as many as the limit says are beyond it. A
  /// seed's part of that is a number like any other, so its mean over the seeds decides; see `PooledFigure.excess`.
  ///
  /// - Returns: `nil` for other figures, and where no seed has events or searches.
  private static func pooled(
    _ limit: BudgetLimit, _ current: [SeedValue], _ rule: IntervalRule, threshold: Double, isMaximum: Bool
  ) -> LimitVerdict? {
    let rare = current.compactMap(\.rare)
    guard let pooled = limit.metric.pooled, let all = pooled.statistics(rare) else { return nil }
    let excesses = rare.map { pooled.excess(of: $0, over: threshold) }
    let largest = size(excesses)
    guard let mean = MeanInterval(excesses, rule),
      let ends = MeanInterval.decisive(excesses, rule, unseen: .difference(range: 0), size: largest)
    else { return nil }
    let number = limit.decideOn.number(of: mean)
    let isBroken = isMaximum ? number > 0 : number < 0
    // A few events that all keep the limit leave no spread: then the number of seeds alone makes sure.
    let agrees = isBroken == isMaximum ? ends.low > 0 : ends.high < 0
    let interval = all.meanInterval ?? -.infinity ... .infinity
    let beyond = isMaximum ? all.mean - threshold : threshold - all.mean
    return LimitVerdict(
      isBroken: isBroken, isCertain: agrees && isEnough(rare.count, limit, rule),
      figure: MeanInterval(mean: all.mean, low: interval.lowerBound, high: interval.upperBound, count: all.count),
      seeds: current.count, rule: rule, excess: share(beyond, of: threshold))
  }

  /// A limit on a quantile of the seeds: at most so large a part of them is beyond it. How many are is a binomial number, whose exact
  /// interval decides; it allows for what was not seen by itself.
  private static func quantile(
    _ limit: BudgetLimit, _ values: [Double], _ seeds: Int, _ rule: IntervalRule, threshold: Double, isMaximum: Bool
  ) -> LimitVerdict {
    let percent = limit.metric.quantile ?? 50
    let beyond = values.count { isMaximum ? $0 > threshold : $0 < threshold }
    guard let value = NearestRankQuantile.value(perMille: percent * 10, sorted: values.sorted()),
      let share = ExactShare.interval(beyond, of: values.count, confidence: rule.confidence)
    else { return missing(limit, rule, seeds: seeds) }
    let allowed = Double(isMaximum ? 100 - percent : percent) / 100
    let found = Double(beyond) / Double(values.count)
    // The lower end of a figure is that of the share above a maximum, and the upper one of the share below a minimum.
    let number =
      switch (limit.decideOn, isMaximum) {
      case (.mean, _): found
      case (.ciLower, true), (.ciUpper, false): share.lowerBound
      case (.ciUpper, true), (.ciLower, false): share.upperBound
      }
    let isBroken = number > allowed
    let isCertain = isBroken ? share.lowerBound > allowed : share.upperBound <= allowed
    let excess = isMaximum ? value - threshold : threshold - value
    return LimitVerdict(
      isBroken: isBroken, isCertain: isCertain,
      figure: MeanInterval(mean: value, low: -.infinity, high: .infinity, count: values.count), seeds: seeds,
      rule: rule,
      beyond: share, shareBeyond: found, excess: self.share(excess, of: threshold))
  }

  private static func absolute(
    _ limit: BudgetLimit, _ figure: MeanInterval?, _ values: [Double], _ seeds: Int, _ rule: IntervalRule,
    threshold: Double, isMaximum: Bool
  ) -> LimitVerdict {
    guard let figure,
      let ends = MeanInterval.decisive(
        values, rule, unseen: .figure(within: limit.metric.bounds), size: size(values + [threshold]))
    else { return missing(limit, rule, seeds: seeds) }
    let number = limit.decideOn.number(of: figure)
    let isBroken = isMaximum ? number > threshold : number < threshold
    let agrees = isBroken == isMaximum ? ends.low > threshold : ends.high < threshold
    let beyond = isMaximum ? figure.mean - threshold : threshold - figure.mean
    return LimitVerdict(
      isBroken: isBroken, isCertain: agrees && isEnough(values.count, limit, rule), figure: figure, seeds: seeds,
      rule: rule, decisive: rule.allowsForUnseen ? ends.low...ends.high : nil, excess: share(beyond, of: threshold))
  }

  private static func relative(
    _ limit: BudgetLimit, _ figure: MeanInterval?, _ current: [SeedValue], _ baseline: [SeedValue],
    _ tolerance: Tolerance, sign: Double, _ rule: IntervalRule
  ) -> LimitVerdict {
    let old = Dictionary(
      baseline.compactMap { entry in entry.value.map { (entry.seed, $0) } }, uniquingKeysWith: { first, _ in first })
    let pairs = current.compactMap { entry -> (new: Double, old: Double)? in
      guard let new = entry.value, let old = old[entry.seed] else { return nil }
      return (new, old)
    }
    guard let change = MeanInterval(pairs.map { sign * ($0.new - $0.old) }, rule) else {
      return unpaired(limit, figure, current.count, rule, baselineHasValues: !old.isEmpty)
    }
    let baselineMean = pairs.map(\.old).reduce(0, +) / Double(pairs.count)
    // Days that differ by much may differ by little from one version to the next: the differences say how far an unseen one may
    // lie. Where all are equal, such as those of a build that changed nothing, it may differ by the figure's range.
    let figures = [pairs.map(\.new), pairs.map(\.old)]
    let size = size(figures.joined() + [tolerance.absolute ?? 0])
    func range(_ values: [Double]) -> Double { (values.max() ?? 0) - (values.min() ?? 0) }
    let ofDifferences = range(pairs.map { $0.new - $0.old })
    let range = ofDifferences > MeanInterval.rounding * size ? ofDifferences : figures.map(range).max() ?? 0
    var parts: [(mean: MeanInterval, ends: (low: Double, high: Double))] = []
    let bounds = limit.metric.bounds
    let width = bounds.upperBound - bounds.lowerBound
    /// Adds a margin; `least` and `most` bound it where the figure is a share.
    func add(_ margins: [Double], _ least: Double, _ most: Double) {
      let isShare = width.isFinite && margins.contains { abs($0 - margins[0]) > MeanInterval.rounding * size }
      let unseen: MeanInterval.Unseen = isShare ? .figure(within: least...most) : .difference(range: range)
      guard let mean = MeanInterval(margins, rule),
        let ends = MeanInterval.decisive(margins, rule, unseen: unseen, size: size)
      else { return }
      parts.append((mean, ends))
    }
    if let percent = tolerance.percent {
      let share = percent / 100
      add(
        pairs.map { sign * ($0.new - $0.old) - share * abs($0.old) }, -width - share * abs(bounds.upperBound), width)
    }
    if let absolute = tolerance.absolute {
      add(pairs.map { sign * ($0.new - $0.old) - absolute }, -width - absolute, width - absolute)
    }
    let isBroken = parts.allSatisfy { limit.decideOn.number(of: $0.mean) > 0 }
    let agrees = isBroken ? parts.allSatisfy { $0.ends.low > 0 } : parts.contains { $0.ends.high < 0 }
    let isCertain = agrees && isEnough(pairs.count, limit, rule)
    // The part that is exceeded least decides.
    let beyond = parts.map(\.mean.mean).min() ?? 0
    let decisive = tolerance.absolute.flatMap { absolute in
      tolerance.percent == nil && rule.allowsForUnseen
        ? parts.first.map { (absolute + $0.ends.low)...(absolute + $0.ends.high) } : nil
    }
    return LimitVerdict(
      isBroken: isBroken, isCertain: isCertain, figure: figure, seeds: current.count, rule: rule, change: change,
      baselineMean: baselineMean, decisive: decisive, excess: share(beyond, of: baselineMean))
  }

  private static func size(_ values: some Sequence<Double>) -> Double { values.reduce(0) { max($0, abs($1)) } }

  /// Figures of events and of bad moments rest on a few of each day: a test waits for more seeds.
  private static let leastForTails = 128

  private static func isEnough(_ seeds: Int, _ limit: BudgetLimit, _ rule: IntervalRule) -> Bool {
    !rule.allowsForUnseen || seeds >= leastForTails || !limit.metric.restsOnFewMoments
  }

  private static func share(_ beyond: Double, of threshold: Double) -> Double {
    if beyond == 0 { return 0 }
    return threshold == 0 ? (beyond > 0 ? .infinity : -.infinity) : beyond / abs(threshold)
  }
}
