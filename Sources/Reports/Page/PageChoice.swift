package import Analysis
import Core

/// What the reader of a page can ask: each use of positions, how close is close enough, and how often. The page has the means
/// over the seeds, and decides as `Decision` does.
package struct PageChoice: Sendable {
  /// One need without a level.
  private struct Option {
    let need: Need
    /// The words of its threshold.
    let limit: String

    init(_ need: Need) {
      self.need = Need(need.use, need.metric)
      limit =
        switch need.metric {
        case .track(let metres): Metric.metres(metres, " ")
        case .distance(let share): "\(Metric.percent(share)) % of the distance"
        case .now(let share):
          Metric.metres(share.metres, " ") + (share.longestAge.map { ", \(Metric.time($0, " ")) old at most" } ?? "")
            + (share.isAtServer ? ", at the server" : "")
        case .events(let seconds, let entries):
          Metric.time(seconds, " ") + (entries == nil ? "" : ", \(Metric.eventsWord(entries)) alone")
        case .search(let metres, let seconds): "\(Metric.metres(metres, " ")) in \(Metric.time(seconds, " "))"
        default: ""
        }
    }

    var isAllDay: Bool { if case .now(let share) = need.metric { share.isAllDay } else { false } }
  }

  private static let options: [Option] = {
    let all = [5.0, 10, 20, 30, 50, 100, 200, 500].flatMap { metres in
      [Need(.track, .track(within: metres))]
        + [false, true].map { Need(.now, .now(NowShare(metres: metres, isAllDay: $0))) }
    }
    let events = [60.0, 180, 300, 600].map { Need(.events, .events(within: $0)) }
    let searches = [20.0, 50, 100].map { Need(.search, .search(within: $0, seconds: 30)) }
    return (all + events + searches).map(Option.init)
  }()

  /// What has to be measured for a page.
  package static let metrics = options.map(\.need.metric)

  private let report: ComparisonReport
  private let decisions: [(option: Option, decision: Decision)]

  /// `nil` where no row can be judged, or rows are of the user's decisions.
  init?(_ report: ComparisonReport) {
    guard report.rows.allSatisfy({ $0.decision == nil }) else { return nil }
    self.report = report
    let asked = Option(report.decision.need)
    let isListed = Self.options.contains { $0.need == asked.need }
    decisions = (Self.options + (isListed ? [] : [asked])).compactMap { option in
      let decision = Decision(
        option.need, among: report.rows, on: report.context.system, hours: report.hours, trade: report.trade)
      return decision.candidates.isEmpty ? nil : (option, decision)
    }
    if decisions.isEmpty { return nil }
  }

  /// Hidden where no script runs: then the headline is the answer.
  var lines: [String] {
    let capacity =
      report.capacity.map { " value=\"\(DecimalText.significant($0, digits: 6))\"" }
      ?? " disabled title=\"A strategy reads the battery: another battery is another simulation.\""
    func number(_ name: String, _ most: Int, _ rest: String = "") -> String {
      "<input name=\"\(name)\" type=\"number\" min=\"0.1\" max=\"\(most)\" step=\"any\"\(rest)>"
    }
    return [
      "<section id=\"choice\" class=\"half\" hidden>", "<h2>What does your app need?</h2>", "<div class=\"tools\">",
      "<label>The app <select name=\"use\"></select></label>",
      "<label>close enough <select name=\"limit\"></select></label>",
      "<label>over <select name=\"span\"><option value=\"\">the moving time<option value=\"day\">all day</select></label>",
      "<label>want <select name=\"goal\"><option value=\"\">the best value<option value=\"level\">at least</select></label>",
      "<label><span class=\"unseen\">Least share: </span>\(number("level", 100)) %</label>",
      "<span class=\"most\"></span>", "</div>", "<div class=\"tools\">",
      "<label>hours off the charger "
        + "\(number("hours", 1000, " value=\"\(DecimalText.significant(report.hours, digits: 6))\""))</label>",
      "<label>battery \(number("capacity", 1000, capacity)) Wh</label>", "</div>",
      "<p class=\"verdict\" aria-live=\"polite\"></p>", "<p class=\"about\"></p>", "<pre><code></code></pre>",
      "<div class=\"tools\"><button type=\"button\">Copy the command</button></div>", "</section>",
      "<p id=\"choice-data\" hidden>\(data.compactText.replacing("&", with: "&amp;"))</p>",
    ]
  }

  private var data: JSONValue {
    let words = [
      (Need.Use.track, "keeps a track"), (.now, "shows where someone is"), (.events, "reports places"),
      (.search, "looks for one position"),
    ].filter { use, _ in decisions.contains { $0.option.need.use == use } }
    let text = DecisionText(decision: report.decision, report: report)
    return [
      "hours": report.hours, "seeds": report.context.seeds, "least": Decision.leastShare * 100, "trade": report.trade,
      "unseen": Decision.unseenShare,
      "capacity": report.capacity, "device": report.context.device,
      "command": report.context.command, "need": report.decision.need.text,
      "uses": words.map { ["name": $0.0.rawValue, "text": $0.1] as JSONValue }.json,
      "rows": report.rows.indices.map { row -> JSONValue in
        [
          "name": text.name(row), "drain": report.rows[row][.drainPercentPerHour]?.mean,
          "isOwn": report.rows[row].isOwn, "even": even(row),
        ]
      }.json,
      "options": decisions.map { json($0.option, $0.decision) }.json,
    ]
  }

  private func json(_ option: Option, _ decision: Decision) -> JSONValue {
    let text = DecisionText(decision: decision, report: report)
    let isOfTrack = option.need.use == .track
    return [
      "need": option.need.text, "use": option.need.use.rawValue, "limit": option.limit,
      "span": option.isAllDay ? "day" : "", "what": text.whatFor, "none": text.none, "base": text.base,
      "rows": decision.candidates,
      "like": ([decision.exact].compactMap(\.self) + decision.exactTies).filter { $0 != decision.top }.sorted(),
      "unclear": decision.openShares,
      "shares": decision.candidates.map { decision.share($0) ?? 0 },
      "margins": decision.candidates.map { decision.shareMargin($0) }.json,
      "verdict": text.sentences.joined(separator: " "),
      "moving": option.isAllDay ? decision.candidates.map { decision.movingShare($0) }.json : nil,
      "leg": text.worstLeg.first,
      "ageless": option.need.agelessMetric == nil ? nil : decision.candidates.map { decision.agelessShare($0) }.json,
      "length": isOfTrack ? decision.candidates.map(text.lengthError).map(\.first).json : nil,
      "late": isOfTrack ? decision.candidates.map(text.seenLate).map(\.first).json : nil,
    ]
  }

  /// The rows whose battery the seeds do not tell from that of one.
  private func even(_ row: Int) -> [Int] {
    let decision = report.decision
    return report.rows.indices.filter { $0 != row && decision.batteryIsEven($0, row) }
  }
}
