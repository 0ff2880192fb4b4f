import Analysis

/// A check as JSON, as `docs/schema/check.schema.json` describes it. Findings stand in the file's order.
public struct BudgetJSON: Sendable {
  /// Rises when a member changes its meaning or goes away; new members may come at any time.
  public static let schemaVersion: UInt64 = 1

  public init() {}

  public func render(_ report: BudgetReport) -> String {
    JSONValue.object([
      ("schema", .string("geojoule-check")),
      ("schema_version", .integer(Self.schemaVersion)),
      ("geojoule_version", .string(report.version)),
      ("file", .string(report.file)),
      ("today", .string(report.today.description)),
      ("command", .string(report.command)),
      ("is_broken", .bool(report.isBroken)),
      ("sentence", .string(report.sentence)),
      (
        "counts",
        .object(
          BudgetFinding.Status.allCases.map { ($0.rawValue, JSONValue.integer(UInt64(report.count($0)))) }
            + [("off", .integer(UInt64(report.limitsOff)))])
      ),
      ("notes", .array(report.notes.map(JSONValue.string))),
      ("findings", .array(report.findings.map(finding))),
    ]).text
  }

  private func finding(_ finding: BudgetFinding) -> JSONValue {
    let (limit, verdict) = (finding.limit, finding.verdict)
    return .object([
      ("budget", .string(finding.budget)),
      ("scenario", .string(finding.scenario)),
      ("device", .string(finding.device)),
      ("network", .string(finding.network)),
      ("strategy", .string(finding.strategy)),
      ("metric", .string(limit.metric.column)),
      ("bound", bound(limit.bound)),
      ("limit", .string(limit.bound.kind)),
      ("level", .string(limit.level.rawValue)),
      ("decide_on", .string(limit.decideOn.rawValue)),
      ("status", .string(finding.status.rawValue)),
      ("seeds", .integer(UInt64(verdict.seeds))),
      ("seeds_are_auto", .bool(finding.isSequential)),
      ("is_certain", .bool(verdict.isCertain)),
      ("confidence", .number(verdict.rule.confidence)),
      (
        "prediction",
        finding.prediction.map { .object([("p5", .number($0.lowerBound)), ("p95", .number($0.upperBound))]) } ?? .null
      ),
      ("figure", interval(verdict.figure)),
      ("change", interval(verdict.change)),
      ("baseline_mean", JSONValue(verdict.baselineMean)),
      ("strategy_changed", .bool(finding.strategyChanged)),
      ("waiver", waiver(finding)),
      ("tighter_limit", JSONValue(finding.tighterLimit)),
      ("is_improvement", .bool(finding.isImprovement)),
      ("message", .string(BudgetWords.message(finding))),
      ("line", .integer(UInt64(max(0, limit.place.line)))),
      ("column", .integer(UInt64(max(0, limit.place.column)))),
      ("fingerprint", .string(finding.fingerprint)),
    ])
  }

  private func bound(_ bound: BudgetBound) -> JSONValue {
    let value: JSONValue
    switch bound {
    case .max(let number), .min(let number): value = .number(number)
    case .maxIncrease(let tolerance), .maxDecrease(let tolerance):
      value = .object([("percent", JSONValue(tolerance.percent)), ("absolute", JSONValue(tolerance.absolute))])
    }
    return .object([("kind", .string(bound.key)), ("value", value)])
  }

  /// The ends are `null` where one seed gives no interval.
  private func interval(_ interval: MeanInterval?) -> JSONValue {
    guard let interval else { return .null }
    return .object([
      ("mean", .number(interval.mean)), ("count", .integer(UInt64(interval.count))),
      ("low", .number(interval.low)), ("high", .number(interval.high)),
    ])
  }

  private func waiver(_ finding: BudgetFinding) -> JSONValue {
    guard let waiver = finding.limit.waiver else { return .null }
    return .object([
      ("owner", .string(waiver.owner)), ("reason", .string(waiver.reason)),
      ("expires", .string(waiver.expires.description)), ("is_expired", .bool(finding.waiverExpired)),
    ])
  }
}
