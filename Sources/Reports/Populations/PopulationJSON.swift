import Analysis
import World

/// Strategies over people as JSON, each person included, as `docs/schema/population.schema.json` describes it; missing is
/// `null`.
public struct PopulationJSON: Sendable {
  /// Rises when a member changes its meaning or goes away; new members may come at any time.
  public static let schemaVersion: UInt64 = 1

  public init() {}

  public func render(_ report: PopulationReport) -> String {
    let context = report.context
    return JSONValue.object([
      ("schema", .string("geojoule-population")),
      ("schema_version", .integer(Self.schemaVersion)),
      ("geojoule_version", .string(context.version)),
      ("population", .string(report.population)),
      ("about", .string(report.about)),
      ("device", .string(context.device)),
      ("network", .string(context.network)),
      ("people", .integer(UInt64(report.people))),
      ("days", .integer(UInt64(report.days))),
      ("first_seed", .integer(context.firstSeed)),
      ("parameters", .string(context.parameters.rawValue)),
      ("command", .string(context.command)),
      ("finding", .string(report.finding)),
      ("provenance", .string(context.provenance)),
      ("notes", .array(context.notes.map(JSONValue.string))),
      ("not_modelled", .array(context.notModelled.map(JSONValue.string))),
      ("strategies", .array(report.rows.map { strategy($0, report) })),
      ("persons", .array(report.summary.people.map { person($0, report) })),
    ]).text
  }

  private func strategy(_ row: PopulationRow, _ report: PopulationReport) -> JSONValue {
    .object(
      [
        ("strategy", .string(row.strategy)), ("use", .string(row.use.rawValue)),
        ("notes", .array(row.notes.map(JSONValue.string))),
      ] + PopulationFigure.allCases.map { ($0.column, statistics(row[$0], $0, row, report)) }
        + [("groups", .array(row.groups.map(group)))])
  }

  private func statistics(
    _ all: PeopleStatistics?, _ figure: PopulationFigure, _ row: PopulationRow, _ report: PopulationReport
  ) -> JSONValue {
    guard let all else { return .null }
    let interval = PopulationReport.interval(figure, all.mean, all.meanInterval)
    let prediction = row.predictionRange(of: figure)
    return .object([
      ("people", .integer(UInt64(all.count))), ("mean", .number(all.mean)),
      ("prediction_p5", JSONValue(prediction?.lowerBound)), ("prediction_p95", JSONValue(prediction?.upperBound)),
      ("mean_ci95_low", JSONValue(interval?.lowerBound)),
      ("mean_ci95_high", JSONValue(interval?.upperBound)),
      ("p10", .number(all.p10)), ("p25", .number(all.p25)), ("median", .number(all.median)),
      ("p75", .number(all.p75)), ("p90", .number(all.p90)),
      ("median_ci95_low", JSONValue(all.medianInterval?.lowerBound)),
      ("median_ci95_high", JSONValue(all.medianInterval?.upperBound)),
      ("worst_decile", .number(all.worstDecile)),
      ("worst_decile_ci95_low", JSONValue(all.worstDecileInterval?.lowerBound)),
      ("worst_decile_ci95_high", JSONValue(all.worstDecileInterval?.upperBound)),
      ("worst_persons", .array(all.worst.map { .integer(UInt64(report.summary.people[$0].number)) })),
    ])
  }

  private func group(_ group: GroupFigures) -> JSONValue {
    let interval = PopulationReport.interval(group.figure, group.mean, group.meanInterval)
    return .object([
      ("figure", .string(group.figure.column)), ("trait", .string(group.trait.rawValue)),
      ("group", .string(group.group)), ("people", .integer(UInt64(group.people))), ("mean", .number(group.mean)),
      ("mean_ci95_low", JSONValue(interval?.lowerBound)),
      ("mean_ci95_high", JSONValue(interval?.upperBound)),
      ("share_of_people", .number(group.share)), ("share_of_worst_decile", .number(group.worstShare)),
      ("times", .number(group.risk)), ("times_ci95_low", JSONValue(group.riskInterval?.lowerBound)),
      ("times_ci95_high", JSONValue(group.riskInterval?.upperBound)),
      ("chance_of_so_many", .number(group.chanceOfMore)),
    ])
  }

  private func person(_ person: PersonFigures, _ report: PopulationReport) -> JSONValue {
    .object(
      [("number", .integer(UInt64(person.number))), ("seed", .integer(person.seed))]
        + PersonTraits.Trait.allCases.map { ($0.rawValue, .string(person.traits.group(of: $0))) }
        + [
          (
            "strategies",
            .array(
              report.rows.indices.map { strategy in
                .object(PopulationFigure.allCases.map { ($0.column, JSONValue(person.value(strategy, $0))) })
              })
          )
        ])
  }
}
