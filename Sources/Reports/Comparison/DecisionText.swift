import Analysis
import Core

/// The sentences of a decision, each of at most 25 words: what is best, its price, and what nobody reaches.
struct DecisionText {
  let decision: Decision
  let report: ComparisonReport

  /// Empty where no row can be judged.
  var sentences: [String] {
    guard let exact = decision.exact else { return [] }
    let own = ownRows.filter { $0 != decision.best }.map { "\(name($0)) takes \(cost([$0])), with \(gives($0))." }
    if decision.candidates.count == 1 {
      let isShort = decision.need.level.map { (decision.share(exact) ?? 0) < $0 } ?? false
      return ["\(name(exact)) takes \(cost([exact])), with \(gives(exact))."]
        + (isShort ? ["That is less than \(Figure.percent(decision.need.level)) %."] : []) + anyAge
    }
    guard let best = decision.best else { return own + unmet + worstLeg + anyAge }
    let isLevel = decision.need.level != nil
    if !isLevel, decision.batteriesAreAlike {
      return own + alike(best) + late(best) + open("more exact") + worstLeg
    }
    if isLevel {
      return own + ["\(name(best)) is the cheapest with \(needed): \(cost([best])), \(gives(best))."] + ties
        + late(best)
        + nearMiss(best) + openLevel(best) + anyAge
    }
    let isExact = best == exact || decision.exactTies.contains(best)
    let quality = isExact ? "the best value and the most exact" : "the best value"
    let figures =
      isExact
      ? ", \(gives(best))"
      : decision.bestTies.contains(exact) ? "" : ", \(name(exact)) \(percent(decision.battery(exact)))"
    return own + ["\(name(best)) is \(quality): \(cost([best]))\(figures)."] + ties
      + (isExact ? [] : [price(of: best, beside: exact)]) + late(best) + open("the better value")
      + (isExact ? worstLeg : ceiling(exact))
  }

  /// `continuous ties with it, at 33 %.` The cheapest is named first, so that nobody takes a dear one for as good.
  private var ties: [String] {
    let rows = byBattery(decision.bestTies)
    return rows.isEmpty ? [] : ["\(named(rows)) \(rows.count == 1 ? "ties" : "tie") with it, at \(batteries(rows))."]
  }

  /// `To show where someone is, live-updates is the best value too: 9.3 %.` For a use beside the headline's.
  ///
  /// - Parameter leader: the best of the headline.
  func aside(besides leader: Int?) -> String? {
    guard let best = decision.best, decision.candidates.count > 1 else { return nil }
    let sentence =
      "\(purpose), \(name(best)) is the \(quality)\(best == leader ? " too" : ""): \(batteries([best])), \(gives(best))."
    return ([sentence] + ties).joined(separator: " ")
  }

  /// What the best is without a level.
  private var quality: String { decision.batteriesAreAlike ? "most exact" : "best value" }

  var purpose: String {
    switch decision.need.use {
    case .track: "To keep a track"
    case .now: "To show where someone is"
    case .events: "To report entries, exits and visits"
    case .search: "To find one position"
    }
  }

  /// `The idle phone alone takes 6.9 %: live-updates adds 2.4 points, continuous 26.`
  var additions: [String] {
    let added = leaders.compactMap { row in
      report.rows[row].marginalDrain.map { (name: name(row), points: max(0, $0.mean * report.hours), row: row) }
    }
    guard let first = added.first, let battery = decision.battery(first.row) else { return [] }
    let others = added.dropFirst().map { ", \($0.name) \(FigureRounding.battery.text($0.points))" }
    return [
      "The idle phone alone takes \(FigureRounding.battery.text(battery - first.points)) %: \(first.name) adds "
        + "\(FigureRounding.battery.text(first.points)) points\(others.joined())."
    ]
  }

  /// `Permission: live-updates and continuous need 'when in use'.`
  var permissions: [String] {
    var groups: [(need: String, rows: [Int])] = []
    for row in leaders {
      guard let need = report.rows[row].permission else { continue }
      if let known = groups.firstIndex(where: { $0.need == need }) {
        groups[known].rows.append(row)
      } else {
        groups.append((need, [row]))
      }
    }
    let parts = groups.map { "\(named($0.rows)) \($0.rows.count == 1 ? "needs" : "need") '\($0.need)'" }
    return parts.isEmpty ? [] : ["Permission: \(parts.joined(separator: ", "))."]
  }

  /// `Each of the 160 events of monitor is 0.6 points of its share.` Of more than 200 nobody sees one.
  var steps: [String] {
    guard let row = decision.best ?? decision.exact, let count = report.rows[row].count(of: decision.need.metric),
      (2...200).contains(count)
    else { return [] }
    let points = Figure.text(100 / Double(count), decimals: 1)
    return ["Each of the \(count) \(base) of \(name(row)) is \(points) points of its share."]
  }

  /// `Few events: beacons (4.0) and home-automation (1.0) are not judged beside up to 9.0 of others.`
  var fewEvents: [String] {
    func events(_ row: Int) -> Double { report.rows[row][.trueEvents]?.mean ?? 0 }
    let rows = report.rows.indices.filter(hasFewEvents)
    guard !rows.isEmpty, let most = decision.candidates.map(events).max() else { return [] }
    let words = rows.map { "\(name($0)) (\(Figure.plain(events($0))))" }
    return ["Few events a run: \(DecisionText.list(words)), not judged beside up to \(Figure.plain(most)) of others."]
  }

  private func hasFewEvents(_ row: Int) -> Bool {
    decision.need.use == .events && report.rows[row].unavailable == nil && decision.share(row) != nil
      && !decision.candidates.contains(row)
  }

  /// The best and the most exact.
  private var leaders: [Int] {
    let found = [decision.best, decision.exact].compactMap(\.self)
    return found.first == found.last ? Array(found.prefix(1)) : found
  }

  /// What a row is, in a few words for its line of the table.
  func mark(_ row: Int) -> String {
    if row == decision.best, decision.candidates.count > 1 {
      return decision.need.level == nil ? quality : "cheapest"
    }
    // The sentence calls the best the most exact where they tie.
    if row == leaders.last, row != decision.best, decision.candidates.count > 1, decision.ceiling != 0,
      !(decision.best.map(decision.exactTies.contains) ?? false)
    {
      return "most exact"
    }
    let figures = report.rows[row]
    if (figures[.locationsPerHour]?.mean ?? 0) == 0, figures[.missedEvents] == nil { return "no position" }
    if hasFewEvents(row) { return "few events" }
    return decision.bestTies.contains(row) ? "ties" : ""
  }

  /// `moving time without the track within 30 m`.
  var missed: String { "\(base.replacing("the ", with: "")) without \(what)" }

  // MARK: Parts

  private var ownRows: [Int] { decision.candidates.filter { report.rows[$0].isOwn } }

  func name(_ row: Int) -> String { PlainText.line(report.rows[row].strategy) }

  /// `a`, `a and b`, `a, b and 3 more`.
  private func named(_ rows: [Int]) -> String {
    let names = rows.map(name)
    if names.count <= 3 { return DecisionText.list(names) }
    return "\(names[0]), \(names[1]) and \(names.count - 2) more"
  }

  static func list(_ words: [String], _ last: String = "and") -> String {
    words.count < 2 ? words.joined() : "\(words.dropLast().joined(separator: ", ")) \(last) \(words[words.count - 1])"
  }

  private func percent(_ battery: Double?) -> String { "\(FigureRounding.battery.text(battery)) %" }

  /// The cheapest first, so that what ties is read by its price.
  private func byBattery(_ rows: [Int]) -> [Int] {
    rows.sorted { (decision.battery($0) ?? 0, $0) < (decision.battery($1) ?? 0, $1) }
  }

  /// `9.3 %`, `4.6 and 11 %`, `4.6 to 11 %` of four or more.
  private func batteries(_ rows: [Int]) -> String {
    let texts = rows.map { FigureRounding.battery.text(decision.battery($0)) }
    if Set(texts).count == 1 { return "\(texts[0]) %" }
    return "\(rows.count > 3 ? "\(texts[0]) to \(texts[rows.count - 1])" : Self.list(texts)) %"
  }

  /// `9.3 % of the battery in 16 h`.
  private func cost(_ rows: [Int]) -> String { "\(batteries(rows)) of the battery in \(report.hoursText)" }

  /// `the track within 30 m for 80 % of the moving time`.
  private func gives(_ row: Int) -> String {
    let moving = decision.movingShare(row).map { " (\(Figure.percent($0)) % of the moving time)" } ?? ""
    return "\(whatFor) \(Figure.percent(decision.share(row))) % of \(base)\(moving)"
  }

  private var needed: String { "\(whatFor) \(Figure.percent(decision.need.level)) % of \(base)" }

  /// `the track within 30 m for`.
  var whatFor: String { "\(what) \(decision.need.isShareOfTime ? "for" : "in")" }

  var what: String {
    switch decision.need.metric {
    case .distance(let share): "the distance within \(Metric.percent(share)) %"
    case .track(let metres): "the track within \(Metric.metres(metres, " "))"
    case .now(let share):
      "\(share.isAtServer ? "the server's position" : "a position") within \(Metric.metres(share.metres, " "))"
        + (share.longestAge.map { " and \(Metric.time($0, " "))" } ?? "")
    case .events(let seconds, _): "reports within \(Metric.time(seconds, " "))"
    case .search(let metres, let seconds):
      "a position within \(Metric.metres(metres, " ")) after \(Metric.time(seconds, " ")) at most"
    default: "a good position"
    }
  }

  var base: String {
    switch decision.need.metric {
    case .now(let share) where share.isAllDay: "the day"
    case .track, .now: report.isAtRest ? "the day" : "the moving time"
    case .events(_, let entries): Metric.eventsWord(entries)
    case .distance: "days"
    default: "searches"
    }
  }

  private var unmet: [String] {
    guard let top = decision.top, let exact = decision.exact else { return [] }
    if decision.ceiling == 0 { return ["None of these ever has \(what)."] }
    guard let wanted = decision.need.level else {
      return ["None of these is good enough. The most is \(gives(top))\(by(exact))"] + lengthError(exact)
    }
    let (level, ceiling) = Figure.percents(wanted, decision.ceiling ?? 0)
    return ["None of these has \(whatFor) \(level) % of \(base). The most that any reaches is \(ceiling) %\(by(exact))"]
      + nearCeiling + lengthError(exact) + openLevel(exact)
  }

  /// What reaches nearly as much, for half of the battery or less.
  private var nearCeiling: [String] {
    decision.nearMiss.map { near in
      ["\(name(near)) reaches \(Figure.percent(decision.share(near))) %, at \(batteries([near]))."]
    } ?? []
  }

  /// Who reaches the ceiling: `, by continuous.` or `. live-updates ties with it: 80 %, at 9.3 %.`, which is cheaper.
  func by(_ exact: Int) -> String {
    if exact == decision.top { return ", by \(name(exact))." }
    return ". \(name(exact)) ties with it: \(Figure.percent(decision.share(exact))) %, at \(batteries([exact]))."
  }

  /// How far the recorded length of a row is off, where its nearness is asked for.
  private func lengthError(_ row: Int) -> [String] {
    guard case .distance = decision.need.metric, let error = report.rows[row][.distanceError]?.mean else { return [] }
    return ["Its length is \(Figure.percent(error)) % off in the mean."]
  }

  /// `8 seeds leave open whether a reaches it, and whether the cheaper b (4.1 %) does.`
  private func openLevel(_ row: Int) -> [String] {
    let own = decision.isLevelOpen ? ["whether \(name(row)) reaches it"] : []
    let rows = byBattery(decision.openCheaper)
    let verb = own.isEmpty ? rows.count == 1 ? "reaches it, too" : "reach it, too" : rows.count == 1 ? "does" : "do"
    let cheaper =
      rows.isEmpty ? [] : ["whether \(own.isEmpty ? "" : "the cheaper ")\(named(rows)) (\(batteries(rows))) \(verb)"]
    let open = own + cheaper
    return open.isEmpty ? [] : ["\(seeds) leave open \(open.joined(separator: ", and "))."]
  }

  /// What the seeds are too few to tell from the best, which may be `quality`.
  private func open(_ quality: String) -> [String] {
    let rows = byBattery(decision.open)
    let verb = rows.count == 1 ? "is" : "are"
    return rows.isEmpty
      ? [] : ["\(seeds) leave open whether \(named(rows)) (\(batteries(rows))) \(verb) \(quality)."]
  }

  private var seeds: String { "\(report.context.seeds) \(report.samples)" }

  /// What nearly does, for half of the battery or less.
  private func nearMiss(_ best: Int) -> [String] {
    guard let level = decision.need.level, let near = decision.nearMiss else { return [] }
    let points = Figure.percent(level - (decision.share(near) ?? 0))
    return ["\(name(near)) misses that by \(points) points, at \(batteries([near]))."]
  }

  /// What a track gets wrong although it is near: the length of a way on foot, which runners read, and positions that are held
  /// back, where another strategy shows them at once.
  func late(_ best: Int) -> [String] {
    let sentences = wrongLength(best) + seenLate(best)
    return sentences.isEmpty ? [] : [sentences.joined(separator: " ")]
  }

  /// Above this share of the true length a runner's pace is wrong by more than a watch's (5 %, as in `--need distance`).
  private static let longest = 0.05

  private func wrongLength(_ best: Int) -> [String] {
    guard case .track = decision.need.metric, report.needs.onFoot,
      let error = report.rows[best][.distanceError]?.mean, error > Self.longest
    else { return [] }
    return ["Its length is \(Figure.percent(error)) % off in the mean."]
  }

  private func seenLate(_ best: Int) -> [String] {
    guard case .track = decision.need.metric, !report.isAtRest else { return [] }
    let now = report.needs[.now].metric
    func share(_ row: Int) -> Double? { report.rows[row][now]?.mean }
    guard let own = share(best), let most = decision.candidates.compactMap(share).max(), own * 2 < most else {
      return []
    }
    let age = report.rows[best][.movingAgeP95].map { ", at times \(Figure.span($0.mean)) old" } ?? ""
    return [
      "Seen live, \(name(best)) is late: within \(Metric.metres(report.needs.nowMetres, " ")) for "
        + "\(Figure.percent(own)) % of the moving time\(age)."
    ]
  }

  /// What is enough, and cheaper, where positions may be old, as those of somebody who stays.
  private var anyAge: [String] {
    decision.enoughAtAnyAge.map { row in
      ["Of any age \(name(row)) has one for \(Figure.percent(decision.agelessShare(row))) %, at \(batteries([row]))."]
    } ?? []
  }

  /// Batteries differ by a point at most: the share alone decides.
  private func alike(_ best: Int) -> [String] {
    let rows = byBattery(decision.candidates)
    let ends = batteries(rows.count > 1 ? [rows[0], rows[rows.count - 1]] : rows).replacing(" and ", with: " to ")
    return [
      "All take about the same: \(ends) of the battery in \(report.hoursText).",
      "\(name(best)) is the most exact: \(gives(best)).",
    ] + ties
  }

  /// What the best value loses beside the most exact.
  private func price(of best: Int, beside exact: Int) -> String {
    let lost = max(0, (decision.share(exact) ?? 0) - (decision.share(best) ?? 0))
    guard decision.need.isShareOfTime else {
      return "The price: \(Figure.percent(lost)) points fewer \(base) with \(what)."
    }
    let isAllDay = if case .now(let share) = decision.need.metric { share.isAllDay } else { false }
    let row = report.rows[exact]
    let seconds = isAllDay ? row.duration.seconds : row.movingSeconds
    let minutes = Figure.text(lost * seconds / 60, decimals: 1)
    return
      "The price: \(minutes) of \(Figure.text(seconds / 60, decimals: 0)) \(isAllDay || report.isAtRest ? "" : "moving ")minutes more "
      + "without \(what)."
  }

  /// What even the most exact lacks.
  private func ceiling(_ exact: Int) -> [String] {
    guard let share = decision.share(exact), share < 0.95 else { return [] }
    let preposition = decision.need.isShareOfTime ? "for" : "in"
    return ["Even \(name(exact)) is without it \(preposition) \(Figure.percent(1 - share)) % of \(base)."] + worstLeg
  }

  var worstLeg: [String] { decision.worstLeg.map { ["Most is lost on '\(PlainText.line($0))'."] } ?? [] }
}

/// The sentence about a comparison of the user's decisions: what each does to one strategy. Rows of different strategies under
/// different decisions do not compare.
enum UserDecisionText {
  /// More groups of decisions than this are left to the table.
  private static let limit = 4

  /// `nil` where no row is about a decision.
  static func sentence(for report: ComparisonReport) -> String? {
    let strategies = report.rows.compactMap(\.decision?.strategy)
    guard let first = strategies.first else { return nil }
    func rows(of name: String) -> [StrategySummary] { report.rows.filter { $0.decision?.strategy == name } }
    let name = strategies.first { rows(of: $0).contains { gives($0, report) != nothing } } ?? first
    let all = rows(of: name)
    var groups: [(text: String, decisions: [String])] = []
    for row in all where row.decision?.isOffered ?? true {
      let battery = "\(FigureRounding.battery.text(report.battery(row))) % of the battery in \(report.hoursText)"
      let text = "\(battery) and \(gives(row, report))"
      let decision = row.decision?.decision ?? ""
      if let known = groups.firstIndex(where: { $0.text == text }) {
        groups[known].decisions.append(decision)
      } else {
        groups.append((text, [decision]))
      }
    }
    var parts = groups.prefix(limit).map { "\(DecisionText.list($0.decisions, "or")): \($0.text)" }
    let unknown = all.filter { !($0.decision?.isOffered ?? true) }.compactMap(\.decision?.decision)
    if !unknown.isEmpty { parts.append("\(DecisionText.list(unknown, "or")): not on its system") }
    if groups.count > limit { parts.append("the other decisions: see the table") }
    let others = Set(strategies).count - 1
    let rest = others == 0 ? "" : " The table has \(others) other \(others == 1 ? "strategy" : "strategies")."
    return "\(PlainText.line(name)), by what the user decides: \(parts.joined(separator: "; ")).\(rest)"
  }

  private static let nothing = "no position"

  private static func gives(_ row: StrategySummary, _ report: ComparisonReport) -> String {
    let track = report.needs[.track].metric
    if row.use == .record, !row.isAtRest, let share = row[track]?.mean {
      return "the track within \(Metric.metres(report.needs.trackMetres, " ")) for \(Figure.percent(share)) %"
    }
    if let share = row[report.needs[.now].metric]?.mean {
      return "a position within \(Metric.metres(report.needs.nowMetres, " ")) for \(Figure.percent(share)) %"
    }
    if let share = row[report.needs[.events].metric]?.mean { return "\(Figure.percent(share)) % of events in time" }
    return row[.missedEvents] != nil ? "no event" : nothing
  }
}
