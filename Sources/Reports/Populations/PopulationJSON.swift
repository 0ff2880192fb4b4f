import Analysis
import DeviceModel
import World

extension PopulationReport {
  /// Strategies over people as JSON, each person included, as `docs/schema/population.schema.json` describes it; missing is
  /// `null`.
  package var json: String {
    let value: JSONValue = [
      "schema": "geojoule-population", "schema_version": 1, "geojoule_version": context.version,
      "population": population, "about": about, "device": context.device, "network": context.network,
      "people": people, "days": days, "first_seed": context.firstSeed,
      "parameters": context.parameters.rawValue, "command": context.command, "finding": finding,
      "provenance": context.provenance, "notes": context.notes, "not_modelled": context.notModelled,
      "strategies": rows.map(strategy),
      "persons": summary.people.map(person),
    ]
    return value.text
  }

  private func strategy(_ row: PopulationRow) -> JSONValue {
    ["strategy": row.strategy, "use": row.use.rawValue, "notes": row.notes]
      + PopulationFigure.allCases.map { ($0.column, statistics(row[$0], $0, row)) }
      + [("groups", row.groups.map(group).json)]
  }

  func statistics(_ all: PeopleStatistics?, _ figure: PopulationFigure, _ row: PopulationRow) -> JSONValue {
    guard let all else { return .null }
    let interval = PopulationReport.interval(figure, all.mean, all.meanInterval)
    let prediction = row.predictionRange(of: figure)
    return [
      "people": all.count, "mean": all.mean, "prediction_p5": prediction?.lowerBound,
      "prediction_p95": prediction?.upperBound, "mean_ci95_low": interval?.lowerBound,
      "mean_ci95_high": interval?.upperBound, "p10": all.p10, "p25": all.p25, "median": all.median, "p75": all.p75,
      "p90": all.p90, "median_ci95_low": all.medianInterval?.lowerBound,
      "median_ci95_high": all.medianInterval?.upperBound, "worst_decile": all.worstDecile,
      "worst_decile_ci95_low": all.worstDecileInterval?.lowerBound,
      "worst_decile_ci95_high": all.worstDecileInterval?.upperBound,
      "worst_persons": all.worst.map { summary.people[$0].number },
    ]
  }

  func group(_ group: GroupFigures) -> JSONValue {
    let interval = PopulationReport.interval(group.figure, group.mean, group.meanInterval)
    return [
      "figure": group.figure.column, "trait": group.trait.rawValue, "group": group.group, "people": group.people,
      "mean": group.mean, "mean_ci95_low": interval?.lowerBound, "mean_ci95_high": interval?.upperBound,
      "share_of_people": group.share, "share_of_worst_decile": group.worstShare, "times": group.risk,
      "times_ci95_low": group.riskInterval?.lowerBound, "times_ci95_high": group.riskInterval?.upperBound,
      "chance_of_so_many": group.chanceOfMore,
    ]
  }

  private func person(_ person: PersonFigures) -> JSONValue {
    let strategies = rows.indices.map { strategy in
      JSONValue.object(PopulationFigure.allCases.map { ($0.column, person.value(strategy, $0).json) })
    }
    return ["number": person.number, "seed": person.seed]
      + PersonTraits.Trait.allCases.map { ($0.rawValue, .string(person.traits.group(of: $0))) }
      + [("strategies", strategies.json)]
  }
}
