import Analysis

/// What a suggestion makes worse: no saving is named without its price.
enum WorseFigures {
  /// Smaller relative changes are not spoken of.
  private static let least = 0.02
  private static let lessIsBetter: [Metric] = [
    .drainPercentPerHour, .watchDrainPercentPerHour, .errorP95, .movingErrorP95, .movingAgeP95, .eventLatencyP50,
    .missedEvents, .falseEvents,
  ]
  private static let moreIsBetter: [Metric] = [.availability, .movingCoverage]

  /// Every figure that is worse by more than 2 %, or missing: `error track 102 to 225 m, age now 4.3 s to none`; `nil` where
  /// none is.
  static func text(from old: StrategySummary, to new: StrategySummary) -> String? {
    let texts = (lessIsBetter + moreIsBetter).compactMap { metric -> String? in
      guard let before = old[metric]?.mean else { return nil }
      let about = metric.descriptor
      let name = metric == .watchDrainPercentPerHour ? "drain of the watch" : about.heading.joined(separator: " ")
      let (start, unit) = ("\(name) \(about.rounding.text(before))", about.unit.isEmpty ? "" : " \(about.unit)")
      guard let after = new[metric]?.mean else { return "\(start)\(unit) to none" }
      let isWorse =
        moreIsBetter.contains(metric)
        ? after < before * (1 - least) : after > before * (1 + least) && after > before
      return isWorse ? "\(start) to \(about.rounding.text(after))\(unit)" : nil
    }
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }
}
