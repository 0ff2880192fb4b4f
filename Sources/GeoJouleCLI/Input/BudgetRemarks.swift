import GeoJoule
import Reports

/// A limit on the error of the position held, for a strategy that records: delays count in it, which lose a track nothing.
enum HeldErrorWarning {
  private static let instead: [Metric: Metric] = [.errorP50: .movingErrorP50, .errorP95: .movingErrorP95]

  /// One line for each limited figure that another one fits better.
  static func lines(_ limited: [BudgetMetric], _ strategies: [StrategySpecification]) -> [String] {
    let recorders = strategies.filter { $0.use == .record }.map { "'\(PlainText.line($0.name))'" }
    guard !recorders.isEmpty else { return [] }
    return limited.map(\.metric).uniqued().compactMap { metric in
      instead[metric].map {
        "warning: \(metric.column) is the error of the position held now, and \(recorders.joined(separator: ", ")) "
          + "\(recorders.count == 1 ? "keeps a track" : "keep tracks"); \($0.column) is the error of the track"
      }
    }
  }
}

extension ChartLimit {
  /// The upper limits on drain that a budget file sets for the compared strategies on this day and this phone,
  /// each once, with the strategies they are for; those that a waiver lifts are left out.
  static func all(in file: BudgetFile, for request: ComparisonRequest) -> [ChartLimit] {
    var limits: [ChartLimit] = []
    for item in file.cases where item.scenario.name == request.scenario.name {
      guard item.device.name == request.device.name, item.network.name == request.network.name else { continue }
      let names = item.strategies.map(\.name).filter { name in request.strategies.contains { $0.name == name } }
      guard !names.isEmpty else { continue }
      for limit in item.activeLimits where !limit.metric.isMarginal && limit.waiver == nil {
        guard case .max(let value) = limit.bound, value > 0, limit.metric.metric == .drainPercentPerHour else {
          continue
        }
        let label = "\(names.joined(separator: ", ")): \(DecimalText.significant(value, digits: 4)) %/h"
        limits.append(ChartLimit(value: value, label: label))
      }
    }
    return limits.uniqued()
  }
}
