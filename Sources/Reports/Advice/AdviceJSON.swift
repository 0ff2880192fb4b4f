import Analysis

/// Advice as JSON, as `docs/schema/advice.schema.json` describes it; missing is `null`.
public struct AdviceJSON: Sendable {
  /// Rises when a member changes its meaning or goes away; new members may come at any time.
  public static let schemaVersion: UInt64 = 1

  public init() {}

  public func render(_ report: AdviceReport) -> String {
    let context = report.context
    return JSONValue.object([
      ("schema", .string("geojoule-advice")),
      ("schema_version", .integer(Self.schemaVersion)),
      ("geojoule_version", .string(context.version)),
      ("strategy", .string(report.base.strategy)),
      ("scenario", .string(context.scenario)),
      ("device", .string(context.device)),
      ("network", .string(context.network)),
      ("seeds", .integer(UInt64(max(0, context.seeds)))),
      ("first_seed", .integer(context.firstSeed)),
      ("parameters", .string(context.parameters.rawValue)),
      ("command", .string(context.command)),
      ("finding", .string(report.finding)),
      ("advice", .array(report.advice.map { advice($0, base: report.base) })),
      ("notes", .array(report.remarks.map(JSONValue.string))),
    ]).text
  }

  private func advice(_ advice: Advice, base: StrategySummary) -> JSONValue {
    .object([
      ("title", .string(advice.title)),
      ("verdict", .string(advice.verdict.rawValue)),
      ("objection", advice.objection.map(JSONValue.string) ?? .null),
      ("guide", .string(advice.chapter.rawValue)),
      ("change", .string(advice.change)),
      ("energy_change", ComparisonJSON.statistics(advice.energy)),
      ("drain_change_percent_per_hour", ComparisonJSON.statistics(advice.drain)),
      ("error_p95_change_m", ComparisonJSON.statistics(advice.error)),
      ("age_p95_change_s", ComparisonJSON.statistics(advice.age)),
      ("moving_age_p95_change_s", ComparisonJSON.statistics(advice.movingAge)),
      ("coverage_change", ComparisonJSON.statistics(advice.coverage)),
    ])
  }
}
