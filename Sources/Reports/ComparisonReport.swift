package import Analysis
import DeviceModel
import Core

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
  package var hours: Double
  /// By which rows are judged.
  package var needs: Needs
  /// Percentage points of a share that one percent of the battery is worth.
  package var trade = 1.0
  /// Of the phone's battery, in watt hours; `nil` where a strategy reads the battery, so that another battery is another run.
  package var capacity: Double?

  package init(
    context: ReportContext, rows: [StrategySummary], needs: Needs = Needs(onFoot: false), day: ComparisonDay? = nil,
    limits: [ChartLimit] = []
  ) {
    hours = context.hours
    self.needs = needs
    self.context = context
    self.rows = rows
    self.day = day
    self.limits = limits
  }

  /// The strategy that a report with pictures shows in full: the first of the reader's own, else the best of the decision, else
  /// the first with positions, else the first.
  package var shownRow: Int? {
    let decision = decision
    return rows.firstIndex(where: \.isOwn) ?? decision.best ?? decision.exact
      ?? rows.firstIndex { ($0[.locationsPerHour]?.mean ?? 0) > 0 } ?? rows.indices.first
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

  /// The decision of the headline: that of the need asked for, else of the use of most rows, the reader's own first.
  package var decision: Decision { decision(for: uses[0]) }

  /// The decision about a use of positions.
  package func decision(for use: Need.Use) -> Decision {
    Decision(needs[use], among: rows, on: context.system, hours: hours, trade: trade)
  }

  /// The uses that rows can be judged by, that of the headline first.
  package var uses: [Need.Use] {
    if let given = needs.given { return [given.use] }
    let present = Need.Use.allCases.filter { use in
      rows.contains { $0[needs[use].metric] != nil && (use == .track || use == .now) == ($0.kind.isShareOfTime) }
    }
    let own = rows.contains(where: \.isOwn) ? rows.filter(\.isOwn) : rows
    func count(_ use: Need.Use) -> Int { own.count { $0.kind == use } }
    let sorted = present.enumerated().sorted { (-count($0.element), $0.offset) < (-count($1.element), $1.offset) }
    return sorted.isEmpty ? [.now] : sorted.map(\.element)
  }

  /// The Pareto-optimal rows of the headline's use, in the order of the rows.
  package var front: [Int] { decision.front }

  /// Whether the user never moves on any day of the comparison.
  var isAtRest: Bool { !rows.isEmpty && rows.allSatisfy(\.isAtRest) }

  /// The rows' notes, each said once with the names of the rows that have it.
  var remarks: [String] {
    context.extrapolation(to: hours) + RowNotes.lines(rows.map { ($0.strategy, $0.notes) }, most: 4, limit: 12)
  }
}
