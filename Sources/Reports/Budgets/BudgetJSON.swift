import Analysis
import Core

extension BudgetReport {
  /// A check as JSON, as `docs/schema/check.schema.json` describes it. Findings stand in the file's order.
  package var json: String {
    let counts = BudgetFinding.Status.allCases.map { ($0.rawValue, count($0)) } + [("off", limitsOff)]
    let value: JSONValue = [
      "schema": "geojoule-check", "schema_version": 1, "geojoule_version": version,
      "file": file, "today": today.description, "command": command, "is_broken": isBroken,
      "sentence": sentence, "counts": JSONValue.object(counts.map { ($0.0, $0.1.json) }), "notes": notes,
      "findings": findings.map(finding),
    ]
    return value.text
  }

  private func finding(_ finding: BudgetFinding) -> JSONValue {
    let (limit, verdict) = (finding.limit, finding.verdict)
    return [
      "budget": finding.budget, "scenario": finding.scenario, "device": finding.device, "network": finding.network,
      "strategy": finding.strategy, "metric": limit.metric.column, "bound": bound(limit.bound),
      "limit": limit.bound.kind, "level": limit.level.rawValue, "decide_on": limit.decideOn.rawValue,
      "status": finding.status.rawValue, "seeds": verdict.seeds, "seeds_are_auto": finding.isSequential,
      "is_certain": verdict.isCertain, "confidence": verdict.rule.confidence,
      "prediction": finding.prediction.map { ["p5": $0.lowerBound, "p95": $0.upperBound] as JSONValue },
      "figure": verdict.figure.map(interval), "change": verdict.change.map(interval),
      "baseline_mean": verdict.baselineMean,
      "base": finding.sinceBase.map { ["mean": $0.old, "change": $0.new - $0.old] as JSONValue },
      "strategy_changed": finding.strategyChanged,
      "waiver": limit.waiver.map { waiver in
        [
          "owner": waiver.owner, "reason": waiver.reason, "expires": waiver.expires.description,
          "is_expired": finding.waiverExpired,
        ] as JSONValue
      },
      "tighter_limit": finding.tighterLimit, "is_improvement": finding.isImprovement,
      "message": BudgetWords.message(finding), "line": limit.place.line, "column": limit.place.column,
      "fingerprint": finding.fingerprint,
    ]
  }

  private func bound(_ bound: BudgetBound) -> JSONValue {
    switch bound {
    case .max(let number), .min(let number): ["kind": bound.key, "value": number]
    case .maxIncrease(let tolerance), .maxDecrease(let tolerance):
      [
        "kind": bound.key,
        "value": ["percent": tolerance.percent, "absolute": tolerance.absolute] as JSONValue,
      ]
    }
  }

  /// The ends are `null` where one seed gives no interval.
  private func interval(_ interval: MeanInterval) -> JSONValue {
    ["mean": interval.mean, "count": interval.count, "low": interval.low, "high": interval.high]
  }
}
