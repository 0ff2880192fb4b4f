import Analysis

/// The sentence about strategies that are told of entries, exits and visits.
enum EventFinding {
  /// `nil` when none was told of any.
  static func sentence(for report: ComparisonReport) -> String? {
    let present = report.eventFront { !$0.isPast }
    let told = (present.isEmpty ? report.eventFront() : present).map { report.rows[$0] }
    func worth(_ row: StrategySummary) -> (Double, Double) {
      (
        (row[.missedEvents]?.mean ?? .infinity) + (row[.falseEvents]?.mean ?? .infinity),
        row[.eventLatencyP50]?.mean ?? .infinity
      )
    }
    guard let best = told.min(by: { worth($0) < worth($1) }) else { return nil }
    let (missed, wrong) = (best[.missedEvents]?.mean ?? 0, best[.falseEvents]?.mean ?? 0)
    let misses = missed > 0 ? "it misses \(Figure.plain(missed)) a run" : "it misses none"
    let falses = wrong > 0 ? " and is told of \(Figure.plain(wrong)) false ones a run" : ""
    return
      "\(PlainText.line(best.strategy)) takes \(ComparisonFinding.drain(best)) %/h of the battery and is told of events "
      + "after \(Figure.text(best[.eventLatencyP50]?.mean)) s (median); \(misses)\(falses)."
  }
}
