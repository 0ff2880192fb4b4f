import Analysis
import DeviceModel
import Core

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
      "run": model.discrepancy.run, "tracking": model.discrepancy.tracking,
    ]
  }

  private func run(_ run: RunMetrics, _ metrics: [Metric]) -> JSONValue {
    ["seed": run.seed] + metrics.map { ($0.column, run[$0].json) }
  }
}
