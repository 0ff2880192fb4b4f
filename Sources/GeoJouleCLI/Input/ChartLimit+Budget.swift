import Analysis
import Documents
import GeoJoule
import Core
import Reports

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
        let found = ChartLimit(value: value, label: label)
        if !limits.contains(found) { limits.append(found) }
      }
    }
    return limits
  }
}
