import Analysis

extension OptimizationReport {
  /// An optimization as JSON; docs/schema/optimization.schema.json describes it.
  package var json: String {
    let outcome = outcome
    let seen = Set(seenFront.map(\.point))
    func finalists(_ finalists: [SearchOutcome.Finalist]) -> [JSONValue] { finalists.map { finalist($0) } }
    let value: JSONValue = [
      "schema": "geojoule-optimization", "schema_version": 1, "geojoule_version": version,
      "command": command, "finding": findings.joined(separator: " "), "scenario": scenario,
      "device": device, "network": network, "parameters": isDrawn ? "drawn" : "fixed",
      "objective": objective.column, "trade_off": tradeOff.column,
      "constraints": constraints.map {
        ["metric": $0.figure.column, "side": $0.side == .atMost ? "max" : "min", "limit": $0.limit] as JSONValue
      },
      "feasible": isFound, "runs": outcome.runs, "runs_allowed": budget,
      "exhaustive": outcome.isExhaustive,
      "seeds": [
        "search": seeds(outcome.searchSeeds), "choice": seeds(outcome.choiceSeeds),
        "report": seeds(outcome.reportSeeds),
      ] as JSONValue,
      "recommended": outcome.recommended.map { finalist(outcome.finalists[$0]) },
      "nearest": finalist(best),
      "first_choice": point(outcome.finalists[outcome.firstChoice].point),
      "report_used_to_choose": outcome.reportChose, "alternatives": finalists(outcome.alternatives),
      "front": finalists(outcome.front), "finalists": finalists(outcome.finalists),
      "path": outcome.steps.map { step -> JSONValue in
        [
          "stage": step.stage.rawValue, "runs": step.runs, "candidates": step.candidates,
          "best": point(step.best), "seeds": step.seeds, "objective": step.objective,
          "trade_off": step.tradeOff, "violation": step.violation,
        ]
      },
      "trials": outcome.trials.map { trial -> JSONValue in
        [
          "point": point(trial.point), "seeds": trial.seeds, "objective": trial.objective,
          "trade_off": trial.tradeOff, "violation": trial.violation, "on_front": seen.contains(trial.point),
        ]
      },
      "sensitivity": outcome.variations.map { variation -> JSONValue in
        [
          "parameter": variants[variation.point.variant].axes[variation.axis].name,
          "point": point(variation.point), "objective": statistics(variation.objective),
          "trade_off": statistics(variation.tradeOff),
          "difference": statistics(variation.difference, isDifference: true), "violation": variation.violation,
        ]
      },
    ]
    return value.text
  }

  private func seeds(_ range: Range<UInt64>) -> JSONValue { ["first": range.lowerBound, "count": range.count] }

  private func point(_ point: SearchPoint) -> JSONValue {
    let name = name(point)
    return [
      "strategy": name.strategy, "values": JSONValue.object(name.labels.map { ($0.name, $0.value.json) }),
    ]
  }

  private func statistics(_ value: SampleStatistics?, isDifference: Bool = false) -> JSONValue {
    ComparisonJSON.counted(value, isDifference ? value?.meanInterval : value?.flooredInterval)
  }

  private func finalist(_ finalist: SearchOutcome.Finalist) -> JSONValue {
    [
      "point": point(finalist.point), "as_given": finalist.isStart, "on_front": finalist.isOnFront,
      "feasible": finalist.isFeasible, "violation": finalist.violation,
      "objective": ComparisonJSON.statistics(
        finalist.objective, isFloored: true, prediction: .some(predictionRange(of: finalist))),
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
