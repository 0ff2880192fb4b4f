package import Analysis
import Core
import DeviceModel

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
  package var needs: Needs
  /// Whether the need is the day's own, and not the reader's.
  package var isNeedOfDay = false
  /// Percentage points of a share that one percent of the battery is worth.
  package var trade = 1.0
  /// What the runs of a row are, in sentences.
  var samples = "seeds"
  /// Of the phone's battery, in watt hours; `nil` where a strategy reads the battery, so that another battery is another run.
  package var capacity: Double?

  package init(
    context: ReportContext, rows: [StrategySummary], needs: Needs = Needs(onFoot: false), day: ComparisonDay? = nil,
    limits: [ChartLimit] = []
  ) {
    hours = context.hours
    (self.needs, self.context, self.rows, self.day, self.limits) = (needs, context, rows, day, limits)
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

extension ComparisonReport {
  /// With the figures of every run.
  package var json: String { ComparisonJSON(includesRuns: true).render(self) }
}

/// A comparison as JSON, as `docs/schema/comparison.schema.json` describes it: every figure with its count and its
/// intervals; missing is `null`.
package struct ComparisonJSON: Sendable {
  /// Also writes the figures of every run.
  package var includesRuns: Bool

  package init(includesRuns: Bool = false) { self.includesRuns = includesRuns }

  package func render(_ report: ComparisonReport) -> String {
    let context = report.context
    let value: JSONValue = [
      "schema": "geojoule-comparison", "schema_version": 1, "geojoule_version": context.version,
      "title": context.title, "scenario": context.scenario, "device": context.device, "network": context.network,
      "duration_s": context.duration.seconds, "seeds": context.seeds, "first_seed": context.firstSeed,
      "parameters": context.parameters.rawValue, "command": context.command,
      "finding": report.headline, "provenance": context.provenance,
      "prediction": report.rows.lazy.compactMap(\.prediction).first.map(Self.model), "notes": context.allNotes,
      "not_modelled": context.notModelled, "pareto_front": report.front.map { report.rows[$0].strategy },
      "hours": report.hours, "decision": decision(report), "strategies": report.rows.map { strategy($0, report) },
    ]
    return value.text
  }

  private func decision(_ report: ComparisonReport) -> JSONValue {
    let decision = report.decision
    func names(_ rows: [Int]) -> JSONValue { rows.map { report.rows[$0].strategy }.json }
    return [
      "need": decision.need.text, "metric": decision.need.metric.column, "trade": decision.trade,
      "best": decision.best.map { report.rows[$0].strategy }.json, "best_ties": names(decision.bestTies),
      "most_exact": decision.exact.map { report.rows[$0].strategy }.json, "most_exact_ties": names(decision.exactTies),
      "ceiling": decision.ceiling.json, "worst_leg": decision.worstLeg.json,
    ]
  }

  private func strategy(_ row: StrategySummary, _ report: ComparisonReport) -> JSONValue {
    let (battery, range) = (report.battery(row), report.predictedBattery(row))
    let about: JSONValue = [
      "strategy": row.strategy, "use": row.use.rawValue, "platform": row.platform,
      "battery_percent": ["mean": battery, "p5": range?.lowerBound, "p95": range?.upperBound] as JSONValue,
      "seeds": row.runs.count, "notes": row.notes,
      "marginal_energy_J": Self.statistics(row.marginalEnergy, prediction: .some(row.marginalEnergyPrediction)),
      "marginal_drain_percent_per_hour": Self.statistics(
        row.marginalDrain, prediction: .some(row.marginalDrainPrediction)),
    ]
    let figures = report.metrics.map { metric in
      (
        metric.column,
        Self.statistics(
          row[metric], isFloored: true, prediction: metric.isWholePhone ? .some(row.predictionRange(of: metric)) : nil)
      )
    }
    return about + figures + (includesRuns ? [("runs", row.runs.map { run($0, report.metrics) }.json)] : [])
  }

  /// - Parameters:
  ///   - isFloored: for what cannot be negative.
  ///   - prediction: the prediction range, or `.some(nil)` where it is missing; `nil` for a figure that has none.
  static func statistics(
    _ statistics: SampleStatistics?, isFloored: Bool = false, prediction: ClosedRange<Double>?? = nil
  ) -> JSONValue {
    guard let statistics else { return .null }
    let interval = isFloored ? statistics.flooredInterval : statistics.meanInterval
    let mean: JSONValue = ["mean": statistics.mean, "count": statistics.count]
    let predicted = prediction.map { ends("p5", "p95", $0) } ?? []
    return mean + predicted + ends("ci95_low", "ci95_high", interval) + ends("p2_5", "p97_5", statistics.quantileRange)
  }

  /// With the count first, and no prediction.
  static func counted(_ statistics: SampleStatistics?, _ interval: ClosedRange<Double>?) -> JSONValue {
    guard let statistics else { return .null }
    let mean: JSONValue = ["count": statistics.count, "mean": statistics.mean]
    return mean + ends("ci95_low", "ci95_high", interval) + ends("p2_5", "p97_5", statistics.quantileRange)
  }

  /// Both ends of a range as members.
  static func ends(_ low: String, _ high: String, _ range: ClosedRange<Double>?) -> [(String, JSONValue)] {
    [(low, (range?.lowerBound).json), (high, (range?.upperBound).json)]
  }

  /// What prediction ranges rest on, as log-deviations.
  static func model(_ model: PredictionModel) -> JSONValue {
    [
      "level": PredictionModel.level, "phone": model.discrepancy.phone, "occasion": model.discrepancy.occasion,
      "run": model.discrepancy.run, "tracking": model.discrepancy.tracking, "rest": model.discrepancy.rest,
      "location": model.discrepancy.location,
    ]
  }

  private func run(_ run: RunMetrics, _ metrics: [Metric]) -> JSONValue {
    ["seed": run.seed] + metrics.map { ($0.column, run[$0].json) }
  }
}
