package import Analysis
import Quantities

/// What the reader of a page can ask: each use of positions, how close is close enough, and how often. The page has the means
/// over the seeds, and decides as `Decision` does.
package struct PageChoice: Sendable {
  /// One need without a level.
  private struct Option {
    let need: Need
    /// The words of its threshold, and whether it is about the whole day.
    let limit: String
    var isAllDay = false
  }

  private static let options: [Option] = {
    var all: [Option] = []
    for metres in [5.0, 10, 20, 30, 50, 100, 200, 500] {
      let limit = Metric.metres(metres, " ")
      all.append(Option(need: Need(.track, .track(within: metres)), limit: limit))
      for isAllDay in [false, true] {
        let share = NowShare(metres: metres, isAllDay: isAllDay)
        all.append(Option(need: Need(.now, .now(share)), limit: limit, isAllDay: isAllDay))
      }
    }
    for seconds in [60.0, 180, 300, 600] {
      all.append(Option(need: Need(.events, .events(within: seconds)), limit: Metric.time(seconds, " ")))
    }
    return all
  }()

  /// What has to be measured for a page.
  package static let metrics = options.map(\.need.metric)

  private let report: ComparisonReport
  private let decisions: [(option: Option, decision: Decision)]

  /// `nil` where no row can be judged, or rows are of the user's decisions.
  init?(_ report: ComparisonReport) {
    guard report.rows.allSatisfy({ $0.decision == nil }) else { return nil }
    self.report = report
    decisions = Self.options.compactMap { option in
      let decision = Decision(
        option.need, among: report.rows, on: report.context.system, hours: report.hours, trade: report.trade)
      return decision.candidates.isEmpty ? nil : (option, decision)
    }
    if decisions.isEmpty { return nil }
  }

  /// Hidden where no script runs: then the headline is the answer.
  var lines: [String] {
    let given = report.needs.given?.level.map { " value=\"\(DecimalText.significant($0 * 100, digits: 6))\"" } ?? ""
    let capacity =
      report.capacity.map { " value=\"\(DecimalText.significant($0, digits: 6))\"" }
      ?? " disabled title=\"A strategy reads the battery: another battery is another simulation.\""
    return [
      "<section id=\"choice\" hidden>", "<h2>What does your app need?</h2>", "<div class=\"tools\">",
      "<label>The app <select name=\"use\"></select></label>",
      "<label>close enough <select name=\"limit\"></select></label>",
      "<label>over <select name=\"span\"><option value=\"\">the moving time</option><option value=\"day\">all day</option>"
        + "</select></label>",
      "<label>at least <input name=\"level\" type=\"number\" min=\"1\" max=\"100\" step=\"any\" "
        + "placeholder=\"best value\"\(given)> %</label>",
      "<label>hours <input name=\"hours\" type=\"number\" min=\"0.1\" max=\"1000\" step=\"any\" "
        + "value=\"\(DecimalText.significant(report.hours, digits: 6))\"></label>",
      "<label>battery <input name=\"capacity\" type=\"number\" min=\"0.1\" max=\"1000\" step=\"any\"\(capacity)> Wh</label>",
      "</div>", "<p class=\"verdict\" aria-live=\"polite\"></p>",
      "<p class=\"about\">The most that any strategy reaches: <span class=\"most\"></span> %.</p>",
      "<pre><code></code></pre>",
      "<div class=\"tools\"><button type=\"button\">Copy the command</button></div>", "</section>",
      "<p id=\"choice-data\" hidden>\(data.compactText.replacing("&", with: "&amp;"))</p>",
    ]
  }

  private var data: JSONValue {
    let words = [
      (Need.Use.track, "keeps a track"), (.now, "shows where someone is"), (.events, "reports places"),
    ].filter { use, _ in decisions.contains { $0.option.need.use == use } }
    let text = DecisionText(decision: report.decision, report: report)
    return [
      "hours": report.hours, "hoursText": report.hoursText, "trade": report.trade, "capacity": report.capacity,
      "command": report.context.command, "need": report.decision.need.text,
      "uses": words.map { ["name": $0.0.rawValue, "text": $0.1] as JSONValue }.json,
      "rows": report.rows.indices.map { row -> JSONValue in
        [
          "name": text.name(row), "drain": report.rows[row][.drainPercentPerHour]?.mean,
          "alike": alike(row).map { JSONValue.integer(UInt64($0)) }.json,
        ]
      }.json,
      "options": decisions.map { json($0.option, $0.decision) }.json,
    ]
  }

  private func json(_ option: Option, _ decision: Decision) -> JSONValue {
    let text = DecisionText(decision: decision, report: report)
    return [
      "need": option.need.text, "use": option.need.use.rawValue, "limit": option.limit,
      "span": option.isAllDay ? "day" : "", "what": "\(text.what) \(text.isShareOfTime ? "for" : "in")",
      "base": text.base, "rows": decision.candidates.map { JSONValue.integer(UInt64($0)) }.json,
      "shares": decision.candidates.map { JSONValue.number(decision.share($0) ?? 0) }.json,
      "verdict": text.sentences.joined(separator: " "),
    ]
  }

  /// The rows whose battery ties with that of one: the interval of the paired difference holds 0.
  private func alike(_ row: Int) -> [Int] {
    report.rows.indices.filter { other in
      let drain = { (run: RunMetrics) in run[.drainPercentPerHour] }
      guard other != row,
        let difference = PairedDifference.of(drain, report.rows[other].runs, minus: report.rows[row].runs)
      else { return false }
      return (difference.meanInterval ?? difference.mean...difference.mean).contains(0)
    }
  }
}
