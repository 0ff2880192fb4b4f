import Analysis

/// Advice as JSON, as `docs/schema/advice.schema.json` describes it; missing is `null`.
package struct AdviceJSON: Sendable {
  /// Rises when a member changes its meaning or goes away; new members may come at any time.
  package static let schemaVersion: UInt64 = 1

  package init() {}

  package func render(_ report: AdviceReport) -> String {
    let context = report.context
    let value: JSONValue = [
      "schema": "geojoule-advice", "schema_version": Self.schemaVersion, "geojoule_version": context.version,
      "strategy": report.base.strategy, "scenario": context.scenario, "device": context.device,
      "network": context.network, "seeds": context.seeds, "first_seed": context.firstSeed,
      "parameters": context.parameters.rawValue, "command": context.command, "finding": report.finding,
      "advice": report.advice.map(advice), "notes": report.remarks,
    ]
    return value.text
  }

  private func advice(_ advice: Advice) -> JSONValue {
    [
      "title": advice.title, "verdict": advice.verdict.rawValue, "objection": advice.objection,
      "guide": advice.chapter.rawValue, "change": advice.change,
      "energy_change": ComparisonJSON.statistics(advice.energy),
      "drain_change_percent_per_hour": ComparisonJSON.statistics(advice.drain),
      "error_p95_change_m": ComparisonJSON.statistics(advice.error),
      "age_p95_change_s": ComparisonJSON.statistics(advice.age),
      "moving_age_p95_change_s": ComparisonJSON.statistics(advice.movingAge),
      "coverage_change": ComparisonJSON.statistics(advice.coverage),
    ]
  }
}
