/// A figure that a limit can be about, named as the comparison's columns are, unit included.
package struct BudgetMetric: Sendable, Hashable {
  package let metric: Metric
  /// Minus the same figure of the same world with no location use.
  package let isMarginal: Bool
  /// The quantile of the seeds that a limit applies to, in percent; `nil` for their mean.
  package let quantile: Int?

  /// - Parameter quantile: 1 to 99.
  package init(_ metric: Metric, isMarginal: Bool = false, quantile: Int? = nil) {
    (self.metric, self.isMarginal, self.quantile) = (metric, isMarginal, quantile)
  }

  /// Every figure a limit can name: all columns of a run, then the marginal ones.
  package static let all: [BudgetMetric] =
    Metric.allCases.map { BudgetMetric($0) } + Metric.additive.map { BudgetMetric($0, isMarginal: true) }

  /// The figure of this column or heading, such as `energy_J`, `track in 30 m` or `battery in 12 h (p95)`; `nil` when there is none.
  package init?(column: String) {
    var (name, quantile) = (column, Int?.none)
    if let match = column.wholeMatch(of: /(?<name>.*?) *\(p(?<quantile>[1-9][0-9]?)\)/) {
      (name, quantile) = (String(match.name), Int(match.quantile))
    }
    let isMarginal = name.hasPrefix("marginal_") || name.hasPrefix("marginal ")
    if isMarginal { name.removeFirst("marginal_".count) }
    guard let metric = Metric(named: name) else { return nil }
    self.init(metric, isMarginal: isMarginal, quantile: quantile)
    guard !isMarginal || Metric.additive.contains(metric), quantile == nil || pooled == nil else { return nil }
  }

  /// The column's name, such as `energy_J`, `marginal_energy_J` or `battery_percent(p95)`.
  package var column: String { (isMarginal ? "marginal_\(metric.column)" : metric.column) + ofSeeds("") }

  /// The heading that tables have of it, which may be typed; else the column's name in words. Without its unit.
  package var words: String {
    let about = metric.descriptor
    return (isMarginal ? "marginal " : "") + (about.title.isEmpty ? about.words : about.title) + ofSeeds(" ")
  }

  private func ofSeeds(_ space: String) -> String { quantile.map { "\(space)(p\($0))" } ?? "" }

  /// How events or searches of all runs become the figure; `nil` where each run has its own.
  var pooled: PooledFigure? {
    if case .pooled(let figure) = metric.descriptor.source { figure } else { nil }
  }

  package var unit: MetricUnit { metric.descriptor.quantity }

  /// Whether a run without the figure is a good one: a battery that never was empty has no hour at which it was.
  package var absenceIsGood: Bool { metric == .batteryEmpty }

  /// Whether a run's figure is made by a few of its moments: events, the worst third or twentieth, a first fix, or what happens
  /// on the move.
  var restsOnFewMoments: Bool {
    switch metric {
    case .eventLatencyP50, .eventLatencyP95, .missedEvents, .falseEvents, .errorP68, .errorP95, .ageP95, .trackErrorP95,
      .movingErrorP50, .movingErrorP95, .movingCoverage, .movingAgeP95, .firstFix, .timeToGoodFix,
      .energyPerGoodFix, .track, .distance, .now, .distanceError, .events, .search:
      true
    default: false
    }
  }

  /// Between which the figure is in any run.
  package var bounds: ClosedRange<Double> {
    let limits = metric.descriptor.limits
    // What location adds may be less than nothing.
    return isMarginal ? limits.lowerBound - limits.upperBound...limits.upperBound - limits.lowerBound : limits
  }

  /// The figure of each run, in the runs' order.
  ///
  /// - Parameter none: runs of the same worlds without location use; a marginal figure needs the one of its seed.
  package func values(of runs: [RunMetrics], none: [RunMetrics]) -> [SeedValue] {
    guard isMarginal else {
      return runs.map { SeedValue(seed: $0.seed, value: $0[metric], rare: pooled == nil ? nil : $0.rare) }
    }
    let partners = Dictionary(none.map { ($0.seed, $0) }, uniquingKeysWith: { first, _ in first })
    return runs.map { run in
      guard let value = run[metric], let base = partners[run.seed]?[metric] else {
        return SeedValue(seed: run.seed, value: nil)
      }
      return SeedValue(seed: run.seed, value: value - base)
    }
  }
}
