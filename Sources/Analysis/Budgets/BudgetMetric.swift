/// A figure that a limit can be about, named as the comparison's columns are, unit included.
package struct BudgetMetric: Sendable, Hashable {
  /// The figure of a run.
  package let metric: Metric
  /// Minus the same figure of the same world with no location use.
  package let isMarginal: Bool

  private init(_ metric: Metric, isMarginal: Bool) {
    self.metric = metric
    self.isMarginal = isMarginal
  }

  /// The figure of a run itself.
  package init(_ metric: Metric) { self.init(metric, isMarginal: false) }

  /// The figures of which "what location use adds" is a sum of joules, or one divided by time or the battery.
  private static let additive: [Metric] = [
    .energy, .drainPercentPerHour, .averagePower, .gnssEnergy, .wifiEnergy, .cellularEnergy, .bluetoothEnergy,
    .processorEnergy, .baseEnergy,
  ]

  /// Every figure a limit can name: all columns of a run, then the marginal ones.
  package static let all: [BudgetMetric] =
    Metric.allCases.map { BudgetMetric($0) } + additive.map { BudgetMetric($0, isMarginal: true) }

  /// The figure of this column; `nil` when there is none.
  package init?(column: String) {
    let name = column.hasPrefix("marginal_") ? String(column.dropFirst("marginal_".count)) : column
    guard let metric = Metric(named: name) else { return nil }
    self.init(metric, isMarginal: name != column)
    guard !isMarginal || Self.additive.contains(metric) else { return nil }
  }

  /// The column's name, such as `energy_J` or `marginal_energy_J`.
  package var column: String { isMarginal ? "marginal_\(metric.column)" : metric.column }

  /// The same in words, without its unit.
  package var words: String { (isMarginal ? "marginal " : "") + metric.descriptor.words }

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
      .movingErrorP50, .movingErrorP95, .movingCoverage, .movingAgeP95, .firstFix, .timeToGoodFix, .goodFixShare,
      .energyPerGoodFix, .track, .now, .distanceError, .events:
      true
    default: false
    }
  }

  /// Between which the figure is in any run.
  var bounds: ClosedRange<Double> {
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
