import Analysis
import Quantities

/// Attribution as CSV: a row for each app, then `sum`, `together`, `saved_by_sharing` and `joint`; missing is empty.
public struct SharingCSV: Sendable {
  public init() {}

  static let columns =
    ["app", "seeds", "duration_s"]
    + ["alone_J", "by_absence_J", "booked_J", "together_J"].flatMap {
      [$0, "\($0)_p5", "\($0)_p95", "\($0)_ci95_low", "\($0)_ci95_high"]
    }

  public func render(_ report: SharingReport) -> String {
    let attribution = report.attribution
    let start = ["\(attribution.seeds.count)", CSVLine.seconds(attribution.duration.nanoseconds)]
    var text = CSVLine.text(Self.columns)
    func add(_ name: String, _ values: [SharingReport.Value?]) {
      text += CSVLine.text([CSVLine.cell(name)] + start + values.flatMap(Self.cells))
    }
    for row in report.rows { add(row.name, [row.alone, row.byAbsence, row.booked, nil]) }
    // Differences of costs that share the phone have no prediction range of their own.
    func difference(_ statistics: SampleStatistics?) -> SharingReport.Value {
      SharingReport.Value(statistics: statistics, prediction: nil)
    }
    add("together", [nil, nil, nil, report.value(\.together)])
    add("saved_by_sharing", [nil, nil, nil, difference(attribution.savedBySharing)])
    add("joint", [nil, nil, nil, difference(attribution.joint)])
    return text
  }

  private static func cells(_ value: SharingReport.Value?) -> [String] {
    let (statistics, prediction) = (value?.statistics, value?.prediction)
    return [
      statistics?.mean, prediction?.lowerBound, prediction?.upperBound, statistics?.meanInterval?.lowerBound,
      statistics?.meanInterval?.upperBound,
    ].map(CSVLine.number)
  }
}
