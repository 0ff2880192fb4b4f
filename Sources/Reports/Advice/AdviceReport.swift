package import Analysis
import DeviceModel

/// Ranked advice for one strategy: what every format of it renders.
package struct AdviceReport: Sendable, RenderedReport {
  package var context: ReportContext
  package var base: StrategySummary
  /// Ranked, the best first.
  package var advice: [Advice]
  package var need: Need

  package init(context: ReportContext, base: StrategySummary, advice: [Advice], need: Need) {
    (self.context, self.base) = (context, base)
    self.advice = base[need.metric] == nil && need.asks != nil ? [] : advice
    self.need = need
  }

  package var finding: String {
    let name = PlainText.line(base.strategy)
    if base[need.metric] == nil, let asks = need.asks {
      return "\(name) never \(asks) on this day: no change to it is judged by \(need.text)."
    }
    guard let best else {
      let open = advice.filter { $0.verdict == .open }.map(\.title)
      return advice.isEmpty
        ? "The guides name no change to \(name)."
        : open.isEmpty
          ? "No change to \(name) is worth its price."
          : "\(context.seeds) seeds leave open whether a change to \(name) is worth its price: \(DecisionText.few(open))."
    }
    return "The best change to \(name): \(suggestion(best))"
  }

  private var best: Advice? { advice.first.flatMap { [.saves, .gains].contains($0.verdict) ? $0 : nil } }

  /// The change to try first, with what it saves and costs; `nil` where none is worth it.
  package var suggestion: String? { best.map(suggestion) }

  /// `HundredMeters instead of Best saves 82 % of the energy (80 to 84). Track in 30 m: 60 instead of 84 %.`
  private func suggestion(_ advice: Advice) -> String {
    let (saves, change) = (advice.energy.mean < 0, advice.energy)
    let range = change.meanInterval.map { interval in
      let ends = saves ? (-interval.upperBound, -interval.lowerBound) : (interval.lowerBound, interval.upperBound)
      return " (\(Figure.percent(ends.0)) to \(Figure.percent(ends.1)))"
    }
    let shares = [advice.summary, base].map { Figure.percent($0[need.metric]?.mean) }
    let heading = PlainText.capitalized(need.metric.descriptor.title)
    let verb = saves ? "saves \(Figure.percent(-change.mean)) % of the" : "takes \(Figure.percent(change.mean)) % more"
    return "\(advice.title) \(verb) energy\(range ?? "")."
      + (base[need.metric] == nil ? "" : " \(heading): \(shares[0]) instead of \(shares[1]) %.")
  }

  static func word(_ verdict: Advice.Verdict) -> String {
    switch verdict {
    case .saves: "saves"
    case .gains: "worth its cost"
    case .open: "open"
    case .breaksNeeds: "price too high"
    case .noDifference: "no difference"
    case .costs: "costs more"
    }
  }

  package var document: ReportDocument {
    let how = advice.map { "\($0.title): \($0.change) (guide: \($0.chapter.rawValue))" }
    let objections = RowNotes.lines(
      advice.filter { $0.verdict == .breaksNeeds }.map { ($0.title, [$0.objection].compactMap(\.self)) }, most: 4)
    let details: [ReportDocument.Section] = [
      .init(title: "How to make each change", paragraphs: how, isDetail: true),
      .init(title: "Why a saving is no advice", paragraphs: objections, isDetail: true),
    ]
    return ReportDocument(
      title: context.title, headline: finding, subtitle: context.subtitle, keyFigures: keyFigures,
      sections: (advice.isEmpty ? [] : [picture, .init(pageTitle: "All changes", table: table)])
        + details.filter { !$0.paragraphs.isEmpty },
      closing: (advice.isEmpty ? [] : [Self.value, "How sure: \(certainty) \(context.provenance)."])
        + [next].compactMap(\.self),
      remarks: context.notes,
      background: needed + table.meanings
        + context.background, version: context.version, command: context.command)
  }

  /// The battery as it is, and after the best change.
  private var keyFigures: [ReportDocument.KeyFigure] {
    func battery(_ row: StrategySummary) -> Double? { row[.drainPercentPerHour].map { $0.mean * context.hours } }
    let now = "of the battery in \(ComparisonReport.text(hours: context.hours)) with \(PlainText.line(base.strategy))"
    return [.battery(battery(base), now)]
      + [best].compactMap(\.self).map { .battery(battery($0.summary), "with \($0.title)") }
  }

  private var picture: ReportDocument.Section {
    let bars = advice.prefix(BarChart.most).map {
      BarChart.Bar(
        name: $0.title, value: $0.energy.mean, interval: $0.energy.meanInterval ?? $0.energy.mean...$0.energy.mean)
    }
    let chart = ReportChart(caption: "Lines are 95 % intervals.") {
      BarChart(
        bars: bars, title: "Change of the whole phone's energy, %", about: "A bar for each change",
        rounding: .changeOfShare,
        identifier: $0
      ).svg()
    }
    return .init(title: "What each change saves", charts: [chart], isOnPagesOnly: true)
  }

  private static let value = "Value: the change of the share less that of the battery, in points (--trade)."

  /// The change to make, or where to look for more.
  private var next: String? {
    best.map { "Next: \($0.change). Guide: \($0.chapter.rawValue). --wide says how to make the other changes." }
      ?? context.next
  }

  private var certainty: String {
    context.seeds < 2
      ? "one seed has no interval; use more before you rely on the order."
      : "brackets hold the 95 % interval of the mean paired difference over \(context.seeds) seeds."
  }

  /// One row per change, the best first.
  private var table: ReportTable {
    let columns = ReportColumns(advice)
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
    var table = ReportTable(nameWidth: 54) {
      columns.words(["change"], name: "change") { $0.title }
      columns.words(name: "result") { Self.word($0.verdict) }
      change(
        "energy_change", ["energy"], "%", rank: 2, .changeOfShare, "Change of the whole phone's energy, screen off.",
        \.energy)
      change(
        "share_change", need.metric.descriptor.heading, "points", rank: 3, .changeOfShare,
        "Change of the share: \(need.metric.descriptor.note)", \.share)
      change(
        "value_change_points", ["value"], "points", rank: 4, .change,
        "Change of the share less battery, in percentage points.", \.value)
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
    case .saves: need.level == nil ? "Saves, and is worth its price" : "Saves, and keeps what the app needs"
    case .gains: need.level == nil ? "Costs more, and is worth it" : "Costs more, and gives what the app needs"
    case .open: "Saves, and the seeds leave open whether it is worth its price"
    case .breaksNeeds: "Price too high"
    case .noDifference: "No clear difference in energy: below 1 %, or within the noise of the seeds"
    case .costs: "Costs more"
    }
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
    remarks.append(
      "Judged by \(need.text): \(need.metric.descriptor.note)"
        + (need.level == nil ? " A price is too high where the share loses more points than the battery saves." : ""))
    return remarks
  }
}

extension AdviceReport {
  /// Advice as JSON, as `docs/schema/advice.schema.json` describes it; missing is `null`.
  package var json: String {
    let value: JSONValue = [
      "schema": "geojoule-advice", "schema_version": 1, "geojoule_version": context.version,
      "strategy": base.strategy, "scenario": context.scenario, "device": context.device,
      "network": context.network, "seeds": context.seeds, "first_seed": context.firstSeed,
      "parameters": context.parameters.rawValue, "command": context.command, "need": need.text,
      "metric": need.metric.column, "finding": finding,
      "advice": advice.map(advice), "notes": remarks,
    ]
    return value.text
  }

  private func advice(_ advice: Advice) -> JSONValue {
    [
      "title": advice.title, "verdict": advice.verdict.rawValue, "objection": advice.objection,
      "guide": advice.chapter.rawValue, "change": advice.change,
      "energy_change": ComparisonJSON.statistics(advice.energy),
      "drain_change_percent_per_hour": ComparisonJSON.statistics(advice.drain),
      "share_change": ComparisonJSON.statistics(advice.share),
      "value_change_points": ComparisonJSON.statistics(advice.value),
    ]
  }
}
