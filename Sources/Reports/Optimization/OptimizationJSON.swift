import Analysis

/// An optimization as JSON; docs/schema/optimization.schema.json describes it.
package struct OptimizationJSON: Sendable {
  package init() {}

  package func render(_ report: OptimizationReport) -> String {
    let outcome = report.outcome
    let seen = Set(report.seenFront.map(\.point))
    func finalists(_ finalists: [SearchOutcome.Finalist]) -> [JSONValue] { finalists.map { finalist($0, report) } }
    let value: JSONValue = [
      "schema": "geojoule-optimization", "schema_version": 1, "geojoule_version": report.version,
      "command": report.command, "finding": report.findings.joined(separator: " "), "scenario": report.scenario,
      "device": report.device, "network": report.network, "parameters": report.isDrawn ? "drawn" : "fixed",
      "objective": report.objective.column, "trade_off": report.tradeOff.column,
      "constraints": report.constraints.map {
        ["metric": $0.figure.column, "side": $0.side == .atMost ? "max" : "min", "limit": $0.limit] as JSONValue
      },
      "feasible": report.isFound, "runs": outcome.runs, "runs_allowed": report.budget,
      "exhaustive": outcome.isExhaustive,
      "seeds": [
        "search": seeds(outcome.searchSeeds), "choice": seeds(outcome.choiceSeeds),
        "report": seeds(outcome.reportSeeds),
      ] as JSONValue,
      "recommended": outcome.recommended.map { finalist(outcome.finalists[$0], report) },
      "nearest": finalist(report.best, report),
      "first_choice": point(outcome.finalists[outcome.firstChoice].point, report),
      "report_used_to_choose": outcome.reportChose, "alternatives": finalists(outcome.alternatives),
      "front": finalists(outcome.front), "finalists": finalists(outcome.finalists),
      "path": outcome.steps.map { step -> JSONValue in
        [
          "stage": step.stage.rawValue, "runs": step.runs, "candidates": step.candidates,
          "best": point(step.best, report), "seeds": step.seeds, "objective": step.objective,
          "trade_off": step.tradeOff, "violation": step.violation,
        ]
      },
      "trials": outcome.trials.map { trial -> JSONValue in
        [
          "point": point(trial.point, report), "seeds": trial.seeds, "objective": trial.objective,
          "trade_off": trial.tradeOff, "violation": trial.violation, "on_front": seen.contains(trial.point),
        ]
      },
      "sensitivity": outcome.variations.map { variation -> JSONValue in
        [
          "parameter": report.variants[variation.point.variant].axes[variation.axis].name,
          "point": point(variation.point, report), "objective": statistics(variation.objective),
          "trade_off": statistics(variation.tradeOff),
          "difference": statistics(variation.difference, isDifference: true), "violation": variation.violation,
        ]
      },
    ]
    return value.text
  }

  private func seeds(_ range: Range<UInt64>) -> JSONValue { ["first": range.lowerBound, "count": range.count] }

  private func point(_ point: SearchPoint, _ report: OptimizationReport) -> JSONValue {
    let name = report.name(point)
    return [
      "strategy": name.strategy, "values": JSONValue.object(name.labels.map { ($0.name, $0.value.json) }),
    ]
  }

  private func statistics(_ value: SampleStatistics?, isDifference: Bool = false) -> JSONValue {
    ComparisonJSON.counted(value, isDifference ? value?.meanInterval : value?.flooredInterval)
  }

  private func finalist(_ finalist: SearchOutcome.Finalist, _ report: OptimizationReport) -> JSONValue {
    [
      "point": point(finalist.point, report), "as_given": finalist.isStart, "on_front": finalist.isOnFront,
      "feasible": finalist.isFeasible, "violation": finalist.violation,
      "objective": ComparisonJSON.statistics(
        finalist.objective, isFloored: true, prediction: .some(report.predictionRange(of: finalist))),
      "trade_off": statistics(finalist.tradeOff), "difference": statistics(finalist.difference, isDifference: true),
      "constraints": finalist.constraints.map { constraint -> JSONValue in
        [
          "figure": statistics(constraint.figure), "bound": constraint.bound, "verdict": constraint.verdict.rawValue,
        ]
      },
    ]
  }
}

extension SweepLabel.Value: JSONWritable {
  package var json: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .number(let number): .number(number)
    case .flag(let flag): .bool(flag)
    case .none: .null
    }
  }
}
