import Analysis
import Quantities

/// Attribution as CSV: a row for each app, then `sum`, `together`, `saved_by_sharing` and `joint`; missing is empty.
public struct SharingCSV: Sendable {
  public init() {}

  static let columns = [
    "app", "seeds", "duration_s", "alone_J", "alone_J_ci95_low", "alone_J_ci95_high", "by_absence_J",
    "by_absence_J_ci95_low", "by_absence_J_ci95_high", "booked_J", "booked_J_ci95_low", "booked_J_ci95_high",
    "together_J", "together_J_ci95_low", "together_J_ci95_high",
  ]

  public func render(_ report: SharingReport) -> String {
    let attribution = report.attribution
    let start = ["\(attribution.seeds.count)", CSVLine.seconds(attribution.duration.nanoseconds)]
    var text = CSVLine.text(Self.columns)
    func add(_ name: String, _ values: [SampleStatistics?]) {
      text += CSVLine.text([CSVLine.cell(name)] + start + values.flatMap(Self.cells))
    }
    for row in report.rows { add(row.name, [row.alone, row.byAbsence, row.booked, nil]) }
    add("together", [nil, nil, nil, attribution.together])
    add("saved_by_sharing", [nil, nil, nil, attribution.savedBySharing])
    add("joint", [nil, nil, nil, attribution.joint])
    return text
  }

  private static func cells(_ statistics: SampleStatistics?) -> [String] {
    [statistics?.mean, statistics?.meanInterval?.lowerBound, statistics?.meanInterval?.upperBound].map(CSVLine.number)
  }
}
