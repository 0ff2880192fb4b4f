import Analysis
import Core

extension ComparisonReport {
  /// The comparison before it is written in a format: the table, and on pages pictures around it.
  package var document: ReportDocument {
    let shown = grouped
    return ReportDocument(
      title: context.title, headline: headline, subtitle: context.subtitle(hours: hours), keyFigures: keyFigures,
      sections: shown.batterySections
        + [ReportDocument.Section(pageTitle: "All strategies", table: shown.table, isLinked: true)]
        + shown.chartSections, closing: closing, remarks: remarks + context.notes, background: background,
      files: isGrouped ? [table] : [], methods: ReportContext.methods, choice: day.flatMap { _ in PageChoice(self) },
      context: context, version: context.version,
      command: context.command)
  }

  /// What the best takes and gives, and what the most exact takes.
  private var keyFigures: [ReportDocument.KeyFigure] {
    let decision = decision
    guard let subject = decision.best ?? decision.exact, rows.allSatisfy({ $0.decision == nil }) else { return [] }
    let text = DecisionText(decision: decision, report: self)
    let share = ReportDocument.KeyFigure(
      value: "\(Figure.percent(decision.share(subject))) %", label: "of \(text.base) with \(text.what)")
    let others = [decision.exact].compactMap(\.self).filter { $0 != subject }
    return [
      .battery(
        decision.battery(subject), "of the battery in \(hoursText) with \(text.name(subject))",
        predicted: predictedBattery(rows[subject])), share,
    ] + others.map { .battery(decision.battery($0), "of the battery with \(text.name($0)), the most exact") }
  }

  /// What the comparison comes down to.
  package var headline: String {
    if let sentence = UserDecisionText.sentence(for: self) { return sentence }
    let text = DecisionText(decision: decision, report: self)
    let sentences = text.sentences
    if !sentences.isEmpty {
      // Where another use has another answer, each says what it is for.
      let isOneOfSeveral = asides.contains { $0.decision.best != nil && $0.decision.best != decision.best }
      let said = sentences.joined(separator: " ")
      guard isOneOfSeveral else { return said }
      // Names stand as they are written; the two words that may begin a sentence are small after a colon.
      let isWord = said.hasPrefix("All ") || said.hasPrefix("None ")
      return "\(text.purpose): \(isWord ? said.prefix(1).lowercased() + said.dropFirst() : said)"
    }
    guard let first = rows.first else { return "No strategy was compared." }
    if let asks = needs.given?.asks {
      return "None of these strategies \(asks) on this day. Leave the strategies out, and those that do are compared."
    }
    if rows.contains(where: { ($0[.locationsPerHour]?.mean ?? 0) > 0 }) {
      return
        "There are positions, but none at a time for which the truth is known: a track's gaps over 5 min are left out."
    }
    return rows.count == 1
      ? "\(PlainText.line(first.strategy)) takes \(FigureRounding.battery.text(battery(first))) % of the battery in "
        + "\(hoursText) and gets no position."
      : "No strategy got a position."
  }

  /// How sure the figures are, other needs, and what to do next.
  private var closing: [String] {
    let decision = decision
    let hasTrade =
      decision.need.level == nil && decision.candidates.count > 1 && decision.best != nil && !decision.batteriesAreAlike
    let points = trade == 1 ? "1 point" : "\(DecimalText.significant(trade, digits: 3)) points"
    let rule =
      hasTrade
      ? ["Best value: the share minus \(points) for each percent of battery (--trade)."] : []
    let few =
      context.seeds == 1 && rows.count > 1 ? ["One seed is one day and phone; --seeds 40 shows what is noise."] : []
    let isPlain = rows.allSatisfy { $0.decision == nil }
    let text = DecisionText(decision: decision, report: self)
    return
      (isPlain
      ? asides.compactMap { $0.aside(besides: decision.best) } + text.additions + text.permissions + rule + text.steps
        + text.fewEvents + few : [])
      + [phone] + ownNeed
      + [context.next.map { "Next: \($0)" }].compactMap(\.self)
  }

  /// What is decided about the other uses that rows here have.
  private var asides: [DecisionText] {
    uses.dropFirst().filter { !$0.isShareOfTime || !isAtRest }
      .map { DecisionText(decision: decision(for: $0), report: self) }
  }

  private var phone: String { "Phone\(context.validated.map { ", \($0)" } ?? ": estimates, untested"); screen off." }

  /// How to ask for what the reader needs, where they did not say.
  private var ownNeed: [String] {
    guard let given = needs.given else { return ["Your own need: --need \(otherNeeds)"] }
    guard isNeedOfDay else { return [] }
    let others = Need.Use.allCases.filter { $0 != given.use || given.asks != Need($0, onFoot: false).asks }
    let words = DecisionText.list(others.map(\.rawValue), "or")
    return ["This day is judged by --need \(given.text); yours may be \(words)."]
  }

  /// For each use that a row here serves, one with a level that the best value reaches, in steps of 10 %.
  private var otherNeeds: String {
    let offered = uses.compactMap { use -> String? in
      let decision = decision(for: use)
      guard let share = decision.best.flatMap(decision.share) else { return nil }
      return Need(use, decision.need.metric, level: (share * 10).rounded(.down) / 10).text
    }
    return DecisionText.list(offered.isEmpty ? ["track", "now", "events"] : offered, "or")
  }

  private var background: [String] {
    let columns = table.meanings
    return columns + [intervalLegend].compactMap(\.self) + [context.certainty(hasPrediction: hasPrediction)]
      + context.background
  }

  /// One row per strategy, with every column that any format has.
  var table: ReportTable {
    let columns = ReportColumns(rows)
    let text = DecisionText(decision: decision, report: self)
    let marks = rows.allSatisfy { $0.decision == nil } ? rows.indices.map(text.mark) : rows.map { _ in "" }
    var table = ReportTable {
      columns.words(["strategy"], name: "strategy") { $0.strategy }
      ReportTable.Column(heading: ["verdict"], rank: 0, cells: .words(marks))
      columns.words(name: "device") { _ in context.device }
      columns.words(name: "network") { _ in context.network }
      columns.words(["platform"], name: "platform", rank: 50, note: "System that the strategy was simulated on.") {
        $0.platform ?? ""
      }
      columns.words(name: "scenario") { _ in context.scenario }
      columns.words(
        ["use"], name: "use", rank: 49, note: "live: acts on the position held now; record: keeps the track."
      ) { $0.use.rawValue }
      columns.numbers(name: "seeds") { Double($0.runs.count) }
      columns.numbers(name: "duration_s") { $0.duration.seconds }
      columns.numbers(name: "hours") { _ in hours }
      columns.numbers(
        ["battery"] + hoursHeading, name: "battery_percent", unit: "%", rounding: .battery, rank: 1,
        note:
          "Battery that \(hoursText) off the charger take, screen off: the mean drain times the hours."
      ) { battery($0) }
      columns.ranges(
        ["predicted", "range"], name: "battery_percent", ends: ("p5", "p95"), unit: "%", rounding: .battery, rank: 2,
        note: "Meant to hold about 90 % of real runs."
      ) { predictedBattery($0) }
      Metric.inRank(metrics).flatMap(self.columns)
      columns.numbers(name: "marginal_energy_J") { $0.marginalEnergy?.mean }
      columns.ranges(name: "marginal_energy_J", ends: ("p5", "p95")) { $0.marginalEnergyPrediction }
      columns.numbers(
        ["location"], name: "marginal_drain_percent_per_hour", unit: "%/h", rounding: .drain, rank: 23,
        note: "Drain that location use adds."
      ) { $0.marginalDrain?.mean }
      columns.ranges(name: "marginal_drain_percent_per_hour", ends: ("p5", "p95")) { $0.marginalDrainPrediction }
      columns.words(name: "note") { $0.notes.joined(separator: "; ") }
    }
    for index in table.columns.indices where table.columns[index].name == needs.given?.metric.column {
      table.columns[index].showsZeros = true
    }
    // Percentiles, ages and counts are for those who ask.
    table.mostColumns = table.shown().count { $0.rank < Self.firstOfWide }
    table.labels = Self.labels(rows)
    table.groups = isGrouped ? rows.map(group) : []
    return table
  }

  /// `deferred (ended)`: the names of rows that the system of today does not have.
  static func labels(_ rows: [StrategySummary]) -> [Int: String] {
    Dictionary(
      uniqueKeysWithValues: rows.indices.compactMap { index in
        rows[index].unavailable.map { (index, "\(rows[index].strategy) (\($0.words))") }
      })
  }

  /// The column of a metric, and the ranges that files have of it; people read that of the drain.
  @ReportTable.ColumnList private func columns(_ metric: Metric) -> [ReportTable.Column] {
    let (columns, about, shown) = (
      ReportColumns(rows), metric.descriptor, metric == .drainPercentPerHour ? interval : nil
    )
    columns.numbers(
      about.heading, name: about.column, unit: about.unit, rounding: about.rounding,
      rank: rank(metric), note: about.note
    ) { $0.isAtRest && Self.isOfMovingTime(metric) && metric != needs.given?.metric ? nil : $0[metric]?.mean }
    if metric.isWholePhone {
      columns.ranges(name: metric.column, ends: ("p5", "p95")) { $0.predictionRange(of: metric) }
    }
    if metric == .energy || metric == .drainPercentPerHour {
      columns.ranges(
        shown == .mean ? ["interval"] : [], name: metric.column, ends: ("ci95_low", "ci95_high"), unit: "%/h",
        rounding: .drain, rank: 22
      ) { $0[metric]?.flooredInterval }
      columns.ranges(
        shown == .quantiles ? ["range"] : [], name: metric.column, ends: ("p2_5", "p97_5"), unit: "%/h",
        rounding: .drain, rank: 22
      ) { $0[metric]?.quantileRange }
    }
  }

  /// Columns from this rank on are left out of a short table.
  private static let firstOfWide = 10

  /// The standard figures, and that of the need.
  var metrics: [Metric] {
    let own = needs.given?.metric
    return Metric.allCases + (own.map { Metric.allCases.contains($0) ? [] : [$0] } ?? [])
  }

  /// Shares stand before all others: those of the uses that rows have, at the thresholds of their needs.
  private func rank(_ metric: Metric) -> Int {
    let rank = metric.descriptor.rank
    if metric == needs.given?.metric, !isAtRest { return 3 }
    if metric == .watchDrainPercentPerHour, rows.contains(where: { $0[.watchEnergy] == nil }) { return 19 }
    let hasEvents = rows.contains(where: \.reportsEventsOnly)
    if metric == .falseEvents { return hasEvents && needs.given.map { $0.use == .events } ?? true ? 6 : 44 }
    let isForPlaces = needs.given.map { !$0.use.isShareOfTime } ?? rows.allSatisfy { !$0.kind.isShareOfTime }
    if case .track = metric {
      // What was asked for stands before it, also where few columns fit.
      return metric == needs[.track].metric && !isAtRest && !isForPlaces ? needs.given == nil ? 3 : 4 : 60
    }
    if case .search = metric, rows.contains(where: { $0.kind == .search }) { return 5 }
    guard rank < Self.firstOfWide else { return rank }
    switch metric {
    case .distanceError:
      return (needs.wantsDistance || needs.given?.use == .track) && !isAtRest && !isForPlaces
        ? rank : 61
    case .events: return hasEvents && needs.given.map { $0.use == .events } ?? true ? rank : 62
    case .now(let share):
      if hasEvents || isForPlaces, needs.given?.use != .now { return 63 }
      let asked = if case .now(let asked) = needs[.now].metric { asked } else { NowShare(metres: 100) }
      let isAsked = share.metres == asked.metres && share.longestAge == asked.longestAge
      return isAsked && (share.isAllDay || !isAtRest) ? rank : 64
    default: return rank
    }
  }

  /// Figures that a day without movement has no value of, or one of the whole day.
  static func isOfMovingTime(_ metric: Metric) -> Bool {
    if case .now(let share) = metric { return !share.isAllDay }
    if case .track = metric { return true }
    return [.movingErrorP50, .movingErrorP95, .movingCoverage, .movingAgeP95].contains(metric)
  }

  func battery(_ row: StrategySummary) -> Double? { row[.drainPercentPerHour].map { $0.mean * hours } }

  /// The same of real runs; meant to hold about 90 % of them.
  func predictedBattery(_ row: StrategySummary) -> ClosedRange<Double>? {
    row.predictionRange(of: .drainPercentPerHour).map { $0.lowerBound * hours...$0.upperBound * hours }
  }

  /// `16 h`, `1 h 15 min`, `1 h` for 59 min 57 s.
  package var hoursText: String { Self.text(hours: hours) }

  /// `in 16 h`, or two lines of `in 1 h 15 min`, which leaves room for another column.
  private var hoursHeading: [String] {
    let parts = hoursText.split(separator: " h ")
    return parts.count == 2 ? ["in \(parts[0]) h", String(parts[1])] : ["in \(hoursText)"]
  }

  static func text(hours: Double) -> String {
    let minutes = (hours * 60).rounded()
    if hours < 10, minutes > 0 {
      let (whole, rest) = (Int(minutes) / 60, Int(minutes) % 60)
      return [whole > 0 ? "\(whole) h" : nil, rest > 0 ? "\(rest) min" : nil].compactMap(\.self).joined(separator: " ")
    }
    return "\(DecimalText.significant(hours, digits: 3)) h"
  }
}
