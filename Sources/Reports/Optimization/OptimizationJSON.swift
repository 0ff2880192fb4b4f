import Analysis

/// An optimization as JSON; docs/schema/optimization.schema.json describes it.
public struct OptimizationJSON: Sendable {
  public init() {}

  public func render(_ report: OptimizationReport) -> String {
    let outcome = report.outcome
    let seen = Set(report.seenFront.map(\.point))
    return JSONValue.object([
      ("schema", .string("geojoule-optimization")), ("schema_version", .integer(1)),
      ("geojoule_version", .string(report.version)), ("command", .string(report.command)),
      ("finding", .string(report.findings.joined(separator: " "))), ("scenario", .string(report.scenario)),
      ("device", .string(report.device)), ("network", report.network.map(JSONValue.string) ?? .null),
      ("parameters", .string(report.isDrawn ? "drawn" : "fixed")), ("objective", .string(report.objective.column)),
      ("trade_off", .string(report.tradeOff.column)),
      (
        "constraints",
        .array(
          report.constraints.map {
            .object([
              ("metric", .string($0.figure.column)), ("side", .string($0.side == .atMost ? "max" : "min")),
              ("limit", .number($0.limit)),
            ])
          })
      ),
      ("feasible", .bool(report.isFound)), ("runs", .integer(UInt64(outcome.runs))),
      ("runs_allowed", .integer(UInt64(report.budget))), ("exhaustive", .bool(outcome.isExhaustive)),
      (
        "seeds",
        .object([
          ("search", seeds(outcome.searchSeeds)), ("choice", seeds(outcome.choiceSeeds)),
          ("report", seeds(outcome.reportSeeds)),
        ])
      ),
      ("recommended", outcome.recommended.map { finalist(outcome.finalists[$0], report) } ?? .null),
      ("nearest", finalist(report.best, report)),
      ("first_choice", point(outcome.finalists[outcome.firstChoice].point, report)),
      ("report_used_to_choose", .bool(outcome.reportChose)),
      ("alternatives", .array(outcome.alternatives.map { finalist($0, report) })),
      ("front", .array(outcome.front.map { finalist($0, report) })),
      ("finalists", .array(outcome.finalists.map { finalist($0, report) })),
      (
        "path",
        .array(
          outcome.steps.map { step in
            .object([
              ("stage", .string(step.stage.rawValue)), ("runs", .integer(UInt64(step.runs))),
              ("candidates", .integer(UInt64(step.candidates))), ("best", point(step.best, report)),
              ("seeds", .integer(UInt64(step.seeds))), ("objective", .number(step.objective)),
              ("trade_off", JSONValue(step.tradeOff)), ("violation", .number(step.violation)),
            ])
          })
      ),
      (
        "trials",
        .array(
          outcome.trials.map { trial in
            .object([
              ("point", point(trial.point, report)), ("seeds", .integer(UInt64(trial.seeds))),
              ("objective", JSONValue(trial.objective)), ("trade_off", JSONValue(trial.tradeOff)),
              ("violation", .number(trial.violation)), ("on_front", .bool(seen.contains(trial.point))),
            ])
          })
      ),
      (
        "sensitivity",
        .array(
          outcome.variations.map { variation in
            .object([
              ("parameter", .string(report.variants[variation.point.variant].axes[variation.axis].name)),
              ("point", point(variation.point, report)), ("objective", statistics(variation.objective)),
              ("trade_off", statistics(variation.tradeOff)),
              ("difference", statistics(variation.difference, isDifference: true)),
              ("violation", .number(variation.violation)),
            ])
          })
      ),
    ]).text
  }

  private func seeds(_ range: Range<UInt64>) -> JSONValue {
    .object([("first", .integer(range.lowerBound)), ("count", .integer(UInt64(range.count)))])
  }

  private func point(_ point: SearchPoint, _ report: OptimizationReport) -> JSONValue {
    let name = report.name(point)
    return .object([
      ("strategy", .string(name.strategy)),
      (
        "values",
        .object(
          name.labels.map { label in
            let value: JSONValue
            switch label.value {
            case .text(let text): value = .string(text)
            case .number(let number): value = .number(number)
            case .flag(let flag): value = .bool(flag)
            case .none: value = .null
            }
            return (label.name, value)
          })
      ),
    ])
  }

  private func statistics(_ value: SampleStatistics?, isDifference: Bool = false) -> JSONValue {
    guard let value else { return .null }
    let interval = isDifference ? value.meanInterval : value.flooredInterval
    return .object([
      ("count", .integer(UInt64(value.count))), ("mean", .number(value.mean)),
      ("ci95_low", JSONValue(interval?.lowerBound)), ("ci95_high", JSONValue(interval?.upperBound)),
      ("p2_5", JSONValue(value.quantileRange?.lowerBound)), ("p97_5", JSONValue(value.quantileRange?.upperBound)),
    ])
  }

  private func finalist(_ finalist: SearchOutcome.Finalist, _ report: OptimizationReport) -> JSONValue {
    .object([
      ("point", point(finalist.point, report)), ("as_given", .bool(finalist.isStart)),
      ("on_front", .bool(finalist.isOnFront)), ("feasible", .bool(finalist.isFeasible)),
      ("violation", .number(finalist.violation)),
      (
        "objective",
        ComparisonJSON.statistics(
          finalist.objective, isFloored: true, prediction: .some(report.predictionRange(of: finalist)))
      ),
      ("trade_off", statistics(finalist.tradeOff)), ("difference", statistics(finalist.difference, isDifference: true)),
      (
        "constraints",
        .array(
          finalist.constraints.map {
            .object([
              ("figure", statistics($0.figure)), ("bound", JSONValue($0.bound)),
              ("verdict", .string($0.verdict.rawValue)),
            ])
          })
      ),
    ])
  }
}
