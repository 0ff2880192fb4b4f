import Analysis

/// What a suggestion makes worse: no saving is named without its price.
enum WorseFigures {
  /// Smaller relative changes are not spoken of.
  private static let least = 0.02
  private static let lessIsBetter: [Metric] = [
    .errorP95, .movingErrorP95, .movingAgeP95, .eventLatencyP50, .missedEvents, .falseEvents,
  ]
  private static let moreIsBetter: [Metric] = [.availability, .movingCoverage]

  /// Whether a figure is worse by enough to be spoken of.
  static func isWorse(_ old: Double, _ new: Double, moreIsBetter: Bool) -> Bool {
    moreIsBetter ? new < old * (1 - least) : new > old * (1 + least) && new > old
  }

  /// Every figure that is worse by more than 2 %: `error track 102 to 225 m, age now 4.3 s to 55 s`; `nil` where none is.
  ///
  /// - Parameter except: figures that are spoken of elsewhere.
  static func text(from old: StrategySummary, to new: StrategySummary, except: [Metric] = []) -> String? {
    let texts = (lessIsBetter + moreIsBetter).filter { !except.contains($0) }.compactMap { metric -> String? in
      guard let before = old[metric]?.mean, let after = new[metric]?.mean else { return nil }
      guard isWorse(before, after, moreIsBetter: moreIsBetter.contains(metric)) else { return nil }
      let about = metric.descriptor
      return "\(about.heading.joined(separator: " ")) \(about.rounding.text(before)) to "
        + about.rounding.text(after) + (about.unit.isEmpty ? "" : " \(about.unit)")
    }
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }
}
