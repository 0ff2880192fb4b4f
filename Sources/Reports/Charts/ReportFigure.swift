import Analysis

/// The drawings of a comparison, each a file for a paper or a page of one's own.
package enum ReportFigure: String, CaseIterable, Sendable {
  /// The battery of each strategy over a day.
  case battery
  /// Battery against error.
  case error
  /// Where the energy goes.
  case energy
  /// How errors and ages are distributed.
  case distributions
  /// The day of the strategy in question on a map, and what each component does.
  case map, timeline

  /// A document of its own on white, so that it is read on dark pages too; `nil` where the comparison has nothing to draw.
  package func svg(of report: ComparisonReport) -> String? {
    guard let chart = drawing(report), let end = chart.firstIndex(of: ">") else { return nil }
    let opening = chart[..<end].dropFirst("<svg".count)
    let paper = "<rect fill=\"white\" width=\"100%\" height=\"100%\"/>"
    return "<svg xmlns=\"http://www.w3.org/2000/svg\"\(opening)>\n\(paper)\(chart[chart.index(after: end)...])\n"
  }

  private func drawing(_ report: ComparisonReport) -> String? {
    switch self {
    case .battery: report.day.flatMap { BatteryChart(day: $0, report: report).svg() }
    case .error: ParetoChart(report: report).svg()
    case .energy: EnergyChart(report: report).svg()
    case .distributions: DistributionChart(report: report).svg()
    case .map: report.day.map { DayMap(detail: $0.detail).drawing().svg }
    case .timeline: report.day.flatMap { TimelineChart(detail: $0.detail).drawing()?.svg }
    }
  }
}
