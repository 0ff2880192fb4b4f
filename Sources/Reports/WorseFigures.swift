import Analysis

/// The figures that a choice has worse than a given strategy.
struct WorseFigures {
  /// Smaller relative changes are left out.
  private static let least = 0.02

  /// A figure as people read it, before and after.
  struct Row {
    let name: String
    let before: String
    let after: String
  }

  /// Those worse by more than 2 %, or missing, in the order of tables.
  let rows: [Row]

  init(from old: StrategySummary, to new: StrategySummary) {
    rows = Metric.byRank.filter { !$0.descriptor.heading.isEmpty }.compactMap { metric in
      let about = metric.descriptor
      let (before, after) = (old[metric]?.mean, new[metric]?.mean)
      guard let isBetterLower = about.isBetterLower, Self.isWorse(before, after, metric, isBetterLower) else {
        return nil
      }
      let name = metric == .watchDrainPercentPerHour ? "drain of the watch" : about.heading.joined(separator: " ")
      func text(_ value: Double?) -> String {
        value.map { about.rounding.text($0) + (about.unit.isEmpty ? "" : " \(about.unit)") } ?? "none"
      }
      return Row(name: name, before: text(before), after: text(after))
    }
  }

  /// `nil` where none is worse.
  var table: ReportTable? {
    rows.isEmpty
      ? nil
      : ReportTable.of(rows) { columns in
        columns.words(["figure"]) { $0.name }
        columns.figures(["as given"]) { $0.before }
        columns.figures(["chosen"]) { $0.after }
      }
  }

  private static func isWorse(_ before: Double?, _ after: Double?, _ metric: Metric, _ isBetterLower: Bool) -> Bool {
    guard let before, let after else {
      return BudgetMetric(metric).absenceIsGood ? before == nil && after != nil : before != nil && after == nil
    }
    return isBetterLower ? after > before * (1 + least) && after > before : after < before * (1 - least)
  }
}
