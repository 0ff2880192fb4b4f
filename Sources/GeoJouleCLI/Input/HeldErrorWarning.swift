import Analysis
import FileFormats
import GeoJoule
import Reports

/// A limit on the error of the position held, for a strategy that records: delays count in it, which lose a track nothing.
enum HeldErrorWarning {
  private static let instead: [Metric: Metric] = [.errorP50: .movingErrorP50, .errorP95: .movingErrorP95]

  /// One line for each limited figure that another one fits better.
  static func lines(_ limited: [BudgetMetric], _ strategies: [StrategySpecification]) -> [String] {
    let recorders = strategies.filter { $0.use == .record }.map { "'\(PlainText.line($0.name))'" }
    guard !recorders.isEmpty else { return [] }
    var metrics: [Metric] = []
    for metric in limited.map(\.metric) where instead[metric] != nil && !metrics.contains(metric) {
      metrics.append(metric)
    }
    return metrics.compactMap { metric in
      instead[metric].map {
        "warning: \(metric.column) is the error of the position held now, and \(recorders.joined(separator: ", ")) "
          + "\(recorders.count == 1 ? "keeps a track" : "keep tracks"); \($0.column) is the error of the track"
      }
    }
  }
}
