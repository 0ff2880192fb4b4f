import Analysis
import Quantities

/// Units in which limits of columns can be written; the first is the column's own, and may be left out.
enum MetricUnits {
  static func units(of metric: BudgetMetric) -> [UnitSymbol] {
    let name = metric.column
    if name.hasSuffix("percent_per_hour") { return bare + [UnitSymbol("%/h", 1), UnitSymbol("%", 1)] }
    if name.hasSuffix("_per_hour") { return bare + [UnitSymbol("/h", 1)] }
    if isShare(metric) { return bare + [UnitSymbol("%", 0.01)] }
    if name.hasSuffix("_mW") { return bare + Power.units.map { UnitSymbol($0.symbol, $0.factor * 1_000) } }
    if name.hasSuffix("_J") { return bare + Energy.units }
    if name.hasSuffix("_m") { return bare + Distance.units }
    if name.hasSuffix("_s") { return bare + TimeSpan.units }
    if name.hasSuffix("_h") { return bare + TimeSpan.units.map { UnitSymbol($0.symbol, $0.factor / 3_600) } }
    return bare
  }

  /// The column's own unit as it is written; empty for a plain number.
  static func symbol(of metric: BudgetMetric) -> String {
    let name = metric.column
    if name.hasSuffix("percent_per_hour") { return "%/h" }
    if name.hasSuffix("_per_hour") { return "/h" }
    return ["mW", "J", "m", "s", "h"].first { name.hasSuffix("_\($0)") } ?? ""
  }

  /// Whether the figure is a share, of which more is better.
  static func isShare(_ metric: BudgetMetric) -> Bool {
    switch metric.metric {
    case .trackCoverage, .movingCoverage, .availability, .goodFixShare: true
    default: false
    }
  }

  private static let bare = [UnitSymbol("", 1)]
}
