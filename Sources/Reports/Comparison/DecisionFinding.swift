import Analysis
import Quantities

/// The sentence about a comparison of the user's decisions: what each does to one strategy. Rows of different strategies under
/// different decisions do not compare.
enum DecisionFinding {
  /// More groups of decisions than this are left to the table.
  private static let limit = 4

  /// `nil` where no row is about a decision.
  static func sentence(for report: ComparisonReport) -> String? {
    var strategies: [String] = []
    for row in report.rows {
      if let name = row.decision?.strategy, !strategies.contains(name) { strategies.append(name) }
    }
    func rows(of name: String) -> [StrategySummary] { report.rows.filter { $0.decision?.strategy == name } }
    guard
      let name = strategies.first(where: { rows(of: $0).contains { gives($0) != nothing } }) ?? strategies.first
    else { return nil }
    var groups: [(text: String, decisions: [String])] = []
    let all = rows(of: name)
    for row in all where row.decision?.isOffered ?? true {
      let text = "\(ComparisonFinding.dayBattery(row, report)) and \(gives(row))"
      let decision = row.decision?.decision ?? ""
      if let known = groups.firstIndex(where: { $0.text == text }) {
        groups[known].decisions.append(decision)
      } else {
        groups.append((text, [decision]))
      }
    }
    var parts = groups.prefix(limit).map { "\(listed($0.decisions)): \($0.text)" }
    let unknown = all.filter { !($0.decision?.isOffered ?? true) }.compactMap(\.decision?.decision)
    if !unknown.isEmpty { parts.append("\(listed(unknown)): not on its system") }
    if groups.count > limit { parts.append("the other decisions: see the table") }
    let others = strategies.count - 1
    var rest = others == 0 ? "" : " The table has \(others) other \(others == 1 ? "strategy" : "strategies")."
    if report.context.isExtrapolated(to: report.hours) {
      rest += " Battery is extrapolated from \(report.context.duration.clockText)."
    }
    return "\(PlainText.line(name)), by what the user decides: \(parts.joined(separator: "; ")).\(rest)"
  }

  private static let nothing = "no position"

  private static func gives(_ row: StrategySummary) -> String {
    if row.error95 != nil { return "a 95 % error of \(ComparisonFinding.error(row))" }
    if let late = row[.eventLatencyP50]?.mean {
      return "events after \(Figure.span(late)) (median), \(Figure.plain(row[.missedEvents]?.mean)) missed a run"
    }
    if (row[.locationsPerHour]?.mean ?? 0) > 0 { return "positions too rare to judge" }
    return row[.missedEvents] != nil ? "no event" : nothing
  }

  private static func listed(_ words: [String]) -> String {
    words.count < 2
      ? words.joined() : words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
  }
}
