import Analysis
import World

/// Strategies over people as comma-separated values: a row for each strategy and figure over all people, and one for each
/// group of people where the figure is judged. Each figure is named with its unit; missing is empty.
public struct PopulationCSV: Sendable {
  public init() {}

  public static let columns = [
    "strategy", "device", "population", "days", "figure", "trait", "group", "people", "mean", "prediction_p5",
    "prediction_p95", "mean_ci95_low",
    "mean_ci95_high", "p10", "p25", "median", "p75", "p90", "median_ci95_low", "median_ci95_high", "worst_decile",
    "worst_decile_ci95_low", "worst_decile_ci95_high", "share_of_people", "share_of_worst_decile", "times",
    "times_ci95_low", "times_ci95_high", "note", "chance_of_so_many",
  ]

  public func render(_ report: PopulationReport) -> String {
    var text = CSVLine.text(Self.columns)
    for row in report.rows {
      for figure in PopulationFigure.allCases {
        let start = [
          CSVLine.cell(row.strategy), CSVLine.cell(report.context.device), CSVLine.cell(report.population),
          "\(report.days)", figure.column,
        ]
        if let all = row[figure] { text += CSVLine.text(start + Self.cells(all, figure, row)) }
        for group in row.groups where group.figure == figure { text += CSVLine.text(start + Self.cells(group)) }
      }
    }
    return text
  }

  private static func cells(_ all: PeopleStatistics, _ figure: PopulationFigure, _ row: PopulationRow) -> [String] {
    ["all", "all", "\(all.count)"] + numbers([all.mean]) + ends(row.predictionRange(of: figure))
      + ends(PopulationReport.interval(figure, all.mean, all.meanInterval))
      + numbers([all.p10, all.p25, all.median, all.p75, all.p90]) + ends(all.medianInterval)
      + numbers([all.worstDecile]) + ends(all.worstDecileInterval) + ["1", "1", "1", "", ""]
      + [CSVLine.cell(row.notes.joined(separator: "; ")), ""]
  }

  private static func cells(_ group: GroupFigures) -> [String] {
    [group.trait.rawValue, group.group, "\(group.people)"] + numbers([group.mean]) + ends(nil)
      + ends(PopulationReport.interval(group.figure, group.mean, group.meanInterval))
      + Array(repeating: "", count: 10) + numbers([group.share, group.worstShare, group.risk])
      + ends(group.riskInterval) + ["", CSVLine.number(group.chanceOfMore)]
  }

  private static func numbers(_ values: [Double]) -> [String] { values.map { CSVLine.number($0) } }
  private static func ends(_ range: ClosedRange<Double>?) -> [String] {
    [CSVLine.number(range?.lowerBound), CSVLine.number(range?.upperBound)]
  }
}
