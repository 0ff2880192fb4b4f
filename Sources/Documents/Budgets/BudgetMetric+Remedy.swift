import Analysis
import FileFormats

extension BudgetMetric {
  /// What to write instead of a name that no metric has: the column of a table's heading, whatever the order of its words.
  static func remedy(for text: String) -> String {
    let words = words(text)
    if words == ["battery"] || words == ["battery", "percent"] {
      return "limit drain_percent_per_hour, of which it is 16 times as much (or as many times as --hours says)"
    }
    if !words.isEmpty, let metric = Metric.byRank.first(where: { Self.words($0.descriptor.title) == words }) {
      return "'\(metric.descriptor.title)' of the tables is '\(metric.column)'"
    }
    return Suggestion.remedy(for: text, among: all.map(\.column), what: "metrics")
  }

  private static func words(_ text: String) -> Set<Substring> {
    Set(text.lowercased().split { " ,_".contains($0) })
  }
}
