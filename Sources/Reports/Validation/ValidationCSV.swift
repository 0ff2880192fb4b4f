import Analysis

/// A validation as CSV: a row per configuration, then per run, then per way to travel. Columns carry their unit, missing is
/// empty.
public struct ValidationCSV: Sendable {
  public init() {}

  static let columns = [
    "row", "timeline", "configuration", "run", "phone", "mode", "runs", "hours_h", "measured_drop_points",
    "predicted_drop_points", "difference_points", "tolerance_points", "within_tolerance", "decisive", "relative_error",
    "log_error", "range90_drop_points_low",
    "range90_drop_points_high",
    "measured_percent_per_hour", "measured_percent_per_hour_ci95_low", "measured_percent_per_hour_ci95_high",
    "predicted_percent_per_hour", "predicted_percent_per_hour_ci95_low", "predicted_percent_per_hour_ci95_high",
    "predicted_percent_per_hour_p2_5", "predicted_percent_per_hour_p97_5", "trips_measured_percent_per_hour",
    "trips_predicted_percent_per_hour", "rest_measured_percent_per_hour", "rest_predicted_percent_per_hour",
    "measured_fixes_per_min", "predicted_fixes_per_min", "measured_fixes", "predicted_fixes", "measured_error_p50_m",
    "predicted_error_p50_m", "measured_error_p68_m", "predicted_error_p68_m", "measured_error_p95_m",
    "predicted_error_p95_m", "measured_reported_p50_m", "predicted_reported_p50_m", "measured_held", "predicted_held",
  ]

  public func render(_ report: ValidationReport) -> String {
    var text = CSVLine.text(Self.columns)
    for check in report.configurations { text += row(configuration(check)) }
    for check in report.configurations {
      for run in check.runs { text += row(self.run(run)) }
    }
    for check in report.errors { text += row(errors(check)) }
    return text
  }

  private func row(_ cells: [String: String]) -> String { CSVLine.text(Self.columns.map { cells[$0] ?? "" }) }

  private func drain(
    _ name: String, _ measured: SampleStatistics?, _ predicted: SampleStatistics?, into cells: inout [String: String]
  ) {
    cells["\(name)measured_percent_per_hour"] = CSVLine.number(measured?.mean)
    cells["\(name)predicted_percent_per_hour"] = CSVLine.number(predicted?.mean)
    guard name.isEmpty else { return }
    for (side, statistics) in [("measured", measured), ("predicted", predicted)] {
      cells["\(side)_percent_per_hour_ci95_low"] = CSVLine.number(statistics?.meanInterval?.lowerBound)
      cells["\(side)_percent_per_hour_ci95_high"] = CSVLine.number(statistics?.meanInterval?.upperBound)
    }
    cells["predicted_percent_per_hour_p2_5"] = CSVLine.number(predicted?.quantileRange?.lowerBound)
    cells["predicted_percent_per_hour_p97_5"] = CSVLine.number(predicted?.quantileRange?.upperBound)
  }

  private func configuration(_ check: ConfigurationCheck) -> [String: String] {
    var cells = [
      "row": "configuration", "timeline": CSVLine.cell(check.timeline),
      "configuration": CSVLine.cell(check.configuration), "runs": "\(check.count)",
      "hours_h": CSVLine.number(check.hours), "measured_drop_points": CSVLine.number(check.measuredDrop?.mean),
      "predicted_drop_points": CSVLine.number(check.predictedDrop?.mean),
      "difference_points": CSVLine.number(check.difference), "tolerance_points": CSVLine.number(check.tolerance),
      "within_tolerance": check.isWithinTolerance.map { $0 ? "yes" : "no" } ?? "",
      "decisive": check.isDecisive ? "yes" : "no", "relative_error": CSVLine.number(check.relativeError),
      "log_error": CSVLine.number(check.logError),
      "measured_fixes_per_min": CSVLine.number(check.fixesPerMinute?.mean),
      "predicted_fixes_per_min": CSVLine.number(check.predictedFixesPerMinute?.mean),
    ]
    drain("", check.drain?.measured, check.drain?.predicted, into: &cells)
    drain("trips_", check.onTrips?.measured, check.onTrips?.predicted, into: &cells)
    drain("rest_", check.atRest?.measured, check.atRest?.predicted, into: &cells)
    return cells
  }

  private func run(_ run: RunCheck) -> [String: String] {
    var cells = [
      "row": "run", "timeline": CSVLine.cell(run.timeline), "configuration": CSVLine.cell(run.configuration),
      "run": CSVLine.cell(run.name), "phone": CSVLine.cell(run.phone), "hours_h": CSVLine.number(run.drain?.hours),
      "measured_drop_points": CSVLine.number(run.drain?.measured),
      "predicted_drop_points": CSVLine.number(run.drain.flatMap { SampleStatistics($0.predicted)?.mean }),
      "measured_fixes_per_min": CSVLine.number(run.fixesPerMinute),
      "range90_drop_points_low": CSVLine.number(run.range(perMille: 900)?.lowerBound),
      "range90_drop_points_high": CSVLine.number(run.range(perMille: 900)?.upperBound),
      "predicted_fixes_per_min": CSVLine.number(SampleStatistics(run.predictedFixesPerMinute)?.mean),
    ]
    for (name, part) in [("", run.drain), ("trips_", run.onTrips), ("rest_", run.atRest)] {
      guard let part else { continue }
      drain(name, nil, SampleStatistics(part.predictedRates), into: &cells)
      cells["\(name)measured_percent_per_hour"] = CSVLine.number(part.measuredRate)
    }
    return cells
  }

  private func errors(_ check: FixErrorCheck) -> [String: String] {
    var cells = [
      "row": "errors", "timeline": CSVLine.cell(check.timeline), "configuration": CSVLine.cell(check.configuration),
      "mode": CSVLine.cell(check.mode),
    ]
    for (side, figures) in [("measured", check.measured), ("predicted", check.predicted)] {
      cells["\(side)_fixes"] = figures.map { "\($0.count)" } ?? ""
      cells["\(side)_error_p50_m"] = CSVLine.number(figures?.p50)
      cells["\(side)_error_p68_m"] = CSVLine.number(figures?.p68)
      cells["\(side)_error_p95_m"] = CSVLine.number(figures?.p95)
      cells["\(side)_reported_p50_m"] = CSVLine.number(figures?.reportedMedian)
      cells["\(side)_held"] = CSVLine.number(figures?.coverage)
    }
    return cells
  }
}
