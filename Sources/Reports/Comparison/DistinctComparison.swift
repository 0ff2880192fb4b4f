import Analysis
import RealModule

/// Whether one row of a comparison is distinctly better than another for what both are used for.
///
/// A figure is better or worse where it differs by a tenth or more, the least saving that a headline names; it is better only
/// where the 95 % interval of the paired difference over the seeds says so, too. Smaller differences count for neither side.
struct DistinctComparison: Sendable {
  /// A figure of a run, and what its mean counts as in a ratio: the smaller the better.
  private struct Cost: Sendable {
    let value: @Sendable (RunMetrics) -> Double?
    var counted: @Sendable (Double) -> Double = { max($0, 1e-9) }
    var moreIsBetter = false
  }

  let isAbout: @Sendable (StrategySummary) -> Bool
  private let costs: [Cost]

  /// The comparisons of positions by use, and that of events.
  static let needs =
    StrategyUse.allCases.map { Self($0, isAtRest: false) }
    + StrategyUse.allCases.map { Self($0, isAtRest: true) } + [events]

  /// Ages and latencies below this count as equal, in seconds.
  private static let soon = 10.0

  private static let battery = Cost { $0[.drainPercentPerHour] }

  private static func late(_ metric: Metric) -> Cost {
    Cost(value: { $0[metric] }, counted: { max($0, soon) })
  }

  private init(_ use: StrategyUse, isAtRest: Bool) {
    isAbout = { row in
      row.use == use && row.isAtRest == isAtRest && row[.drainPercentPerHour] != nil && row.error95 != nil
    }
    let judged = isAtRest ? .live : use
    let coverage = Cost(value: { $0[judged.coverage] }, counted: { 1 / max($0, 1e-3) }, moreIsBetter: true)
    costs = [Self.battery, Cost { $0[judged.error95] }, coverage] + (use == .live ? [Self.late(.movingAgeP95)] : [])
  }

  private init(isAbout: @escaping @Sendable (StrategySummary) -> Bool, costs: [Cost]) {
    (self.isAbout, self.costs) = (isAbout, costs)
  }

  /// Of rows that report events and get no positions; one event in ten runs is no difference.
  private static let events = Self(
    isAbout: { $0.reportsEventsOnly && $0[.drainPercentPerHour] != nil && $0[.eventLatencyP50] != nil },
    costs: [
      battery, late(.eventLatencyP50),
      Cost(
        value: { run in run[.missedEvents].flatMap { missed in run[.falseEvents].map { missed + $0 } } },
        counted: { $0 + 1 }),
    ])

  /// Whether `row` is distinctly better than `other` in one figure and not distinctly worse in any. Of two that are each
  /// better in one thing by a little less than the tolerance in another, the one with the smaller product of its figures
  /// wins, so that no rows beat each other in a circle.
  func beats(_ row: StrategySummary, _ other: StrategySummary) -> Bool {
    var (sum, isBetter) = (0.0, false)
    for cost in costs {
      let means = [row, other].map { SampleStatistics($0.runs.compactMap(cost.value))?.mean }
      guard let mine = means[0].map(cost.counted), let theirs = means[1].map(cost.counted) else {
        // Without a figure that the other has, a row is not better.
        if means[0] == nil, means[1] != nil { return false }
        continue
      }
      let change = Double.log(mine / theirs)
      if change > Self.least { return false }
      sum += change
      if change < -Self.least, isSure(cost, row, other) { isBetter = true }
    }
    return isBetter && sum < 0
  }

  /// Of the logarithm of a ratio: a tenth.
  private static let least = Double.log(1 / (1 - ComparisonFinding.leastSaving))

  /// Whether the seeds tell that the figure of `row` is smaller; one seed cannot deny it.
  private func isSure(_ cost: Cost, _ row: StrategySummary, _ other: StrategySummary) -> Bool {
    let (less, more) = cost.moreIsBetter ? (other, row) : (row, other)
    guard let interval = PairedDifference.of(cost.value, less.runs, minus: more.runs)?.meanInterval else { return true }
    return interval.upperBound < 0 || interval.lowerBound == interval.upperBound
  }
}
