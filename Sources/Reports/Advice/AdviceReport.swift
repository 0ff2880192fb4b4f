public import Analysis
import Quantities

/// Ranked advice for one strategy: what every format of it renders.
public struct AdviceReport: Sendable {
  public var context: ReportContext
  public var base: StrategySummary
  /// Ranked, the best first.
  public var advice: [Advice]
  /// The limits that the advice keeps.
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
    let shown = bestAtLikeAccuracy ?? best
    let finding =
      "The largest saving for \(name)\(shown.title == best.title ? "" : " at like accuracy"): \(priced(shown))"
    return shown.title == best.title ? finding : "\(finding) More at less accuracy: \(brief(best))."
  }

  /// The change to try first, with what it saves and makes worse; `nil` where none saves.
  package var suggestion: String? {
    (bestAtLikeAccuracy ?? advice.first).flatMap { $0.verdict == .saves ? priced($0) : nil }
  }

  private func priced(_ advice: Advice) -> String {
    let worse = WorseFigures.text(
      from: base, to: advice.summary, except: [base.judgedUse.error95, base.judgedUse.coverage])
    return "\(line(advice))." + (worse.map { " It makes worse: \($0)." } ?? "")
  }

  /// The largest saving whose error is like the present one, as `ComparisonFinding` means it, where no limit was named.
  private var bestAtLikeAccuracy: Advice? {
    guard needs.largestError == nil, let own = base.error95?.mean else { return nil }
    let limit = max(own * ComparisonFinding.likeRatio, ComparisonFinding.likeError)
    return advice.first {
      $0.verdict == .saves && $0.energy.mean <= -ComparisonFinding.leastSaving
        && ($0.summary[base.judgedUse.error95]?.mean ?? .infinity) <= limit
    }
  }

  /// `Kilometer instead of Best, -77 % energy, error p95 +414 m`.
  private func brief(_ advice: Advice) -> String {
    let error = advice.error.map { ", error p95 \(Figure.change($0.mean)) m" } ?? ""
    return "\(advice.title), \(Self.percent(advice.energy.mean)) % energy\(error)"
  }

  /// `HundredMeters instead of Best: -82 % energy (95 %: -84 to -80), error p95 +58 m (+51 to +66)`.
  func line(_ advice: Advice) -> String {
    var parts = [
      "\(advice.title): \(Self.percent(advice.energy.mean)) % energy"
        + Self.interval(advice.energy, Self.percent, "95 %: ")
    ]
    if let error = advice.error {
      parts.append("error p95 \(Figure.change(error.mean)) m" + Self.interval(error, Figure.change))
    }
    // Late positions lose a recording nothing.
    if let age = advice.movingAge, base.use == .live || needs.largestAge != nil {
      parts.append("age p95 \(Figure.change(age.mean)) s" + Self.interval(age, Figure.change))
    }
    if let coverage = advice.coverage, abs(coverage.mean) >= 0.01 {
      parts.append(
        "\(base.use == .live ? "served" : "track covered") \(Self.percent(coverage.mean)) points"
          + Self.interval(coverage, Self.percent))
    }
    return parts.joined(separator: ", ")
  }

  /// What a verdict is called.
  static func word(_ verdict: Advice.Verdict) -> String {
    switch verdict {
    case .saves: "saves"
    case .breaksNeeds: "price too high"
    case .noDifference: "no difference"
    case .costs: "costs more"
    }
  }

  /// A change of a share, in percent.
  static func percent(_ share: Double) -> String { Figure.change(share * 100) }

  private static func interval(
    _ statistics: SampleStatistics, _ text: (Double) -> String, _ label: String = ""
  ) -> String {
    guard let range = statistics.meanInterval else { return "" }
    return " (\(label)\(text(range.lowerBound)) to \(text(range.upperBound)))"
  }

  /// The advice before it is written in a format.
  package var document: ReportDocument {
    func how(_ title: String, isDetail: Bool = false, _ changes: [Advice]) -> [ReportDocument.Section] {
      let lines = changes.map { "\($0.title): \($0.change) (guide: \($0.chapter.rawValue))" }
      return lines.isEmpty ? [] : [.init(title: title, paragraphs: lines, isDetail: isDetail)]
    }
    let (saving, others) = (advice.filter { $0.verdict == .saves }, advice.filter { $0.verdict != .saves })
    let worse = saving.compactMap { one in
      WorseFigures.text(from: base, to: one.summary).map { "\(one.title) makes worse: \($0)" }
    }
    let objections = RowNotes.lines(
      others.filter { $0.verdict == .breaksNeeds }.map { ($0.title, [$0.objection].compactMap(\.self)) }, most: 4)
    return ReportDocument(
      title: context.title, headline: finding, subtitle: context.subtitle,
      sections: (advice.isEmpty ? [] : [.init(table: table)]) + how("How to change it", saving)
        + how("The other changes", isDetail: true, others),
      closing: ["How sure: \(certainty) \(context.provenance)."], remarks: worse + objections + context.notes,
      background: needed + table.shown().filter { !$0.note.isEmpty }.map { "\($0.title): \($0.note)" }
        + context.background, version: context.version, command: context.command)
  }

  private var certainty: String {
    context.seeds < 2
      ? "One seed has no interval: use more before you rely on the order."
      : "Intervals are 95 % intervals of the mean paired difference over \(context.seeds) seeds."
  }

  /// One row per change, the best first.
  private var table: ReportTable {
    func words(_ name: String, _ heading: [String], rank: Int, _ text: (Advice) -> String) -> ReportTable.Column {
      ReportTable.Column(name: name, heading: heading, rank: rank, cells: .words(advice.map(text)))
    }
    func change(
      _ name: String, _ heading: [String], _ unit: String, rank: Int, _ rounding: FigureRounding, _ note: String,
      _ figure: (Advice) -> SampleStatistics?
    ) -> [ReportTable.Column] {
      [
        ReportTable.Column(
          name: name, heading: heading, unit: unit, rank: rank, note: note,
          cells: .numbers(advice.map { figure($0)?.mean }, rounding)),
        ReportTable.Column(
          name: name, heading: heading + ["interval"], unit: unit, rank: rank + 10,
          cells: .ranges(advice.map { figure($0)?.meanInterval }, rounding, low: "ci95_low", high: "ci95_high")),
      ]
    }
    let columns =
      [
        words("change", ["change"], rank: 0, \.title), words("result", ["result"], rank: 1) { Self.word($0.verdict) },
      ]
      + change(
        "energy_change", ["energy"], "%", rank: 2, .changeOfShare, "Change of the whole phone's energy, screen off.",
        \.energy)
      + change(
        "error_p95_change_m", ["error"], "m", rank: 3, .change, "Change of the 95 % error that fits the use.", \.error)
      + change(
        "moving_age_p95_change_s", ["age"], "s", rank: 4, .change,
        "Change of the 95 % age of the position held, on the move.", \.movingAge)
      + change(
        "coverage_change", ["coverage"], "points", rank: 5, .changeOfShare,
        "Change of the share of the time that is covered.", \.coverage)
      + change(
        "drain_change_percent_per_hour", [], "", rank: .max - 10, .change, "", \.drain
      ).map { column in
        var column = column
        column.heading = []
        return column
      }
      + [words("code", [], rank: .max, \.change), words("guide", [], rank: .max, \.chapter.rawValue)]
    return ReportTable(columns: columns, nameWidth: 40)
  }

  /// What stands in the files.
  var remarks: [String] { needed + context.allNotes + [context.provenance] }

  /// The limits that the changes keep.
  private var needed: [String] {
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
        "Error and track covered are those of the recorded track while the user moves: a gap at rest loses nothing."
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
    return remarks
  }
}
