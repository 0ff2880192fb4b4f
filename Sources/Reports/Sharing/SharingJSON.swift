import Analysis
import Quantities

/// Attribution as JSON, each seed included, as `docs/schema/sharing.schema.json` describes it; missing is `null`.
public struct SharingJSON: Sendable {
  /// Rises when a member changes its meaning or goes away; new members may come at any time.
  public static let schemaVersion: UInt64 = 1

  public init() {}

  public func render(_ report: SharingReport) -> String {
    let (context, attribution) = (report.context, report.attribution)
    return JSONValue.object([
      ("schema", .string("geojoule-sharing")),
      ("schema_version", .integer(Self.schemaVersion)),
      ("geojoule_version", .string(context.version)),
      ("scenario", .string(context.scenario)),
      ("device", .string(context.device)),
      ("network", .string(context.network)),
      ("seeds", .integer(UInt64(max(0, context.seeds)))),
      ("first_seed", .integer(context.firstSeed)),
      ("parameters", .string(context.parameters.rawValue)),
      ("command", .string(context.command)),
      ("duration_s", .number(attribution.duration.seconds)),
      ("finding", .string(report.finding)),
      (
        "apps",
        .array(
          report.rows.dropLast().map { row in
            .object([
              ("app", .string(row.name)), ("alone_J", Self.statistics(row.alone)),
              ("by_absence_J", Self.statistics(row.byAbsence)), ("booked_J", Self.statistics(row.booked)),
            ])
          })
      ),
      ("together_J", Self.statistics(report.value(\.together))),
      ("saved_by_sharing_J", ComparisonJSON.statistics(attribution.savedBySharing)),
      ("joint_J", ComparisonJSON.statistics(attribution.joint)),
      (
        "runs",
        .array(
          attribution.seeds.map { seed in
            .object([
              ("seed", .integer(seed.seed)), ("together_J", .number(seed.together)),
              ("alone_J", .array(seed.alone.map(JSONValue.number))),
              ("by_absence_J", .array(seed.byAbsence.map(JSONValue.number))),
              ("booked_J", .array(seed.booked.map(JSONValue.number))),
            ])
          })
      ),
      ("notes", .array((context.allNotes + [context.provenance]).map(JSONValue.string))),
    ]).text
  }

  private static func statistics(_ value: SharingReport.Value) -> JSONValue {
    ComparisonJSON.statistics(value.statistics, prediction: .some(value.prediction))
  }
}
