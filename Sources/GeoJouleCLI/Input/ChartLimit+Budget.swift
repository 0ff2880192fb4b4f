import Analysis
import Documents
import GeoJoule
import Quantities
import Reports

extension ChartLimit {
  /// The upper limits on drain and 95 % error that a budget file sets for the compared strategies on this day and this phone,
  /// each once, with the strategies they are for; those that a waiver lifts are left out.
  static func all(in file: BudgetFile, for request: ComparisonRequest) -> [ChartLimit] {
    var limits: [ChartLimit] = []
    for item in file.cases where item.scenario.name == request.scenario.name {
      guard item.device.name == request.device.name, item.network.name == request.network.name else { continue }
      let names = item.strategies.map(\.name).filter { name in request.strategies.contains { $0.name == name } }
      guard !names.isEmpty else { continue }
      for limit in item.activeLimits where !limit.metric.isMarginal && limit.waiver == nil {
        guard case .max(let value) = limit.bound, value > 0, let (axis, unit) = axis(of: limit.metric.metric) else {
          continue
        }
        let label = "\(names.joined(separator: ", ")): \(DecimalText.significant(value, digits: 4)) \(unit)"
        let found = ChartLimit(axis: axis, value: value, label: label)
        if !limits.contains(found) { limits.append(found) }
      }
    }
    return limits
  }

  private static func axis(of metric: Metric) -> (Axis, String)? {
    switch metric {
    case .drainPercentPerHour: (.drain, "%/h")
    // Not the track error of the whole day: what the chart shows of a recording is its error on the way.
    case .errorP95, .movingErrorP95: (.error, "m")
    default: nil
    }
  }
}
