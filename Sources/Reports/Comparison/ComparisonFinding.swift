import Analysis

/// The sentence a comparison comes down to.
public enum ComparisonFinding {
  /// The best bargain of the front against its most accurate strategy, with the paired difference of their drains.
  public static func sentence(for report: ComparisonReport) -> String {
    // Live and recording errors do not compare: the sentence is about one use.
    let live = report.front(for: .live)
    let front = live.isEmpty ? report.front(for: .record) : live
    guard let last = front.last else { return withoutPositions(report.rows) }
    let accurate = report.rows[last]
    guard front.count > 1 else {
      let name = PlainText.line(accurate.strategy)
      let located = report.rows.count { $0.use == accurate.use && $0.error95 != nil }
      if located == 1 {
        return "\(name) takes \(drain(accurate)) %/h of the battery for a 95 % error of \(error(accurate))."
      }
      return "\(name) is the cheapest and the most accurate: it takes \(drain(accurate)) %/h of the battery, "
        + "with a 95 % error of \(error(accurate))."
    }
    let bargain = report.rows[knee(of: front, in: report)]
    return compare(bargain, with: accurate)
  }

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

  /// The point of the front, other than its most accurate, that lies deepest below the line between its ends when both
  /// axes are logarithmic and scaled to 1; of a front of two the cheap end.
  private static func knee(of front: [Int], in report: ComparisonReport) -> Int {
    let points = front.compactMap { index -> (index: Int, x: Double, y: Double)? in
      guard let x = report.rows[index][.drainPercentPerHour]?.mean, let y = report.rows[index].error95?.mean else {
        return nil
      }
      return (index, LogScale.decades(max(x, 1e-6)), LogScale.decades(max(y, 1e-3)))
    }
    guard let first = points.first, let last = points.last, last.x > first.x, first.y > last.y else { return front[0] }
    let depths = points.dropLast().map { point in
      (point.index, (point.x - first.x) / (last.x - first.x) + (point.y - last.y) / (first.y - last.y))
    }
    return depths.min { $0.1 < $1.1 }?.0 ?? front[0]
  }
}
