import Analysis
import DeviceModel
import Core

extension SharingReport {
  /// Attribution as JSON, each seed included, as `docs/schema/sharing.schema.json` describes it; missing is `null`.
  package var json: String {
    let (context, attribution) = (context, attribution)
    let value: JSONValue = [
      "schema": "geojoule-sharing", "schema_version": 1, "geojoule_version": context.version,
      "scenario": context.scenario, "device": context.device, "network": context.network, "seeds": context.seeds,
      "first_seed": context.firstSeed, "parameters": context.parameters.rawValue, "command": context.command,
      "duration_s": attribution.duration.seconds, "finding": finding,
      "apps": rows.dropLast().map { row -> JSONValue in
        [
          "app": row.name, "alone_J": Self.statistics(row.alone), "by_absence_J": Self.statistics(row.byAbsence),
          "booked_J": Self.statistics(row.booked),
        ]
      },
      "together_J": Self.statistics(value(\.together)),
      "saved_by_sharing_J": ComparisonJSON.statistics(attribution.savedBySharing),
      "joint_J": ComparisonJSON.statistics(attribution.joint),
      "runs": attribution.seeds.map { seed -> JSONValue in
        [
          "seed": seed.seed, "together_J": seed.together, "alone_J": seed.alone, "by_absence_J": seed.byAbsence,
          "booked_J": seed.booked,
        ]
      },
      "notes": context.allNotes + [context.provenance],
    ]
    return value.text
  }

  private static func statistics(_ value: SharingReport.Value) -> JSONValue {
    ComparisonJSON.statistics(value.statistics, prediction: .some(value.prediction))
  }
}
