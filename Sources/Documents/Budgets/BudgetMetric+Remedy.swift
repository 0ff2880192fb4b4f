import Analysis
import FileFormats

extension BudgetMetric {
  /// What to write instead of a name that no metric has.
  static func remedy(for text: String) -> String {
    if text == "battery_percent" {
      return "limit drain_percent_per_hour, of which it is 16 times as much (or as many times as --hours says)"
    }
    return Suggestion.remedy(for: text, among: all.map(\.column), what: "metrics")
  }
}
