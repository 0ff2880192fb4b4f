import Core

/// What an app does with positions, and how often they have to be good enough for it.
package struct Need: Sendable, Hashable {
  package enum Use: String, CaseIterable, Sendable {
    /// Keeps a track.
    case track
    /// Shows where someone is.
    case now
    /// Reports entries, exits and visits.
    case events
    /// Looks for one position at a time, such as a check-in.
    case search

    /// Whether its share is one of time.
    package var isShareOfTime: Bool { self == .track || self == .now }
  }

  /// What is wrong with a text, and what to write instead.
  package struct Fault: Error, Sendable, Hashable {
    package let message: String
    package let remedy: String
  }

  package let use: Use
  /// The share that is judged: the more the better.
  package let metric: Metric
  /// The least share that is enough; `nil` weighs it against the battery.
  package let level: Double?

  package init(_ use: Use, _ metric: Metric, level: Double? = nil) {
    (self.use, self.metric, self.level) = (use, metric, level)
  }

  /// What is measured for it: of a need over the whole day also the share of the moving time, of one with an age also that of
  /// positions of any age.
  package var metrics: [Metric] { [metric] + [movingMetric, agelessMetric].compactMap(\.self) }

  package var agelessMetric: Metric? {
    guard case .now(var share) = metric, share.longestAge != nil else { return nil }
    share.longestAge = nil
    return .now(share)
  }

  var movingMetric: Metric? {
    guard case .now(var share) = metric, share.isAllDay else { return nil }
    share.isAllDay = false
    return .now(share)
  }

  /// The usual need of a use: 10 m for a track where all movement is on foot or bicycle, else 30 m; 100 m from the user while
  /// they move; 5 min for an event; 50 m in 30 s for a search.
  package init(_ use: Use, onFoot: Bool, level: Double? = nil) {
    let metric: Metric =
      switch use {
      case .track: .track(within: onFoot ? 10 : 30)
      case .now: .now(NowShare(metres: 100))
      case .events: .events(within: 300)
      case .search: .standardSearch
      }
    self.init(use, metric, level: level)
  }

  /// Whether it counts time, and not days, events or searches.
  package var isShareOfTime: Bool { if case .distance = metric { false } else { use.isShareOfTime } }

  /// Reads `track:10m:95%`, `distance:5%:90%`, `now:100m/5min:95%:day`, `events:3min:90%`, `entries:5min`, `server:100m`,
  /// `search:50m/30s:90%`, a use alone, or a heading's words as in `track in 10 m >= 95 %`.
  package init(parsing text: String, onFoot: Bool) throws(Fault) {
    if let need = Self.heading(text) {
      self = need
      return
    }
    let parts = text.lowercased().split(separator: ":", omittingEmptySubsequences: false)
      .map { $0.filter { !$0.isWhitespace } }
    guard var need = Self.usual(parts[0], onFoot: onFoot) else {
      throw Fault(
        message: "'\(text)' names no use of positions",
        remedy: "write track, distance, now, server, events, entries, exits or search, such as track:30m:90%")
    }
    let isOfLength = parts[0] == "distance"
    var level: Double?
    for (place, part) in parts.enumerated().dropFirst() {
      if isOfLength, place == 1, let share = Metric.share(part) {
        need = Need(.track, .distance(within: share))
      } else if part.hasSuffix("%"), let percent = Double(part.dropLast()), percent > 0, percent <= 100 {
        level = percent / 100
      } else if let metric = Self.metric(need.metric, changedBy: part) {
        need = Need(need.use, metric)
      } else {
        throw Fault(message: "'\(part)' in '\(text)' is not understood", remedy: Self.remedy(need))
      }
    }
    self.init(need.use, need.metric, level: level)
  }

  private static func heading(_ text: String) -> Need? {
    let end = text.firstIndex(of: ">") ?? text.endIndex
    let number = text[end...].filter { !" >=%".contains($0) }
    let level = Double(number).flatMap { 0 < $0 && $0 <= 100 ? $0 / 100 : nil }
    guard let metric = Metric(named: String(text[..<end])), level != nil || number.isEmpty else { return nil }
    let use: Use? =
      switch metric {
      case .track, .distance: .track
      case .now: .now
      case .events: .events
      case .search: .search
      default: nil
      }
    return use.map { Need($0, metric, level: level) }
  }

  /// The need that a word alone asks for.
  private static func usual(_ word: String, onFoot: Bool) -> Need? {
    switch word {
    case "distance": Need(.track, .distance(within: 0.05))
    case "server": Need(.now, .now(NowShare(metres: 100, isAtServer: true)))
    case "entries", "exits": Need(.events, .events(within: 300, entries: word == "entries"))
    default: Use(rawValue: word).map { Need($0, onFoot: onFoot) }
    }
  }

  private static func metric(_ metric: Metric, changedBy part: String) -> Metric? {
    switch metric {
    case .track: return Metric.distance(part).map { .track(within: $0) }
    case .events(_, let entries): return Metric.time(part).map { .events(within: $0, entries: entries) }
    case .now(var share):
      if part == "day" || part == "moving" {
        share.isAllDay = part == "day"
        return .now(share)
      }
      guard case .now(let limits) = Metric(named: "now in \(part)") else { return nil }
      (share.metres, share.longestAge) = (limits.metres, limits.longestAge)
      return .now(share)
    case .search(var metres, var seconds):
      for limit in part.split(separator: "/").map(String.init) {
        if let distance = Metric.distance(limit) {
          metres = distance
        } else if let time = Metric.time(limit) {
          seconds = time
        } else {
          return nil
        }
      }
      return .search(within: metres, seconds: seconds)
    default: return nil
    }
  }

  private static func remedy(_ need: Need) -> String {
    if case .distance = need.metric {
      return "write how far the recorded length may be off and on how many days, such as distance:5%:90%"
    }
    return switch need.use {
    case .track: "write a distance and a share, such as track:10m:95%"
    case .now: "write a distance, and an age, a share or 'day' where they matter, such as now:100m/5min:95%:day"
    case .events: "write a time and a share, such as events:3min:90%"
    case .search: "write a distance, a time and a share, such as search:50m/30s:90%"
    }
  }

  /// What a strategy does that may serve it, such as `sends positions to a server`; `nil` where any one with positions may.
  package var asks: String? {
    switch metric {
    case .now(let share): share.isAtServer ? "sends positions to a server" : nil
    case .events: "reports entries, exits or visits"
    case .search: "looks for one position at a time"
    default: nil
    }
  }

  /// As it is typed: `track:10m:95%`.
  package var text: String {
    var words: [String]
    switch metric {
    case .track(let metres): words = ["track", Metric.metres(metres)]
    case .distance(let share): words = ["distance", "\(Metric.percent(share))%"]
    case .events(let seconds, let entries): words = [Metric.eventsWord(entries), Metric.time(seconds)]
    case .now(let share):
      let limits = [Metric.metres(share.metres)] + (share.longestAge.map { [Metric.time($0)] } ?? [])
      words = [share.isAtServer ? "server" : "now", limits.joined(separator: "/")]
      if share.isAllDay { words.append("day") }
    case .search(let metres, let seconds): words = ["search", "\(Metric.metres(metres))/\(Metric.time(seconds))"]
    default: words = [use.rawValue]
    }
    if let level { words.insert("\(DecimalText.significant(level * 100, digits: 6))%", at: min(2, words.count)) }
    return words.joined(separator: ":")
  }
}

/// The need of each use on one day: the usual ones, and the reader's own.
package struct Needs: Sendable, Hashable {
  /// What the reader asks for; `nil` where they have not said.
  package let given: Need?
  package let onFoot: Bool
  private let byCar: Bool

  package init(onFoot: Bool, byCar: Bool = false, given: Need? = nil) {
    (self.onFoot, self.byCar, self.given) = (onFoot, byCar, given)
  }

  /// Whether those who record a track read its length, as runners and mileage logs do.
  package var wantsDistance: Bool { onFoot || byCar }

  package subscript(_ use: Need.Use) -> Need {
    if let given, given.use == use { return given }
    return Need(use, onFoot: onFoot)
  }

  /// What is measured for any use.
  package var metrics: [Metric] { Need.Use.allCases.flatMap { self[$0].metrics } }

  /// Metres within which the recorded track counts.
  package var trackMetres: Double {
    if case .track(let metres) = self[.track].metric { metres } else { 30 }
  }

  /// Metres within which the position held counts.
  package var nowMetres: Double {
    if case .now(let share) = self[.now].metric { share.metres } else { 100 }
  }
}
