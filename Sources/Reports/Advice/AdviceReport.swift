public import Analysis
import Quantities

/// Ranked advice for one strategy: what every format of it renders.
public struct AdviceReport: Sendable {
  public var context: ReportContext
  public var base: StrategySummary
  /// Ranked, the best first.
  public var advice: [Advice]
  /// What the advice was held against.
  public var needs: AdviceNeeds

  public init(context: ReportContext, base: StrategySummary, advice: [Advice], needs: AdviceNeeds = AdviceNeeds()) {
    self.context = context
    self.base = base
    self.advice = advice
    self.needs = needs
  }

  /// The sentence it comes down to.
  public var finding: String {
    let name = PlainText.line(base.strategy)
    guard let best = advice.first, best.verdict == .saves else {
      return advice.isEmpty
        ? "There is nothing to simulate for \(name)."
        : "No change saves energy to speak of for \(name) and keeps what it gives."
    }
    return "The largest saving for \(name): \(line(best))."
  }

  /// `HundredMeters instead of Best: -82 % energy (95 %: -84 to -80), error p95 +58 m (+51 to +66)`.
  func line(_ advice: Advice) -> String {
    var parts = [
      "\(advice.title): \(Self.percent(advice.energy.mean)) % energy"
        + Self.interval(advice.energy, Self.percent, "95 %: ")
    ]
    if let error = advice.error {
      parts.append("error p95 \(Self.signed(error.mean)) m" + Self.interval(error, Self.signed))
    }
    // Late positions lose a recording nothing.
    if let age = advice.wayAge, base.use == .live || needs.largestAge != nil {
      parts.append("age p95 \(Self.signed(age.mean)) s" + Self.interval(age, Self.signed))
    }
    if let coverage = advice.coverage, abs(coverage.mean) >= 0.01 {
      parts.append(
        "\(base.use == .live ? "served" : "way covered") \(Self.percent(coverage.mean)) points"
          + Self.interval(coverage, Self.percent))
    }
    return parts.joined(separator: ", ")
  }

  /// What the list says under a heading of verdicts.
  static func heading(_ verdict: Advice.Verdict) -> String {
    switch verdict {
    case .saves: "Saves energy"
    case .breaksNeeds: "Saves energy, at a price that may be too high"
    case .noDifference: "No difference to speak of"
    case .costs: "Takes more energy"
    }
  }

  /// A change of a share, in percent.
  static func percent(_ share: Double) -> String { signed(share * 100) }

  /// `+58`, `-0.4`, `0`.
  static func signed(_ value: Double) -> String {
    let text = Figure.text(abs(value), decimals: 1)
    return text == "0" || text == "0.0" || text == "0.00" ? "0" : (value < 0 ? "-" : "+") + text
  }

  private static func interval(
    _ statistics: SampleStatistics, _ text: (Double) -> String, _ label: String = ""
  ) -> String {
    guard let range = statistics.meanInterval else { return "" }
    return " (\(label)\(text(range.lowerBound)) to \(text(range.upperBound)))"
  }

  /// What stands under every list.
  var remarks: [String] {
    var remarks = [
      "Every change was simulated on the same \(context.seeds) seeds as \(PlainText.line(base.strategy)); brackets hold "
        + "the 95 % interval of the mean paired difference. Energy is the whole phone's with the screen off."
    ]
    if context.seeds < 2 {
      remarks[0] = "One seed has no interval: use more before you rely on the order."
    } else if advice.count > 1 {
      remarks[0] += " Each interval stands for itself: one in twenty misses."
    }
    let judged =
      switch (base.use, base.isAtRest) {
      case (.live, false):
        "Error and age are those of the position the app holds, the age while the user moves: at rest an old position is "
          + "the right one."
      case (.live, true): "Error and age are those of the position the app holds; the user never moves."
      case (.record, false):
        "Error and way covered are those of the recorded track while the user moves: a gap at rest loses nothing."
      case (.record, true): "Error and coverage are those of the recorded track; the user never moves."
      }
    remarks.append(judged)
    if needs.largestError == nil {
      let (ratio, least) = (Int(AcceptableError.ratio), Int(AcceptableError.least))
      remarks.append(
        "No largest error was named: up to \(ratio) times the present one, or \(least) m, counts as acceptable.")
    }
    if needs.largestAge == nil, base.use == .live {
      let (ratio, least) = (Int(AcceptableAge.ratio), Int(AcceptableAge.least / 60))
      remarks.append(
        "No largest age was named: up to \(ratio) times the present one, or \(least) min, counts as acceptable.")
    }
    return remarks + context.notes + [context.provenance]
  }
}
