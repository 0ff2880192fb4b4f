package import Analysis
import DeviceModel
import Core
import World

/// Strategies over the people of a population: what every format of it renders.
package struct PopulationReport: Sendable, RenderedReport {
  package var context: ReportContext
  package var summary: PopulationSummary
  /// The population's name and its sentence.
  package var population: String
  package var about: String
  package var days: Int
  package var needs = Needs(onFoot: false)
  package var trade = 1.0

  package init(context: ReportContext, summary: PopulationSummary, population: String, about: String, days: Int) {
    (self.context, self.summary, self.population) = (context, summary, population)
    (self.about, self.days) = (about, days)
  }

  var rows: [PopulationRow] { summary.rows }
  var hasPrediction: Bool { rows.contains { $0.predictionRange(of: .drain) != nil } }
  var people: Int { summary.people.count }

  /// The line under a title: `commuters, 200 people for 7 d; modern-phone on lte; people from seed 1, fixed parameters`.
  var subtitle: String {
    "\(population), \(people) \(people == 1 ? "person" : "people") for \(days) d; \(context.device) on \(context.network); "
      + "seeds from \(context.firstSeed), \(context.parameters.rawValue) parameters"
  }

  /// The decision over all people, as of a comparison in which each is a seed.
  private var decided: DecisionText {
    var report = ComparisonReport(context: context, rows: summary.comparison, needs: needs)
    (report.trade, report.samples) = (trade, "people")
    return DecisionText(decision: report.decision, report: report)
  }

  /// The row that the finding is about: the best of the decision, else that which asks most of the worst off.
  private var subject: PopulationRow? {
    let decision = decided.decision
    if let best = decision.best ?? decision.exact, rows[best][.locationDrain] != nil { return rows[best] }
    return rows.filter { ($0[.locationDrain]?.worstDecile ?? 0) > 0 }.max {
      ($0[.locationDrain]?.worstDecile ?? 0) < ($1[.locationDrain]?.worstDecile ?? 0)
    }
  }

  var finding: String { (decided.sentences + [spread]).joined(separator: " ") }

  /// What the strategy takes of the median person and of the worst off.
  private var spread: String {
    guard let subject, let drain = subject[.locationDrain] else { return "No strategy here uses location." }
    let tenth = people >= PeopleStatistics.leastCount ? "the worst tenth" : "the worst off"
    let (median, worst) = (Self.text(drain.median, .locationDrain), Self.text(drain.worstDecile, .locationDrain))
    let start =
      "\(PlainText.line(subject.strategy)) takes \(median) % of the median person's battery in "
      + "\(ComparisonReport.text(hours: Metric.standardHours)) for location, and "
    if Self.isAlike(drain) || median == worst { return start + "hardly more from \(tenth) (\(worst) %)." }
    var text = start + "\(worst) % from \(tenth)"
    if drain.median > 0 { text += " (\(Figure.text(drain.worstDecile / drain.median, decimals: 2)) times as much)" }
    text += "."
    if let group = headlineGroup { text += " \(Self.sentence(group, mean: drain.mean))" }
    return text
  }

  /// The group that the finding names. A tenth of a few people is randomness, and a group may be in it more often for next
  /// to nothing.
  package var headlineGroup: GroupFigures? {
    guard let subject, let drain = subject[.locationDrain], !Self.isAlike(drain) else { return nil }
    return subject.hurt(by: .locationDrain).first {
      $0.worst >= Self.leastWorst && $0.mean > drain.mean * (1 + Self.negligible)
    }
  }

  private static func isAlike(_ drain: PeopleStatistics) -> Bool {
    abs(drain.worstDecile - drain.median) < negligible * abs(drain.median)
  }

  /// Under so many people a tenth says too little of groups for a headline; and so does a mean this near to that of all.
  private static let (leastWorst, negligible) = (10, 0.05)

  /// `Of that tenth, 45 % are people with a rural home, who are 25 % of all. That is 1.80 times their share (95 % interval ...).`
  private static func sentence(_ group: GroupFigures, mean: Double) -> String {
    "Of that tenth, \(Figure.percent(group.worstShare)) % are \(words(group).sentence), who are \(Figure.percent(group.share)) % of all. "
      + "That is \(Figure.text(group.risk, decimals: 2)) times their share (95 % interval \(Figure.text(group.riskInterval, decimals: 2))). "
      + "Their mean is \(text(group.mean, .locationDrain)) %, that of all \(text(mean, .locationDrain)) %."
  }

  /// A group in a table's cell, and in a sentence: `rural home`, `people with a rural home`.
  static func words(_ group: GroupFigures) -> (cell: String, sentence: String) {
    switch (group.trait, group.group) {
    case (.settlement, let place): ("\(place) home", "people with \(place == "urban" ? "an" : "a") \(place) home")
    case (.occupation, "neither"): ("no work or school", "people who neither work nor study")
    case (.occupation, let who): (who, "\(who)s")
    case (.commute, "none"): ("no commute", "people without a commute")
    case (.commute, let how):
      (
        "commute: \(how)",
        "people who \(["walk", "cycle", "drive"].contains(how) ? how : "take public transport") to work or school"
      )
    case (.homeWiFi, let wifi): ("\(wifi) home Wi-Fi", "people \(wifi) Wi-Fi at home")
    case (.nights, "away"): ("nights away", "people with nights away")
    case (.nights, _): ("home each night", "people who are home every night")
    }
  }

  static func column(_ figure: PopulationFigure) -> (name: String, unit: String, rounding: FigureRounding) {
    switch figure {
    case .drain: ("battery", "%", .battery)
    case .locationDrain: ("location", "%", .battery)
    case .error50: ("error p50", "m", .plain)
    case .error95: ("error p95", "m", .plain)
    case .coverage: ("covers", "%", .share)
    case .age95: ("age p95", "", .span)
    }
  }

  /// A figure as people read it: a drain as the percent of the battery in a day's hours.
  static func shown(_ value: Double, _ figure: PopulationFigure) -> Double {
    figure == .drain || figure == .locationDrain ? value * Metric.standardHours : value
  }

  private static func shown(_ range: ClosedRange<Double>, _ figure: PopulationFigure) -> ClosedRange<Double> {
    shown(range.lowerBound, figure)...shown(range.upperBound, figure)
  }

  static func text(_ value: Double, _ figure: PopulationFigure) -> String {
    column(figure).rounding.text(shown(value, figure))
  }

  /// The interval of a mean; that of a difference may be negative, others not.
  static func interval(_ figure: PopulationFigure, _ mean: Double, _ range: ClosedRange<Double>?) -> ClosedRange<
    Double
  >? {
    figure == .locationDrain ? range : SampleStatistics.floored(range, mean: mean)
  }

  private var meanings: [String] {
    let phone =
      context.parameters == .fixed
      ? "All have the same phone, so people differ by their weeks alone."
      : "Each person has a phone drawn from the profiles, so ranges hold people and phones together; --parameters fixed "
        + "shows people alone."
    return [
      "median, 10 % to 90 %: of the people; they do not shrink with more people. worst tenth: the mean over the tenth of the "
        + "people who have it worst; the interval beside it is that of the sample of people (bootstrap over people) and shrinks.",
      "times: a group's share of the worst tenth over its share of all, with its exact 95 % interval. Listed "
        + "groups are over- or under-represented at a false discovery rate of 5 % (Benjamini and Hochberg); \(looked) were "
        + "tested.",
      "battery: what the whole phone takes in 16 h, screen off; location: what the strategy adds to the same days without it. Errors and what is covered "
        + "fit the use, as in a comparison on one day. Energy counts whether or not the charger is connected. " + phone,
    ]
  }

  private var looked: String {
    let count = rows.reduce(0) { $0 + $1.groups.count { $0.people >= GroupFigures.leastPeople } }
    return "\(count) \(count == 1 ? "group" : "groups")"
  }

  /// What the strategy of the finding takes of the whole phone's battery, from whom.
  private var keyFigures: [ReportDocument.KeyFigure] {
    guard let subject, let drain = subject[.drain] else { return [] }
    func figure(_ value: Double, _ whom: String) -> ReportDocument.KeyFigure {
      let hours = ComparisonReport.text(hours: Metric.standardHours)
      return .battery(Self.shown(value, .drain), "\(whom) in \(hours) with \(PlainText.line(subject.strategy))")
    }
    let tenth = people >= PeopleStatistics.leastCount ? "worst tenth's" : "worst off's"
    return [
      figure(drain.median, "of the median person's battery"), figure(drain.worstDecile, "of the \(tenth) battery"),
    ]
  }

  package var document: ReportDocument {
    let charts = [
      (PopulationFigure.drain, "What each person's phone takes", "Percent of the battery in 16 h"),
      (.error95, "How far off each person's positions are", "Error that 95 % of the time stays below, m"),
    ].map { figure, heading, title in
      ReportDocument.Section(
        title: heading,
        charts: [
          ReportChart(title: heading, caption: "") { identifier in
            PeopleChart(report: self, figure: figure, title: title, identifier: identifier).svg()
          }
        ])
    }
    let hurt = rows.flatMap { row in
      PopulationFigure.judged.flatMap { figure in row.hurt(by: figure).prefix(5).map { (row: row, group: $0) } }
    }
    let none = "No group has clearly more than its share of a worst tenth."
    var sections = charts + [ReportDocument.Section(title: "All strategies", table: table, isLinked: true)]
    sections.append(
      ReportDocument.Section(
        title: "Groups over-represented in the worst tenth", paragraphs: hurt.isEmpty ? [none] : [],
        table: hurt.isEmpty ? nil : Self.table(hurt)))
    sections += rows.filter { !$0.groups.isEmpty }.map { row in
      var table = Self.table(row.groups.map { (row: row, group: $0) })
      table.starred = Set(row.groups.indices.filter { row.groups[$0].isHurt })
      return ReportDocument.Section(title: "All groups of people under \(row.strategy)", table: table, isDetail: true)
    }
    return ReportDocument(
      title: context.title, headline: finding, subtitle: subtitle, keyFigures: keyFigures, sections: sections,
      closing: [
        "How sure: \(hasPrediction ? "the prediction is meant to hold 90 % of real people's phones; untested. " : "")"
          + "\(context.provenance).",
        "Next: --wide has the spread between people, and every group of people.",
      ], remarks: [about] + RowNotes.lines(rows.map { ($0.strategy, $0.notes) }) + context.notes,
      background: meanings, files: [file],
      methods: ["intervals over people: B. Efron, Annals of Statistics 7, 1979, 1-26"], context: context,
      version: context.version, command: context.command)
  }

  /// A row for each strategy, with the median person, the spread and the worst tenth of each figure.
  private var table: ReportTable {
    // What people come for stands first.
    let ranks: [PopulationFigure: [Int]] = [
      .drain: [1, 3, 7, 4, 30], .locationDrain: [5, 20, 21, 6, 31], .error95: [2, 22, 9, 8, 32],
      .coverage: [10, 23, 24, 11, 33], .error50: [25, 25, 25, 25, 34], .age95: [26, 26, 26, 26, 35],
    ]
    let columns = ReportColumns(rows)
    func figures(_ figure: PopulationFigure) -> [ReportTable.Column] {
      let (about, rank) = (Self.column(figure), ranks[figure] ?? Array(repeating: 40, count: 5))
      func number(_ heading: String, _ place: Int, _ cell: (PeopleStatistics) -> Double) -> ReportTable.Column {
        columns.numbers([about.name, heading], unit: about.unit, rounding: about.rounding, rank: rank[place]) {
          $0[figure].map { Self.shown(cell($0), figure) }
        }
      }
      func range(
        _ heading: String, _ place: Int, _ cell: (PopulationRow) -> ClosedRange<Double>?
      ) -> ReportTable.Column {
        columns.ranges([about.name, heading], unit: about.unit, rounding: about.rounding, rank: rank[place]) {
          cell($0).map { Self.shown($0, figure) }
        }
      }
      return [
        number("median", 0, \.median), range("prediction", 1) { $0.predictionRange(of: figure) },
        range("10 % to 90 %", 2) { $0[figure].map { min($0.p10, $0.p90)...max($0.p10, $0.p90) } },
        number("worst tenth", 3, \.worstDecile), range("worst, 95 %", 4) { $0[figure]?.worstDecileInterval },
      ]
    }
    let (decided, compared) = (decided, summary.comparison)
    let metric = decided.decision.need.metric
    let shares = Dictionary(
      compared.map { ($0.strategy, $0[metric]?.mean) }, uniquingKeysWith: { first, _ in first })
    var table = ReportTable {
      columns.words(["strategy"]) { $0.strategy }
      if !compared.isEmpty {
        ReportTable.Column(heading: ["verdict"], rank: 0, cells: .words(compared.indices.map(decided.mark)))
        columns.numbers(
          metric.descriptor.heading, name: metric.column, unit: metric.descriptor.unit,
          rounding: metric.descriptor.rounding, rank: 1, note: "The mean over the people. " + metric.descriptor.note
        ) { shares[$0.strategy].flatMap { $0 } }
      }
      columns.words(["use"], rank: 12) { $0.use.rawValue }
      PopulationFigure.allCases.flatMap(figures)
    }
    if compared.map(\.strategy) == rows.map(\.strategy) { table.labels = ComparisonReport.labels(compared) }
    return table
  }

  /// Groups of people beside all people.
  private static func table(_ groups: [(row: PopulationRow, group: GroupFigures)]) -> ReportTable {
    .of(groups) { columns in
      columns.words(["who"]) { words($0.group).cell }
      columns.words(["strategy"], rank: 1) { $0.row.strategy }
      columns.words(["in"], rank: 2) {
        let about = column($0.group.figure)
        return [about.name, about.unit].filter { !$0.isEmpty }.joined(separator: ", ")
      }
      columns.numbers(["of all"], unit: "%", rounding: .share, rank: 5) { $0.group.share }
      columns.numbers(["of worst"], unit: "%", rounding: .share, rank: 6) { $0.group.worstShare }
      columns.numbers(["times"], rounding: .drain, rank: 3) { $0.group.risk }
      columns.ranges(["times", "95 %"], rounding: .drain, rank: 4) { $0.group.riskInterval }
      columns.figures(["mean"], rank: 7) { text($0.group.mean, $0.group.figure) }
      columns.figures(["mean 95 %"], rank: 9) { row in
        let group = row.group
        return interval(group.figure, group.mean, group.meanInterval).map {
          column(group.figure).rounding.ends(shown($0, group.figure))
        } ?? Figure.missing
      }
      columns.figures(["of all people"], rank: 8) {
        let figure = $0.group.figure
        return $0.row[figure].map { text($0.mean, figure) } ?? Figure.missing
      }
      columns.counts(["people"], rank: 10) { $0.group.people }
    }
  }

  // MARK: File

  private static let fileColumns = [
    "strategy", "device", "population", "days", "figure", "trait", "group", "people", "mean", "prediction_p5",
    "prediction_p95", "mean_ci95_low", "mean_ci95_high", "p10", "p25", "median", "p75", "p90", "median_ci95_low",
    "median_ci95_high", "worst_decile", "worst_decile_ci95_low", "worst_decile_ci95_high", "share_of_people",
    "share_of_worst_decile", "times", "times_ci95_low", "times_ci95_high", "note", "chance_of_so_many",
  ]

  /// A row for each strategy and figure over all people, and one for each group of people where the figure is judged.
  private var file: ReportTable {
    var objects: [JSONValue] = []
    for row in rows {
      for figure in PopulationFigure.allCases {
        let start: JSONValue = [
          "strategy": row.strategy, "device": context.device, "population": population, "days": days,
          "figure": figure.column,
        ]
        if let all = row[figure] {
          let about: JSONValue = [
            "trait": "all", "group": "all", "share_of_people": 1, "share_of_worst_decile": 1, "times": 1,
            "note": row.notes.joined(separator: "; "),
          ]
          objects.append(start + about + statistics(all, figure, row))
        }
        objects += row.groups.filter { $0.figure == figure }.map { start + group($0) }
      }
    }
    return ReportTable(objects: objects, names: Self.fileColumns)
  }
}
