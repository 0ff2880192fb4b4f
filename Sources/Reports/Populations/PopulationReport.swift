public import Analysis
import Quantities
import World

/// Strategies over the people of a population: what every format of it renders.
public struct PopulationReport: Sendable {
  public var context: ReportContext
  public var summary: PopulationSummary
  /// The population's name and its sentence.
  public var population: String
  public var about: String
  /// How long each person was followed.
  public var days: Int

  public init(context: ReportContext, summary: PopulationSummary, population: String, about: String, days: Int) {
    self.context = context
    self.summary = summary
    self.population = population
    self.about = about
    self.days = days
  }

  var rows: [PopulationRow] { summary.rows }
  var hasPrediction: Bool { rows.contains { $0.predictionRange(of: .drain) != nil } }
  var people: Int { summary.people.count }

  /// The line under a title: `commuters, 200 people for 7 d; modern-phone on lte; people from seed 1, fixed parameters`.
  var subtitle: String {
    "\(population), \(people) \(people == 1 ? "person" : "people") for \(days) d; \(context.device) on \(context.network); "
      + "seeds from \(context.firstSeed), \(context.parameters.rawValue) parameters"
  }

  /// The row that the finding is about: that which asks most of the worst off.
  private var subject: PopulationRow? {
    rows.filter { ($0[.locationDrain]?.worstDecile ?? 0) > 0 }.max {
      ($0[.locationDrain]?.worstDecile ?? 0) < ($1[.locationDrain]?.worstDecile ?? 0)
    }
  }

  /// The sentences it comes down to.
  var finding: String {
    guard let subject, let drain = subject[.locationDrain] else { return "No strategy here uses location." }
    let tenth = people >= PeopleStatistics.leastCount ? "the worst tenth" : "the worst off"
    var text =
      "\(PlainText.line(subject.strategy)) takes \(Figure.drain(drain.median)) %/h of the median person's battery for location, and "
      + "\(Figure.drain(drain.worstDecile)) from \(tenth)"
    let isAlike = abs(drain.worstDecile - drain.median) < Self.negligible * abs(drain.median)
    if isAlike {
      return
        "\(PlainText.line(subject.strategy)) takes \(Figure.drain(drain.median)) %/h of the median person's battery for location, "
        + "and hardly more from \(tenth) (\(Figure.drain(drain.worstDecile)))."
    }
    if drain.median > 0 { text += " (\(Figure.text(drain.worstDecile / drain.median, decimals: 2)) times as much)" }
    text += "."
    // A tenth of a few people is randomness, and a group may be in it more often for next to nothing.
    if let worst = subject.hurt(by: .locationDrain).first(where: {
      $0.worst >= Self.leastWorst && $0.mean > drain.mean * (1 + Self.negligible)
    }) {
      text += " \(Self.sentence(worst, mean: drain.mean))"
    }
    return text
  }

  /// Under so many people a tenth says too little of groups for a headline; and so does a mean this near to that of all.
  private static let (leastWorst, negligible) = (10, 0.05)

  /// `Of that tenth, 45 % are people with a rural home, who are 25 % of all: 1.80 times their share (95 % interval 1.30 to 2.40).`
  private static func sentence(_ group: GroupFigures, mean: Double) -> String {
    "Of that tenth, \(Figure.percent(group.worstShare)) % are \(words(group)), who are \(Figure.percent(group.share)) % of all: "
      + "\(Figure.text(group.risk, decimals: 2)) times their share (95 % interval \(Figure.text(group.riskInterval, decimals: 2))). "
      + "Their mean is \(Figure.drain(group.mean)) %/h, that of all \(Figure.drain(mean))."
  }

  /// A group in words: `people with a rural home`.
  static func words(_ group: GroupFigures) -> String {
    switch (group.trait, group.group) {
    case (.settlement, let place): "people with \(place == "urban" ? "an" : "a") \(place) home"
    case (.occupation, "neither"): "people who neither work nor study"
    case (.occupation, let who): "\(who)s"
    case (.commute, "none"): "people without a commute"
    case (.commute, "walk"): "people who walk to work or school"
    case (.commute, "cycle"): "people who cycle to work or school"
    case (.commute, "drive"): "people who drive to work or school"
    case (.commute, _): "people who take public transport to work or school"
    case (.homeWiFi, let wifi): "people \(wifi) Wi-Fi at home"
    case (.nights, "away"): "people with nights away"
    case (.nights, _): "people who are home every night"
    }
  }

  /// A group in a table's cell: `rural home`.
  static func cell(_ group: GroupFigures) -> String {
    switch (group.trait, group.group) {
    case (.settlement, let place): "\(place) home"
    case (.occupation, "neither"): "no work or school"
    case (.occupation, let who): who
    case (.commute, "none"): "no commute"
    case (.commute, let how): "commute: \(how)"
    case (.homeWiFi, let wifi): "\(wifi) home Wi-Fi"
    case (.nights, "away"): "nights away"
    case (.nights, _): "home each night"
    }
  }

  static func title(_ figure: PopulationFigure) -> String {
    switch figure {
    case .drain: "drain, %/h"
    case .locationDrain: "location, %/h"
    case .error50: "error p50, m"
    case .error95: "error p95, m"
    case .coverage: "covers, %"
    case .age95: "age p95, s"
    }
  }

  static func text(_ figure: PopulationFigure, _ value: Double?) -> String {
    switch figure {
    case .drain, .locationDrain: Figure.drain(value)
    case .coverage: Figure.percent(value)
    default: Figure.plain(value)
    }
  }

  static func text(_ figure: PopulationFigure, _ range: ClosedRange<Double>?) -> String {
    range.map { "\(text(figure, $0.lowerBound)) to \(text(figure, $0.upperBound))" } ?? Figure.missing
  }

  /// The interval of a mean; that of a difference may be negative, others not.
  static func interval(_ figure: PopulationFigure, _ mean: Double, _ range: ClosedRange<Double>?) -> ClosedRange<
    Double
  >? {
    figure == .locationDrain ? range : SampleStatistics.floored(range, mean: mean)
  }

  /// What stands under the tables.
  var remarks: [String] {
    let phone =
      context.parameters == .fixed
      ? "All have the same phone, so people differ by their weeks alone."
      : "Each person has a phone drawn from the profiles, so ranges hold people and phones together; --parameters fixed "
        + "shows people alone."
    var lines = hasPrediction ? ["prediction: about 90 % of real people with phones of this kind."] : []
    lines += [
      "median, 10 % to 90 %: of the people; they do not shrink with more people. worst tenth: the mean over the tenth of the "
        + "people who have it worst; the interval beside it is that of the sample of people (bootstrap over people) and shrinks.",
      "times: a group's share of the worst tenth over its share of all, with its exact 95 % interval. Listed are groups of whom so "
        + "many, or so few, would hardly be in a tenth drawn by lot: of those listed randomness explains 5 % at most (Benjamini and "
        + "Hochberg); \(looked) were looked at.",
      "drain: whole phone, screen off; location: what the strategy adds to the same days without it. Errors and what is covered "
        + "fit the use, as in a comparison on one day. Energy counts whether or not the charger is connected. " + phone,
    ]
    lines += RowNotes.lines(rows.map { ($0.strategy, $0.notes) }) + context.notes + [context.provenance]
    return lines
  }

  private var looked: String {
    let count = rows.reduce(0) { $0 + $1.groups.count { $0.people >= GroupFigures.leastPeople } }
    return "\(count) \(count == 1 ? "group" : "groups")"
  }

  /// One line of the table of who is hurt.
  struct Hurt {
    let strategy: String
    let group: GroupFigures
    /// Over all people.
    let mean: Double?
  }

  /// - Parameter limit: so many for each strategy and figure, the most hurt first.
  func hurt(limit: Int) -> [Hurt] {
    rows.flatMap { row in
      PopulationFigure.judged.flatMap { figure in
        row.hurt(by: figure).prefix(limit).map { Hurt(strategy: row.strategy, group: $0, mean: row[figure]?.mean) }
      }
    }
  }
}
