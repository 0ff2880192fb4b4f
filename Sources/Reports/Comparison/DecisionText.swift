import Analysis
import Core

/// The sentences of a decision, each of at most 25 words: what is best, its price, and what nobody reaches.
struct DecisionText {
  let decision: Decision
  let report: ComparisonReport

  /// Empty where no row can be judged.
  var sentences: [String] {
    guard let exact = decision.exact else { return [] }
    if decision.candidates.count == 1 {
      let isShort = decision.need.level.map { (decision.share(exact) ?? 0) < $0 } ?? false
      return takes(exact) + (isShort ? ["That is less than \(Figure.percent(decision.need.level)) %."] : []) + anyAge
    }
    let own = ownRows.filter { $0 != decision.best }.flatMap(takes)
    guard let best = decision.best else { return own + unmet + worstLeg + anyAge }
    if let level = decision.need.level {
      let sentence = "\(name(best)) is the cheapest that reaches \(Figure.percent(level)) %: \(cost(best))."
      return own + [sentence, has(best)] + anyAge + ties + late(best) + open("cheaper") + nearMiss(best)
        + openLevel(best)
    }
    if decision.batteriesAreAlike { return own + alike(best) + late(best) + open("more exact") + worstLeg }
    if best == exact || decision.exactTies.contains(best) {
      let isAlone = decision.exactTies.isEmpty
      let sentence = "\(name(best)) is the best value\(isAlone ? " and the most exact" : ""): \(cost(best))."
      let others = isAlone ? [] : ["The \(report.samples) show none that is more exact."]
      return own + [sentence, has(best)] + others + ties + late(best) + open("the better value") + worstLeg
    }
    let other = decision.bestTies.contains(exact) ? "" : ", \(name(exact)) \(batteries([exact]))"
    return own + ["\(name(best)) is the best value: \(cost(best))\(other)."] + ties
      + [price(of: best, beside: exact)] + late(best) + open("the better value") + ceiling(exact)
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
    let needs = leaders.compactMap { row in report.rows[row].permission.map { (row: row, need: $0) } }
    let parts = needs.grouped(by: \.need).map {
      "\(named($0.map(\.row))) \($0.count == 1 ? "needs" : "need") '\($0[0].need)'"
    }
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
    return ["Few events a run: \(Self.few(words)), not judged beside up to \(Figure.plain(most)) of others."]
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
    if row == decision.exact, row != decision.best, decision.candidates.count > 1, decision.share(row) != 0,
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

  private func named(_ rows: [Int]) -> String { Self.few(rows.map(name)) }

  /// `a`, `a and b`, `a, b and 3 more`.
  static func few(_ words: [String], _ last: String = "and") -> String {
    words.count <= 3 ? list(words, last) : "\(words[0]), \(words[1]) \(last) \(words.count - 2) more"
  }

  static func list(_ words: [String], _ last: String = "and") -> String {
    words.count < 2 ? words.joined() : "\(words.dropLast().joined(separator: ", ")) \(last) \(words[words.count - 1])"
  }

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
  private func cost(_ row: Int) -> String { "\(batteries([row])) of the battery in \(report.hoursText)" }

  private func takes(_ row: Int) -> [String] { ["\(name(row)) takes \(cost(row)).", has(row)] }

  private func has(_ row: Int) -> String { "It has \(gives(row))." }

  /// `the track within 30 m for 80 % of the moving time`.
  private func gives(_ row: Int) -> String {
    let moving = decision.movingShare(row).map { " (moving: \(Figure.percent($0)) %)" } ?? ""
    return "\(whatFor) \(Figure.percent(decision.share(row))) % of \(base)\(moving)"
  }

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
      "a position within \(Metric.metres(metres, " ")) after \(Metric.time(seconds, " "))"
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

  /// Rows of few events may reach what those that are judged do not.
  var none: String { report.rows.indices.contains(where: hasFewEvents) ? "None with enough events" : "None of these" }

  private var unmet: [String] {
    guard let top = decision.top, let exact = decision.exact else { return [] }
    if decision.ceiling == 0 { return ["\(none) ever has \(what)."] }
    guard let wanted = decision.need.level else {
      return ["\(none) is good enough. The most is \(gives(top))\(by(exact))"] + lengthError(exact)
    }
    let (level, ceiling) = Figure.percents(wanted, decision.ceiling ?? 0)
    return ["\(none) has \(whatFor) \(level) % of \(base). The most that any reaches is \(ceiling) %\(by(exact))"]
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

  /// What a near track gets wrong: its length, which runners read, and positions that are held back.
  func late(_ best: Int) -> [String] { lengthError(best) + seenLate(best) }

  /// Above this share of the true length a runner's pace is wrong by more than a watch's (5 %, as in `--need distance`).
  private static let longest = 0.05

  /// How far the recorded length of a row is off, where that is asked for, or a runner's track is near all the same.
  func lengthError(_ row: Int) -> [String] {
    guard let error = report.rows[row][.distanceError]?.mean else { return [] }
    switch decision.need.metric {
    case .distance: break
    case .track where report.needs.onFoot && error > Self.longest: break
    default: return []
    }
    return ["The track of \(name(row)) is \(Figure.percent(error)) % too long or short in the mean."]
  }

  func seenLate(_ best: Int) -> [String] {
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
      [
        "If positions may be old, \(name(row)) reaches \(Figure.percent(decision.agelessShare(row))) %, at \(batteries([row]))."
      ]
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

/// The sentences about the user's decisions: what each does to one strategy. Rows of different strategies do not compare.
enum UserDecisionText {
  /// More groups of decisions than this are left to the table.
  private static let limit = 4

  /// `nil` where no row is about a decision.
  static func sentence(for report: ComparisonReport) -> String? {
    let rows = report.rows
    guard let first = report.shownRow.flatMap({ rows[$0].decision }) ?? rows.lazy.compactMap(\.decision).first else {
      return nil
    }
    let all = rows.indices.filter { rows[$0].decision?.strategy == first.strategy }
    let uses = [report.needs.given?.use].compactMap(\.self) + all.map { rows[$0].kind }
    let use = uses.first { use in all.contains { rows[$0][report.needs[use].metric] != nil } } ?? uses[0]
    let text = DecisionText(decision: report.decision(for: use), report: report)
    let offered = all.filter { rows[$0].decision?.isOffered ?? true }.map { row in
      (
        battery: "\(FigureRounding.battery.text(report.battery(rows[row]))) % of the battery",
        share: text.decision.share(row).map { "\(Figure.percent($0)) % of \(text.base)" }
          ?? (rows[row][.missedEvents] != nil ? "no event" : "no position"),
        decision: "'\(rows[row].decision?.decision ?? "")'"
      )
    }
    // The first sentence says what the shares are of.
    let groups = (offered.filter { !$0.share.hasPrefix("no ") } + offered.filter { $0.share.hasPrefix("no ") })
      .grouped { [$0.battery, $0.share] }
    let sentences = groups.prefix(limit).enumerated().map { place, group in
      let (battery, share) = (group[0].battery, group[0].share)
      let with = "With \(DecisionText.few(group.map(\.decision), "or"))"
      if place > 0 { return "\(with): \(battery), \(share)." }
      let has = share.hasPrefix("no ") ? "gets \(share)" : "has \(text.whatFor) \(share)"
      return "\(with), \(PlainText.line(first.strategy)) takes \(battery) in \(report.hoursText). It \(has)."
    }
    let unknown = all.filter { !(rows[$0].decision?.isOffered ?? true) }.compactMap { rows[$0].decision?.decision }
    let others = Set(rows.compactMap(\.decision?.strategy)).count - 1
    return
      (sentences + (unknown.isEmpty ? [] : ["Its system has no \(DecisionText.few(unknown.map { "'\($0)'" }, "or"))."])
      + (groups.count > limit ? ["The table has the other decisions."] : [])
      + (others == 0 ? [] : ["The table has \(others) other \(others == 1 ? "strategy" : "strategies")."]))
      .joined(separator: " ")
  }
}
