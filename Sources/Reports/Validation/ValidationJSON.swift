import Analysis

/// A validation as JSON, every run included; docs/schema/validation.schema.json describes it.
public struct ValidationJSON: Sendable {
  public init() {}

  public func render(_ report: ValidationReport) -> String {
    let summary = report.summary
    return JSONValue.object([
      ("schema", .string("geojoule-validation")), ("schema_version", .integer(2)),
      ("geojoule_version", .string(report.version)),
      ("command", .string(report.command)), ("finding", .string(report.finding)), ("device", .string(report.device)),
      ("network", report.network.map(JSONValue.string) ?? .null), ("seeds", .integer(UInt64(report.seeds))),
      ("first_seed", .integer(report.firstSeed)), ("parameters", .string(report.isDrawn ? "drawn" : "fixed")),
      ("days", .integer(UInt64(report.days))),
      (
        "summary",
        .object([
          ("configurations", .integer(UInt64(summary.configurations))),
          ("decisive", .integer(UInt64(summary.decisive))),
          ("median_relative_error", JSONValue(summary.medianError)),
          ("worst_relative_error", JSONValue(summary.worstError)),
          ("worst", summary.worst.map(JSONValue.string) ?? .null), ("within_tolerance", share(summary.withinTolerance)),
          ("median_log_error", JSONValue(summary.medianLogError)),
          ("worst_log_error", JSONValue(summary.worstLogError)),
          ("worst_log", summary.worstLog.map(JSONValue.string) ?? .null),
          ("leave_plateau", .integer(UInt64(summary.leavePlateau))),
          (
            "known_phones",
            summary.knownPhones.map {
              .object([
                ("median_relative_error", JSONValue($0.medianError)),
                ("worst_relative_error", JSONValue($0.worstError)),
                ("median_log_error", JSONValue($0.medianLogError)), ("worst_log_error", JSONValue($0.worstLogError)),
              ])
            } ?? .null
          ),
          ("median_trip_rate_error", JSONValue(summary.medianTripError)),
          ("median_rest_rate_error", JSONValue(summary.medianRestError)),
          ("prediction_range_factor", JSONValue(summary.rangeFactor)),
          (
            "coverage",
            .array(
              summary.coverage.map {
                .object([
                  ("timeline", $0.timeline.map(JSONValue.string) ?? .null), ("level", .number($0.level)),
                  ("observed", JSONValue($0.observed.value)), ("held", .integer(UInt64($0.observed.count))),
                  ("runs", .integer(UInt64($0.observed.of))),
                ])
              })
          ), ("phones", groups(summary.byPhone)), ("modes", groups(summary.byMode)),
          ("in_predicted_range", share(summary.inRange)), ("rank_correlation", JSONValue(summary.rankCorrelation)),
          ("in_measured_order", share(summary.order)),
          (
            "reliability",
            .array(
              summary.reliability.map {
                .object([("nominal", .number($0.nominal)), ("observed", .number($0.observed))])
              })
          ),
          (
            "aims",
            .array(report.aims.map { .object([("aim", .string($0.aim)), ("result", .string($0.result))]) })
          ),
        ])
      ),
      ("configurations", .array(report.configurations.map(configuration))),
      ("errors", .array(report.errors.map(errors))),
      (
        "left_out",
        .array(
          report.leftOut.map {
            .object([("reason", .string($0.reason)), ("runs", .array($0.runs.map(JSONValue.string)))])
          })
      ),
      (
        "sources",
        .array(
          report.sources.map {
            .object([
              ("role", .string($0.role)), ("file", .string($0.file)), ("sha256", .string($0.digest)),
              ("notes", .array($0.notes.map(JSONValue.string))),
            ])
          })
      ),
    ]).text
  }

  private func groups(_ groups: [ValidationSummary.Group]) -> JSONValue {
    .array(
      groups.map {
        .object([
          ("timeline", .string($0.timeline)), ("name", .string($0.name)), ("runs", .integer(UInt64($0.runs))),
          ("measured_percent_per_hour", .number($0.measured)), ("predicted_percent_per_hour", .number($0.predicted)),
          ("log_error", JSONValue($0.logError)),
        ])
      })
  }

  private func share(_ share: ValidationSummary.Share) -> JSONValue {
    .object([("count", .integer(UInt64(share.count))), ("of", .integer(UInt64(share.of)))])
  }

  private func statistics(_ value: SampleStatistics?) -> JSONValue {
    guard let value else { return .null }
    return .object([
      ("count", .integer(UInt64(value.count))), ("mean", .number(value.mean)),
      ("ci95_low", JSONValue(value.meanInterval?.lowerBound)), ("ci95_high", JSONValue(value.meanInterval?.upperBound)),
      ("p2_5", JSONValue(value.quantileRange?.lowerBound)), ("p97_5", JSONValue(value.quantileRange?.upperBound)),
    ])
  }

  private func rate(_ rate: ConfigurationCheck.Rate?) -> JSONValue {
    guard let rate else { return .null }
    return .object([
      ("runs", .integer(UInt64(rate.runs))), ("measured", statistics(rate.measured)),
      ("predicted", statistics(rate.predicted)),
    ])
  }

  private func part(_ part: DrainCheck?) -> JSONValue {
    guard let part else { return .null }
    return .object([
      ("hours", .number(part.hours)), ("measured_drop_points", .number(part.measured)),
      ("predicted_drop_points", .array(part.predicted.map(JSONValue.number))),
    ])
  }

  private func configuration(_ check: ConfigurationCheck) -> JSONValue {
    .object([
      ("timeline", .string(check.timeline)), ("configuration", .string(check.configuration)),
      ("runs_judged", .integer(UInt64(check.count))), ("hours", .number(check.hours)),
      ("drain_percent_per_hour", rate(check.drain)), ("on_trips_percent_per_hour", rate(check.onTrips)),
      ("at_rest_percent_per_hour", rate(check.atRest)), ("measured_drop_points", statistics(check.measuredDrop)),
      ("predicted_drop_points", statistics(check.predictedDrop)),
      ("known_phone_drop_points", statistics(check.knownPhoneDrop)), ("difference_points", JSONValue(check.difference)),
      ("tolerance_points", JSONValue(check.tolerance)),
      ("within_tolerance", check.isWithinTolerance.map(JSONValue.bool) ?? .null),
      ("decisive", .bool(check.isDecisive)), ("relative_error", JSONValue(check.relativeError)),
      ("leaves_plateau", .bool(check.leavesPlateau)), ("log_error", JSONValue(check.logError)),
      ("in_predicted_range", check.isInRange.map(JSONValue.bool) ?? .null),
      ("measured_fixes_per_min", statistics(check.fixesPerMinute)),
      ("predicted_fixes_per_min", statistics(check.predictedFixesPerMinute)),
      ("measured_tracked_hours", statistics(check.trackedHours)),
      ("predicted_tracked_hours", statistics(check.predictedTrackedHours)),
      (
        "runs",
        .array(
          check.runs.map { run in
            .object([
              ("run", .string(run.name)), ("phone", .string(run.phone)), ("travels", .bool(run.travels)),
              ("range90_drop_points_low", JSONValue(run.range(perMille: 900)?.lowerBound)),
              ("range90_drop_points_high", JSONValue(run.range(perMille: 900)?.upperBound)),
              ("drain", part(run.drain)), ("on_trips", part(run.onTrips)), ("at_rest", part(run.atRest)),
              ("measured_fixes_per_min", JSONValue(run.fixesPerMinute)),
              ("predicted_fixes_per_min", .array(run.predictedFixesPerMinute.map(JSONValue.number))),
              ("measured_tracked_hours", JSONValue(run.trackedHours)),
              ("predicted_tracked_hours", .array(run.predictedTrackedHours.map(JSONValue.number))),
            ])
          })
      ),
    ])
  }

  private func errors(_ check: FixErrorCheck) -> JSONValue {
    func figures(_ figures: FixErrors.Figures?) -> JSONValue {
      guard let figures else { return .null }
      return .object([
        ("fixes", .integer(UInt64(figures.count))), ("p50_m", .number(figures.p50)), ("p68_m", .number(figures.p68)),
        ("p95_m", .number(figures.p95)), ("held", JSONValue(figures.coverage)),
        ("reported_p50_m", JSONValue(figures.reportedMedian)),
      ])
    }
    return .object([
      ("timeline", .string(check.timeline)), ("configuration", .string(check.configuration)),
      ("mode", .string(check.mode)), ("measured", figures(check.measured)), ("predicted", figures(check.predicted)),
    ])
  }
}
