package import Analysis
import Quantities

/// Ranked advice for one strategy: what every format of it renders.
package struct AdviceReport: Sendable, RenderedReport {
  package var context: ReportContext
  package var base: StrategySummary
  /// Ranked, the best first.
  package var advice: [Advice]
  /// The limits that the advice keeps.
  package var needs: AdviceNeeds

  package init(context: ReportContext, base: StrategySummary, advice: [Advice], needs: AdviceNeeds = AdviceNeeds()) {
    self.context = context
    self.base = base
    self.advice = advice
    self.needs = needs
  }

  /// The sentence it comes down to.
  package var finding: String {
    let name = PlainText.line(base.strategy)
    guard let best = advice.first, best.verdict == .saves else {
      return advice.isEmpty
        ? "There is nothing to simulate for \(name)."
        : "No change saves energy to speak of for \(name) and keeps what it gives."
    }
    let shown = bestAtLikeAccuracy ?? best
    if isLessAccurate(shown) {
      return "Nothing saves a tenth at like accuracy for \(name); with less, \(priced(shown))"
    }
    let finding =
      "The largest saving for \(name)\(shown.title == best.title ? "" : " at like accuracy"): \(priced(shown))"
    return shown.title == best.title ? finding : "\(finding) More at less accuracy: \(brief(best))."
  }

  /// The change to try first, with what it saves and makes worse; `nil` where none saves.
  package var suggestion: String? {
    (bestAtLikeAccuracy ?? advice.first).flatMap { $0.verdict == .saves ? priced($0) : nil }
  }

  private func priced(_ advice: Advice) -> String {
    let worse = WorseFigures.text(from: base, to: advice.summary)
    return "\(brief(advice))." + (worse.map { " It makes worse: \($0)." } ?? "")
  }

  /// The largest error in metres that is like the present one, as `ComparisonFinding` means it, where no limit was named.
  private var likeError: Double? {
    guard needs.largestError == nil, let own = base.error95?.mean else { return nil }
    return max(own * ComparisonFinding.likeRatio, ComparisonFinding.likeError)
  }

  /// Whether no limit was named, and the error is larger than one like the present.
  private func isLessAccurate(_ advice: Advice) -> Bool {
    likeError.map { (advice.summary[base.judgedUse.error95]?.mean ?? .infinity) > $0 } ?? false
  }

  /// The largest saving of at least a tenth whose error is like the present one, where no limit was named.
  private var bestAtLikeAccuracy: Advice? {
    likeError == nil
      ? nil
      : advice.first {
        $0.verdict == .saves && $0.energy.mean <= -ComparisonFinding.leastSaving && !isLessAccurate($0)
      }
  }

  /// `HundredMeters instead of Best saves 82 % of the energy (80 to 84)`.
  private func brief(_ advice: Advice) -> String {
    let range = advice.energy.meanInterval.map {
      " (\(Figure.percent(-$0.upperBound)) to \(Figure.percent(-$0.lowerBound)))"
    }
    return "\(advice.title) saves \(Figure.percent(-advice.energy.mean)) % of the energy\(range ?? "")"
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

  /// The advice before it is written in a format.
  package var document: ReportDocument {
    let saving = advice.filter { $0.verdict == .saves }
    let how = advice.map { "\($0.title): \($0.change) (guide: \($0.chapter.rawValue))" }
    let worse = saving.compactMap { one in
      WorseFigures.text(from: base, to: one.summary).map { "\(one.title) makes worse: \($0)." }
    }
    let objections = RowNotes.lines(
      advice.filter { $0.verdict == .breaksNeeds }.map { ($0.title, [$0.objection].compactMap(\.self)) }, most: 4)
    let details: [ReportDocument.Section] = [
      .init(title: "How to make each change", paragraphs: how, isDetail: true),
      .init(title: "What gets worse", paragraphs: worse + objections, isDetail: true),
    ]
    return ReportDocument(
      title: context.title, headline: finding, subtitle: context.subtitle,
      sections: (advice.isEmpty ? [] : [.init(table: table)]) + details.filter { !$0.paragraphs.isEmpty },
      closing: ["How sure: \(certainty) \(context.provenance)."] + [next].compactMap(\.self), remarks: context.notes,
      background: needed + table.meanings
        + context.background, version: context.version, command: context.command)
  }

  /// The change to make, or where to look for more.
  private var next: String? {
    guard let first = bestAtLikeAccuracy ?? advice.first, first.verdict == .saves else { return nil }
    let lead = isLessAccurate(first) ? "Next, where less accuracy is enough" : "Next"
    return "\(lead): \(first.change) (guide: \(first.chapter.rawValue)). --wide says how to make the other changes."
  }

  private var certainty: String {
    context.seeds < 2
      ? "one seed has no interval; use more before you rely on the order."
      : "brackets hold the 95 % interval of the mean paired difference over \(context.seeds) seeds."
  }

  /// One row per change, the best first.
  private var table: ReportTable {
    let (columns, judged) = (ReportColumns(advice), base.judgedUse)
    func change(
      _ name: String, _ heading: [String], _ unit: String, rank: Int, _ rounding: FigureRounding, _ note: String,
      _ figure: (Advice) -> SampleStatistics?
    ) -> [ReportTable.Column] {
      [
        columns.numbers(heading, name: name, unit: unit, rounding: rounding, rank: rank, note: note) {
          figure($0)?.mean
        },
        columns.ranges(
          heading.isEmpty ? [] : heading + ["interval"], name: name, ends: ("ci95_low", "ci95_high"), unit: unit,
          rounding: rounding, rank: rank + 10
        ) { figure($0)?.meanInterval },
      ]
    }
    func heading(_ metric: Metric) -> [String] { metric.descriptor.heading }
    var table = ReportTable(nameWidth: 54) {
      columns.words(["change"], name: "change") { $0.title }
      columns.words(name: "result") { Self.word($0.verdict) }
      change(
        "energy_change", ["energy"], "%", rank: 2, .changeOfShare, "Change of the whole phone's energy, screen off.",
        \.energy)
      change("error_p95_change_m", heading(judged.error95), "m", rank: 3, .change, "Change of the 95 % error.", \.error)
      change(
        "moving_age_p95_change_s", heading(.movingAgeP95), "", rank: 4, .changeOfSpan,
        "Change of the 95 % age of the position held, on the move; s below 100 s, min below 100 min, then h.",
        \.movingAge)
      change(
        "coverage_change", heading(judged.coverage), "points", rank: 5, .changeOfShare,
        "Change of \(Self.covered(judged)).", \.coverage)
      change("drain_change_percent_per_hour", [], "", rank: 0, .change, "", \.drain)
      columns.words(name: "code") { $0.change }
      columns.words(name: "guide") { $0.chapter.rawValue }
    }
    table.groups = advice.map { group($0.verdict) }
    table.mostColumns = 5
    return table
  }

  private func group(_ verdict: Advice.Verdict) -> String {
    switch verdict {
    case .saves:
      needs.largestError == nil
        ? "Saves, with an error up to \(Int(AcceptableError.ratio)) times the present one, or up to "
          + "\(Int(AcceptableError.least)) m"
        : "Saves, and keeps what the app needs"
    case .breaksNeeds: "Price too high"
    case .noDifference: "No clear difference in energy: below 1 %, or within the noise of the seeds"
    case .costs: "Costs more"
    }
  }

  private static func covered(_ use: StrategyUse) -> String {
    use == .live
      ? "the share of the day in which a position is held" : "the share of the moving time that the track covers"
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
        "Error and coverage are those of the recorded track while the user moves: a gap at rest loses nothing."
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
