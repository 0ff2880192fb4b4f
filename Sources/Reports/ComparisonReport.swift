package import Analysis
import DeviceModel
import Quantities

/// A comparison of strategies on the same days with the same devices: what every comparison format renders.
package struct ComparisonReport: Sendable, RenderedReport {
  package var context: ReportContext
  /// In the order of the rows.
  package var rows: [StrategySummary]
  /// One of the seeds looked at closely, for reports with pictures.
  package var day: ComparisonDay?
  /// Limits that a chart draws beside the strategies.
  package var limits: [ChartLimit]
  /// Off the charger, for the battery of a day's use.
  package var hours = ComparisonReport.standardHours
  /// A waking day.
  package static let standardHours = 16.0

  package init(
    context: ReportContext, rows: [StrategySummary], day: ComparisonDay? = nil, limits: [ChartLimit] = []
  ) {
    self.context = context
    self.rows = rows
    self.day = day
    self.limits = limits
  }

  /// The strategy that a report with pictures shows in full: the one its finding is about, else the first with
  /// positions, else the first.
  package var shownRow: Int? {
    ComparisonFinding.subject(of: self) ?? rows.firstIndex { $0.error95 != nil } ?? rows.indices.first
  }

  /// The seed of a row whose drain is the median, for the picture of one day.
  package func medianSeed(of row: Int) -> UInt64? {
    let runs = rows[row].runs.filter { $0[.drainPercentPerHour] != nil }.sorted {
      ($0[.drainPercentPerHour] ?? 0, $0.seed) < ($1[.drainPercentPerHour] ?? 0, $1.seed)
    }
    return runs.isEmpty ? rows[row].runs.first?.seed : runs[(runs.count - 1) / 2].seed
  }

  /// Which interval stands beside a mean.
  package enum Interval: Sendable {
    /// 2.5 % to 97.5 % of the seeds.
    case quantiles
    /// Student's 95 % interval of the mean.
    case mean
  }

  /// The quantile range where there are seeds enough for all rows, else the interval of the mean, else none.
  package var interval: Interval? {
    let drains = rows.compactMap { $0[.drainPercentPerHour] }
    if drains.isEmpty { return nil }
    if drains.allSatisfy({ $0.quantileRange != nil }) { return .quantiles }
    return drains.allSatisfy { $0.meanInterval != nil } ? .mean : nil
  }

  /// Whether rows have prediction ranges, which stand before all other intervals.
  var hasPrediction: Bool { rows.contains { $0.prediction != nil } }

  /// The same in every report.
  static let predictionLegend = "Prediction: meant to hold about 90 % of real runs."

  /// What the interval means, in a sentence.
  package var intervalLegend: String? {
    switch interval {
    case .quantiles:
      let what = context.parameters == .drawn ? "the phone and the day vary" : "the day varies, the phone is fixed"
      return "Range: 2.5 % to 97.5 % of \(context.seeds) seeds (\(what))."
    case .mean:
      let what =
        context.parameters == .drawn
        ? "phones and days spread wider; \(SampleStatistics.leastCountForQuantiles) seeds or more show how far"
        : "it shrinks with more seeds"
      return "Interval: 95 % interval of the mean over \(context.seeds) seeds (\(what))."
    case nil:
      return nil
    }
  }

  /// The eligible rows that no other eligible row of their system beats in drain and 95 % error with as much of the day
  /// covered, however small the difference, by rising drain: what a sentence may weigh. All are judged by the figures of
  /// `use`, whatever their own. Rows with a watch do not compare with the others: its drain is on no phone's account. Rows
  /// under a decision that their system does not know are no answers.
  func undominated(for use: StrategyUse, among eligible: (StrategySummary) -> Bool) -> [Int] {
    groups.flatMap { group in
      let own = group.filter { isAnswer($0) && eligible(rows[$0]) }
      return ParetoFront.indices(
        costs: own.map { rows[$0][.drainPercentPerHour]?.mean }, errors: own.map { rows[$0].error95(for: use)?.mean },
        coverages: own.map { rows[$0].coverage(for: use)?.mean }
      ).map { own[$0] }
    }.sorted { (drain(of: $0), $0) < (drain(of: $1), $1) }
  }

  private func drain(of row: Int) -> Double { rows[row][.drainPercentPerHour]?.mean ?? 0 }

  /// The rows of one system, with or without a watch.
  private var groups: [[Int]] {
    struct Group: Hashable { let system: PhoneSystem?, hasWatch: Bool }
    return Dictionary(grouping: rows.indices) {
      Group(system: rows[$0].system, hasWatch: rows[$0][.watchEnergy] != nil)
    }.values.sorted { $0[0] < $1[0] }
  }

  private func isAnswer(_ index: Int) -> Bool { rows[index].decision?.isOffered ?? true }

  /// The rows that report events and get no positions, of which no other is as good in drain, in missed and false
  /// events and in lateness (median) and better in one; in the order of the rows.
  ///
  /// - Parameter eligible: the rows to choose from; all when left out.
  package func eventFront(among eligible: (StrategySummary) -> Bool = { _ in true }) -> [Int] {
    let reporting: [(row: Int, costs: [Double])] = rows.indices.compactMap { index in
      let row = rows[index]
      guard isAnswer(index), eligible(row), row.reportsEventsOnly, let drain = row[.drainPercentPerHour]?.mean,
        let late = row[.eventLatencyP50]?.mean,
        let missed = row[.missedEvents]?.mean, let wrong = row[.falseEvents]?.mean
      else { return nil }
      return (index, [drain, missed + wrong, late])
    }
    return reporting.filter { one in
      !reporting.contains { other in
        rows[other.row].system == rows[one.row].system && other.costs != one.costs
          && zip(other.costs, one.costs).allSatisfy { $0 <= $1 }
      }
    }.map(\.row)
  }

  /// The Pareto-optimal rows, in the order of the rows: no other row of the same use and system is distinctly better in one
  /// figure that the use needs and not distinctly worse in any (`DistinctComparison`). What has ended is left out while
  /// there is anything else.
  package var front: [Int] {
    groups.flatMap { group in
      let present = group.filter { isAnswer($0) && !rows[$0].isPast }
      let rivals = present.isEmpty ? group.filter(isAnswer) : present
      return DistinctComparison.needs.flatMap { comparison in
        let own = rivals.filter { comparison.isAbout(rows[$0]) }
        return own.filter { row in !own.contains { comparison.beats(rows[$0], rows[row]) } }
      }
    }.sorted()
  }

  /// The rows of the front, where it leaves any out.
  var starred: [Int] {
    let located = rows.indices.filter { rows[$0].error95 != nil || rows[$0][.eventLatencyP50] != nil }
    return front == located ? [] : front
  }

  /// Whether the user never moves on any day of the comparison.
  var isAtRest: Bool { !rows.isEmpty && rows.allSatisfy(\.isAtRest) }

  /// Whether a row is served for clearly less of the time than the best of its use.
  func coversLittle(_ index: Int) -> Bool {
    let use = rows[index].use
    let best = rows.filter { $0.use == use && $0.error95 != nil }.compactMap { $0.coverage?.mean }.max() ?? 0
    return (rows[index].coverage?.mean ?? 0) < best - ComparisonFinding.acceptableGap
  }

  /// The rows' notes, each said once with the names of the rows that have it.
  var remarks: [String] {
    context.extrapolation(to: hours) + RowNotes.lines(rows.map { ($0.strategy, $0.notes) }, most: 4)
  }
}
