import Analysis
import DeviceModel
import Core
import Simulation

extension RunReport {
  /// One run as JSON, as `docs/schema/run.schema.json` describes it: its figures, and its energy by component, state, signal
  /// and cause; missing is `null`.
  package var json: String {
    let ranges = Metric.allCases.filter(\.isWholePhone).map { ($0.column, range(of: $0)) }
    let value: JSONValue = [
      "schema": "geojoule-run", "schema_version": 1, "geojoule_version": context.version,
      "title": context.title, "strategy": strategy, "use": use.rawValue, "scenario": context.scenario,
      "device": context.device, "network": context.network, "duration_s": context.duration.seconds,
      "seed": context.firstSeed, "parameters": context.parameters.rawValue, "command": context.command,
      "finding": PlainText.line(finding), "provenance": context.provenance,
      "notes": metrics.allNotes + context.allNotes,
      "figures": JSONValue.object(Metric.allCases.map { ($0.column, metrics[$0].json) }),
      "prediction": JSONValue.object(ranges), "energy": energy(of: record),
    ]
    return value.text
  }

  private func range(of metric: Metric) -> JSONValue {
    predictionRange(of: metric).map { ["p5": $0.lowerBound, "p95": $0.upperBound] } ?? .null
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
      return [
        "component": prefix + line.component.name, "state": state, "signal": signal,
        "cause": CauseName.of(line.cause.purpose), "app": UInt64(line.cause.app), "time_s": time?.seconds,
        "count": count, "energy_J": line.energy.joules,
      ]
    }
  }
}
