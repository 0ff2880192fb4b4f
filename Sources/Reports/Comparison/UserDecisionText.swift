import Analysis
import Core

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
