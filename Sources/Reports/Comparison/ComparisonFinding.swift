import Analysis

/// The sentence a comparison comes down to.
///
/// It weighs the most accurate strategy of a use against the cheapest whose 95 % error stays acceptable beside it (see
/// `AcceptableError`). Live strategies go first; live and recording errors do not compare.
public enum ComparisonFinding {
  /// How much less of the day, as a share, still counts as as much.
  static let acceptableGap = 0.1

  public static func sentence(for report: ComparisonReport) -> String {
    guard let best = mostAccurate(in: report) else { return withoutPositions(report.rows) }
    let accurate = report.rows[best]
    if let bargain = bargain(beside: best, in: report) { return compare(report.rows[bargain], with: accurate) }
    let rivals = report.rows.filter { $0.use == accurate.use && $0.error95 != nil }
    let name = PlainText.line(accurate.strategy)
    let plain = "\(name) takes \(drain(accurate)) %/h of the battery for a 95 % error of \(error(accurate))"
    if rivals.count == 1 { return plain + "." }
    let isCheapest = rivals.allSatisfy {
      ($0[.drainPercentPerHour]?.mean ?? .infinity) >= (accurate[.drainPercentPerHour]?.mean ?? 0)
    }
    let isMostAccurate = rivals.allSatisfy { ($0.error95?.mean ?? .infinity) >= (accurate.error95?.mean ?? 0) }
    if isCheapest, isMostAccurate {
      return "\(name) is the cheapest and the most accurate: it takes \(drain(accurate)) %/h of the battery, "
        + "with a 95 % error of \(error(accurate))."
    }
    return plain + "; what costs less errs more than \(Int(AcceptableError.ratio)) times as much."
  }

  /// The row the sentence is about; `nil` when no strategy got a position.
  public static func subject(of report: ComparisonReport) -> Int? {
    mostAccurate(in: report).map { bargain(beside: $0, in: report) ?? $0 }
  }

  private static func front(of report: ComparisonReport) -> [Int] {
    let live = report.front(for: .live)
    return live.isEmpty ? report.front(for: .record) : live
  }

  /// The most accurate of the front among those that cover as much of the day as any.
  private static func mostAccurate(in report: ComparisonReport) -> Int? {
    let front = front(of: report)
    let most = front.map { coverage(report.rows[$0]) }.max() ?? 0
    return front.filter { coverage(report.rows[$0]) >= most - acceptableGap }
      .min { (report.rows[$0].error95?.mean ?? .infinity) < (report.rows[$1].error95?.mean ?? .infinity) }
  }

  /// The cheapest of the front that costs less than `best`, covers as much of the day and errs acceptably.
  private static func bargain(beside best: Int, in report: ComparisonReport) -> Int? {
    let reference = report.rows[best]
    guard let error = reference.error95?.mean, let cost = reference[.drainPercentPerHour]?.mean else { return nil }
    return front(of: report).first { index in
      let row = report.rows[index]
      return index != best && (row[.drainPercentPerHour]?.mean ?? .infinity) < cost
        && (row.error95?.mean ?? .infinity) <= AcceptableError.limit(beside: error)
        && coverage(row) >= coverage(reference) - acceptableGap
    }
  }

  private static func coverage(_ row: StrategySummary) -> Double { row[row.use.coverage]?.mean ?? 0 }

  private static func compare(_ bargain: StrategySummary, with accurate: StrategySummary) -> String {
    let difference = PairedDifference.of(.drainPercentPerHour, bargain.runs, minus: accurate.runs)
    var clause = ""
    if let difference, let interval = difference.meanInterval {
      if interval.contains(0), interval.lowerBound != interval.upperBound {
        clause = " (the difference is within simulation noise)"
      } else {
        let (low, high) = (-interval.upperBound, -interval.lowerBound)
        let percent = saving(bargain, accurate).map { "\($0) less; " } ?? ""
        clause =
          " (\(percent)paired difference \(Figure.drain(-difference.mean)) %/h, "
          + "95 % interval \(Figure.drain(low...high)))"
      }
    } else if let percent = saving(bargain, accurate) {
      clause = " (\(percent) less)"
    }
    return "\(PlainText.line(bargain.strategy)) takes \(drain(bargain)) %/h of the battery instead of "
      + "\(drain(accurate)) for \(PlainText.line(accurate.strategy))\(clause), "
      + "with a 95 % error of \(error(bargain)) instead of \(error(accurate))."
  }

  private static func withoutPositions(_ rows: [StrategySummary]) -> String {
    guard let first = rows.first else { return "No strategy was compared." }
    if rows.contains(where: { ($0[.locationsPerHour]?.mean ?? 0) > 0 }) {
      return "There are positions, but none at a time for which the truth is known."
    }
    let told = rows.filter { $0[.eventLatencyP50] != nil }
    let best = told.min {
      let (a, b) = ($0[.missedEvents]?.mean ?? .infinity, $1[.missedEvents]?.mean ?? .infinity)
      return a != b ? a < b : ($0[.eventLatencyP50]?.mean ?? .infinity) < ($1[.eventLatencyP50]?.mean ?? .infinity)
    }
    if let best {
      return "\(PlainText.line(best.strategy)) takes \(drain(best)) %/h of the battery and is told of events after "
        + "\(Figure.text(best[.eventLatencyP50]?.mean)) s (median); it misses \(Figure.plain(best[.missedEvents]?.mean)) "
        + "a run\(told.count > 1 ? ", the fewest here" : "")."
    }
    return rows.count == 1
      ? "\(PlainText.line(first.strategy)) takes \(drain(first)) %/h of the battery and gets no position."
      : "No strategy got a position."
  }

  private static func saving(_ cheap: StrategySummary, _ dear: StrategySummary) -> String? {
    guard let a = cheap[.drainPercentPerHour]?.mean, let b = dear[.drainPercentPerHour]?.mean, b > 0 else { return nil }
    return "\(Figure.percent(1 - a / b)) %"
  }

  private static func drain(_ row: StrategySummary) -> String { Figure.drain(row[.drainPercentPerHour]?.mean) }
  private static func error(_ row: StrategySummary) -> String {
    "\(Figure.plain(row.error95?.mean)) m" + (row.use == .record ? " (recorded track)" : "")
  }
}
