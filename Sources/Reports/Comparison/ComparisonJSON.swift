import Analysis
import DeviceModel
import Quantities

/// A comparison as JSON, as `docs/schema/comparison.schema.json` describes it: every figure with its count and its
/// intervals; missing is `null`.
public struct ComparisonJSON: Sendable {
  /// Rises when a member changes its meaning or goes away; new members may come at any time.
  public static let schemaVersion: UInt64 = 1

  /// Also writes the figures of every run.
  public var includesRuns: Bool

  public init(includesRuns: Bool = false) { self.includesRuns = includesRuns }

  public func render(_ report: ComparisonReport) -> String {
    let context = report.context
    return JSONValue.object([
      ("schema", .string("geojoule-comparison")),
      ("schema_version", .integer(Self.schemaVersion)),
      ("geojoule_version", .string(context.version)),
      ("title", .string(context.title)),
      ("scenario", .string(context.scenario)),
      ("device", .string(context.device)),
      ("network", .string(context.network)),
      ("duration_s", .number(context.duration.seconds)),
      ("seeds", .integer(UInt64(max(0, context.seeds)))),
      ("first_seed", .integer(context.firstSeed)),
      ("parameters", .string(context.parameters.rawValue)),
      ("command", .string(context.command)),
      ("finding", .string(ComparisonFinding.sentence(for: report))),
      ("provenance", .string(context.provenance)),
      ("prediction", report.rows.lazy.compactMap(\.prediction).first.map(Self.model) ?? .null),
      ("notes", .array(context.allNotes.map(JSONValue.string))),
      ("not_modelled", .array(context.notModelled.map(JSONValue.string))),
      ("pareto_front", .array(report.front.map { .string(report.rows[$0].strategy) })),
      ("hours", .number(report.hours)),
      ("strategies", .array(report.rows.map { strategy($0, report) })),
    ]).text
  }

  private func strategy(_ row: StrategySummary, _ report: ComparisonReport) -> JSONValue {
    let battery = report.predictedBattery(row)
    var members: [(String, JSONValue)] = [
      ("strategy", .string(row.strategy)),
      ("use", .string(row.use.rawValue)),
      ("platform", row.platform.map(JSONValue.string) ?? .null),
      (
        "battery_percent",
        .object([
          ("mean", JSONValue(report.battery(row))), ("p5", JSONValue(battery?.lowerBound)),
          ("p95", JSONValue(battery?.upperBound)),
        ])
      ),
      ("seeds", .integer(UInt64(row.runs.count))),
      ("notes", .array(row.notes.map(JSONValue.string))),
      ("marginal_energy_J", Self.statistics(row.marginalEnergy, prediction: .some(row.marginalEnergyPrediction))),
      (
        "marginal_drain_percent_per_hour",
        Self.statistics(row.marginalDrain, prediction: .some(row.marginalDrainPrediction))
      ),
    ]
    members += Metric.allCases.map { metric in
      (
        metric.column,
        Self.statistics(
          row[metric], isFloored: true, prediction: metric.isWholePhone ? .some(row.predictionRange(of: metric)) : nil)
      )
    }
    if includesRuns { members.append(("runs", .array(row.runs.map(run)))) }
    return .object(members)
  }

  /// - Parameters:
  ///   - isFloored: for what cannot be negative.
  ///   - prediction: the prediction range, or `.some(nil)` where it is missing; `nil` for a figure that has none.
  static func statistics(
    _ statistics: SampleStatistics?, isFloored: Bool = false, prediction: ClosedRange<Double>?? = nil
  ) -> JSONValue {
    guard let statistics else { return .null }
    let interval = isFloored ? statistics.flooredInterval : statistics.meanInterval
    var members: [(String, JSONValue)] = [
      ("mean", .number(statistics.mean)), ("count", .integer(UInt64(statistics.count))),
    ]
    if let prediction {
      members += [("p5", JSONValue(prediction?.lowerBound)), ("p95", JSONValue(prediction?.upperBound))]
    }
    members += [
      ("ci95_low", JSONValue(interval?.lowerBound)), ("ci95_high", JSONValue(interval?.upperBound)),
      ("p2_5", JSONValue(statistics.quantileRange?.lowerBound)),
      ("p97_5", JSONValue(statistics.quantileRange?.upperBound)),
    ]
    return .object(members)
  }

  /// What prediction ranges rest on, as log-deviations.
  static func model(_ model: PredictionModel) -> JSONValue {
    .object([
      ("level", .number(PredictionModel.level)), ("phone", .number(model.discrepancy.phone)),
      ("occasion", .number(model.discrepancy.occasion)), ("run", .number(model.discrepancy.run)),
      ("tracking", .number(model.discrepancy.tracking)),
    ])
  }

  private func run(_ run: RunMetrics) -> JSONValue {
    .object([("seed", .integer(run.seed))] + Metric.allCases.map { ($0.column, JSONValue(run[$0])) })
  }
}
