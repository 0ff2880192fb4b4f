import Analysis
import DeviceModel

extension AdviceReport {
  /// Advice as JSON, as `docs/schema/advice.schema.json` describes it; missing is `null`.
  package var json: String {
    let value: JSONValue = [
      "schema": "geojoule-advice", "schema_version": 1, "geojoule_version": context.version,
      "strategy": base.strategy, "scenario": context.scenario, "device": context.device,
      "network": context.network, "seeds": context.seeds, "first_seed": context.firstSeed,
      "parameters": context.parameters.rawValue, "command": context.command, "need": need.text,
      "metric": need.metric.column, "finding": finding,
      "advice": advice.map(advice), "notes": remarks,
    ]
    return value.text
  }

  private func advice(_ advice: Advice) -> JSONValue {
    [
      "title": advice.title, "verdict": advice.verdict.rawValue, "objection": advice.objection,
      "guide": advice.chapter.rawValue, "change": advice.change,
      "energy_change": ComparisonJSON.statistics(advice.energy),
      "drain_change_percent_per_hour": ComparisonJSON.statistics(advice.drain),
      "share_change": ComparisonJSON.statistics(advice.share),
      "value_change_points": ComparisonJSON.statistics(advice.value),
    ]
  }
}
