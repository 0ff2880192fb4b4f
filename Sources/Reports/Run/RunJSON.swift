import Analysis
import DeviceModel
import Quantities
import Simulation

/// One run as JSON, as `docs/schema/run.schema.json` describes it: its figures, and its energy by component, state, signal
/// and cause; missing is `null`.
public struct RunJSON: Sendable {
  /// Rises when a member changes its meaning or goes away; new members may come at any time.
  public static let schemaVersion: UInt64 = 1

  public init() {}

  public func render(_ report: RunReport) -> String {
    let context = report.context
    return JSONValue.object([
      ("schema", .string("geojoule-run")),
      ("schema_version", .integer(Self.schemaVersion)),
      ("geojoule_version", .string(context.version)),
      ("title", .string(context.title)),
      ("strategy", .string(report.strategy)),
      ("use", .string(report.use.rawValue)),
      ("scenario", .string(context.scenario)),
      ("device", .string(context.device)),
      ("network", .string(context.network)),
      ("duration_s", .number(context.duration.seconds)),
      ("seed", .integer(context.firstSeed)),
      ("parameters", .string(context.parameters.rawValue)),
      ("command", .string(context.command)),
      ("finding", .string(PlainText.line(report.finding))),
      ("provenance", .string(context.provenance)),
      ("notes", .array((report.metrics.notes + context.allNotes).map(JSONValue.string))),
      ("figures", .object(Metric.allCases.map { ($0.column, JSONValue(report.metrics[$0])) })),
      ("prediction", .object(Metric.allCases.filter(\.isWholePhone).map { ($0.column, range(of: $0, report)) })),
      ("energy", .array(energy(of: report.record))),
    ]).text
  }

  private func range(of metric: Metric, _ report: RunReport) -> JSONValue {
    guard let range = report.predictionRange(of: metric) else { return .null }
    return .object([("p5", .number(range.lowerBound)), ("p95", .number(range.upperBound))])
  }

  private func energy(of record: RunRecord) -> [JSONValue] {
    lines(EnergyBreakdown(ledger: record.ledger, prices: record.prices), prefix: "")
      + (record.watch.map { lines(EnergyBreakdown(ledger: $0.ledger, prices: $0.prices), prefix: "watch_") } ?? [])
  }

  /// Components, states and what is paid at instants are called as in the timeline.
  private func lines(_ breakdown: EnergyBreakdown, prefix: String) -> [JSONValue] {
    breakdown.lines.map { line in
      let (state, signal, time, count): (String, String?, TimeSpan?, Int64?) =
        switch line.kind {
        case .state(let state, let bin, let dwell):
          (ComponentStates.name(of: line.component, state: state), bin.name, dwell, nil)
        case .charge(let charge, let count): (charge.name, nil, nil, count)
        case .bytes(let direction, let access, let count):
          (ComponentStates.name(of: direction, on: access), nil, nil, count)
        }
      return .object([
        ("component", .string(prefix + line.component.name)),
        ("state", .string(state)),
        ("signal", signal.map(JSONValue.string) ?? .null),
        ("cause", .string(CauseName.of(line.cause.purpose))),
        ("app", .integer(UInt64(line.cause.app))),
        ("time_s", JSONValue(time?.seconds)),
        ("count", count.map { .integer(UInt64(max(0, $0))) } ?? .null),
        ("energy_J", .number(line.energy.joules)),
      ])
    }
  }
}
