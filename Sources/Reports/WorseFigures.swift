import Analysis

/// What a suggestion makes worse: no saving is named without its price.
enum WorseFigures {
  /// Smaller relative changes are not spoken of.
  private static let least = 0.02
  /// More figures than this are counted.
  private static let most = 6

  /// The figures that are worse by more than 2 %, or missing, in the order of tables: `error track 102 to 225 m, age now 4.3 s
  /// to none, and 2 more in 'compare --wide'`; `nil` where none is.
  static func text(from old: StrategySummary, to new: StrategySummary) -> String? {
    let texts = Metric.byRank.filter { !$0.descriptor.heading.isEmpty }.compactMap { metric -> String? in
      let about = metric.descriptor
      let (before, after) = (old[metric]?.mean, new[metric]?.mean)
      guard let isBetterLower = about.isBetterLower, isWorse(before, after, metric, isBetterLower) else { return nil }
      let name = metric == .watchDrainPercentPerHour ? "drain of the watch" : about.heading.joined(separator: " ")
      let unit = about.unit.isEmpty ? "" : " \(about.unit)"
      let ends = [before, after].map { $0.map { about.rounding.text($0) } ?? "none" }
      return "\(name) \(ends[0])" + (after == nil ? "\(unit) to none" : " to \(ends[1])\(unit)")
    }
    let more = texts.count - most
    return texts.isEmpty
      ? nil : texts.prefix(most).joined(separator: ", ") + (more > 0 ? ", and \(more) more in 'compare --wide'" : "")
  }

  private static func isWorse(_ before: Double?, _ after: Double?, _ metric: Metric, _ isBetterLower: Bool) -> Bool {
    guard let before, let after else {
      return BudgetMetric(metric).absenceIsGood ? before == nil && after != nil : before != nil && after == nil
    }
    return isBetterLower ? after > before * (1 + least) && after > before : after < before * (1 - least)
  }
}
