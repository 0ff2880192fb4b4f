import Analysis

/// The sentence about strategies that report entries, exits and visits.
enum EventFinding {
  /// `nil` when none reported any.
  static func sentence(for report: ComparisonReport) -> String? {
    let present = report.eventFront { !$0.isPast }
    let reporting = (present.isEmpty ? report.eventFront() : present).map { report.rows[$0] }
    func worth(_ row: StrategySummary) -> (Double, Double) {
      (
        (row[.missedEvents]?.mean ?? .infinity) + (row[.falseEvents]?.mean ?? .infinity),
        row[.eventLatencyP50]?.mean ?? .infinity
      )
    }
    guard let best = reporting.min(by: { worth($0) < worth($1) }) else { return nil }
    let (missed, wrong) = (best[.missedEvents]?.mean ?? 0, best[.falseEvents]?.mean ?? 0)
    let misses = missed > 0 ? "misses \(Figure.plain(missed)) a run" : "misses none"
    let falses = wrong > 0 ? " and reports \(Figure.plain(wrong)) false ones a run" : ""
    return
      "\(PlainText.line(best.strategy)) takes \(ComparisonFinding.battery(best, report)). It reports events after "
      + "\(Figure.span(best[.eventLatencyP50]?.mean)) (median), \(misses)\(falses)."
  }
}
