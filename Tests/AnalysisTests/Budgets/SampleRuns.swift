import Analysis
import Core

/// Runs with one figure each, for limits.
enum SampleRuns {
  static let place = BudgetPlace(file: "budgets.yml", line: 7, column: 9)

  static func values(_ figures: [Double?], from seed: UInt64 = 1) -> [SeedValue] {
    figures.enumerated().map { SeedValue(seed: seed + UInt64($0.offset), value: $0.element) }
  }

  static func limit(
    _ bound: BudgetBound, _ column: String = "energy_J", level: BudgetLevel = .error,
    decideOn: DecisionBasis = .mean, waiver: Waiver? = nil
  ) throws -> BudgetLimit {
    BudgetLimit(
      metric: BudgetMetric(column: column) ?? BudgetMetric(.energy), bound: bound, level: level, decideOn: decideOn,
      waiver: waiver, place: place)
  }

  static func runs(_ metric: Metric, _ figures: [Double?]) -> [RunMetrics] {
    figures.enumerated().map { index, figure in
      var run = RunMetrics(seed: UInt64(index + 1), duration: .hours(1))
      run[metric] = figure
      return run
    }
  }
}
