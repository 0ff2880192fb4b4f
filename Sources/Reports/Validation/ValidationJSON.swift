import Analysis

extension ValidationReport {
  /// A validation as JSON, every run included; docs/schema/validation.schema.json describes it.
  package var json: String {
    let value: JSONValue = [
      "schema": "geojoule-validation", "schema_version": 2, "geojoule_version": version,
      "command": command, "finding": finding, "is_fitted": summary.isFitted, "device": device, "network": network,
      "seeds": seeds, "first_seed": firstSeed, "parameters": isDrawn ? "drawn" : "fixed",
      "days": days, "summary": summaryJSON, "configurations": configurations.map(configuration),
      "errors": errors.map(errors), "satellites": satelliteErrors.map(errors),
      "warnings": warnings, "left_out": leftOut.map { ["reason": $0.reason, "runs": $0.runs] as JSONValue },
      "sources": sources.map { source -> JSONValue in
        ["role": source.role, "file": source.file, "sha256": source.digest, "notes": source.details]
      },
    ]
    return value.text
  }

  private var summaryJSON: JSONValue {
    [
      "configurations": summary.configurations, "decisive": summary.decisive,
      "median_relative_error": summary.errors.median, "worst_relative_error": summary.errors.worst,
      "worst": summary.errors.worstName, "within_tolerance": share(summary.withinTolerance),
      "median_log_error": summary.errors.medianLog, "worst_log_error": summary.errors.worstLog,
      "worst_log": summary.errors.worstLogName, "leave_plateau": summary.errors.leavePlateau,
      "known_phones": summary.knownPhones.map(scores),
      "other_use": summary.otherUse.map(otherUse),
      "median_trip_rate_error": summary.medianTripError, "median_rest_rate_error": summary.medianRestError,
      "prediction_range_factor": summary.rangeFactor,
      "coverage": summary.coverage.map(coverage),
      "phones": summary.byPhone.map(group), "modes": summary.byMode.map(group),
      "in_predicted_range": share(summary.inRange), "rank_correlation": summary.rankCorrelation,
      "in_measured_order": share(summary.order),
      "reliability": summary.reliability.map { ["nominal": $0.nominal, "observed": $0.observed] as JSONValue },
      "aims": aims.map { ["aim": $0.aim, "result": $0.result] as JSONValue },
    ]
  }

  private func scores(_ errors: ValidationSummary.Errors) -> JSONValue {
    [
      "median_relative_error": errors.median, "worst_relative_error": errors.worst,
      "median_log_error": errors.medianLog, "worst_log_error": errors.worstLog,
    ]
  }

  private func coverage(_ coverage: ValidationSummary.Coverage) -> JSONValue {
    [
      "timeline": coverage.timeline, "level": coverage.level, "observed": coverage.observed.value,
      "held": coverage.observed.count, "runs": coverage.observed.of,
    ]
  }

  private func otherUse(_ use: ValidationSummary.OtherUse) -> JSONValue {
    [
      "errors": scores(use.errors), "coverage": use.coverage.map(coverage),
      "prediction_range_factor": use.rangeFactor,
      "phones": self.otherUse.map { estimate -> JSONValue in
        let range = estimate.range90
        return [
          "timeline": estimate.timeline, "phone": estimate.phone, "other_phones": estimate.phones,
          "chance": estimate.chance, "median_percent_per_hour": estimate.median,
          "range90_percent_per_hour_low": range.lowerBound, "range90_percent_per_hour_high": range.upperBound,
          "median_watts": estimate.median * wattsPerPercentHour,
        ]
      },
    ]
  }

  private func group(_ group: ValidationSummary.Group) -> JSONValue {
    [
      "timeline": group.timeline, "name": group.name, "runs": group.runs, "measured_percent_per_hour": group.measured,
      "predicted_percent_per_hour": group.predicted, "log_error": group.logError,
    ]
  }

  private func share(_ share: ValidationSummary.Share) -> JSONValue { ["count": share.count, "of": share.of] }

  private func statistics(_ value: SampleStatistics?) -> JSONValue {
    ComparisonJSON.counted(value, value?.meanInterval)
  }

  private func rate(_ rate: ConfigurationCheck.Rate?) -> JSONValue {
    rate.map { ["runs": $0.runs, "measured": statistics($0.measured), "predicted": statistics($0.predicted)] } ?? .null
  }

  private func part(_ part: DrainCheck?) -> JSONValue {
    part.map {
      ["hours": $0.hours, "measured_drop_points": $0.measured, "predicted_drop_points": $0.predicted]
    } ?? .null
  }

  private func configuration(_ check: ConfigurationCheck) -> JSONValue {
    [
      "timeline": check.timeline, "configuration": check.configuration, "runs_judged": check.count,
      "hours": check.hours, "drain_percent_per_hour": rate(check.drain),
      "on_trips_percent_per_hour": rate(check.onTrips), "at_rest_percent_per_hour": rate(check.atRest),
      "measured_drop_points": statistics(check.measuredDrop),
      "predicted_drop_points": statistics(check.predictedDrop),
      "known_phone_drop_points": statistics(check.knownPhoneDrop),
      "other_use_drop_points": statistics(check.otherUseDrop), "difference_points": check.difference,
      "tolerance_points": check.tolerance, "within_tolerance": check.isWithinTolerance, "decisive": check.isDecisive,
      "relative_error": check.relativeError, "leaves_plateau": check.leavesPlateau, "log_error": check.logError,
      "in_predicted_range": check.isInRange, "measured_fixes_per_min": statistics(check.fixesPerMinute.measured),
      "predicted_fixes_per_min": statistics(check.fixesPerMinute.predicted),
      "measured_tracked_hours": statistics(check.trackedHours.measured),
      "predicted_tracked_hours": statistics(check.trackedHours.predicted),
      "measured_start_delay_min": statistics(check.startDelay.measured),
      "predicted_start_delay_min": statistics(check.startDelay.predicted), "runs": check.runs.map(run),
    ]
  }

  private func run(_ run: RunCheck) -> JSONValue {
    let range = NearestRankQuantile.range(perMille: 900, sorted: run.rangeDrops)
    let use = run.otherUse.flatMap { NearestRankQuantile.range(perMille: 900, sorted: $0.rangeDrops) }
    return [
      "run": run.name, "phone": run.phone, "travels": run.travels, "range90_drop_points_low": range?.lowerBound,
      "range90_drop_points_high": range?.upperBound, "other_use_range90_drop_points_low": use?.lowerBound,
      "other_use_range90_drop_points_high": use?.upperBound, "drain": part(run.drain), "on_trips": part(run.onTrips),
      "at_rest": part(run.atRest), "measured_fixes_per_min": run.fixesPerMinute.measured,
      "predicted_fixes_per_min": run.fixesPerMinute.predicted, "measured_tracked_hours": run.trackedHours.measured,
      "predicted_tracked_hours": run.trackedHours.predicted,
    ]
  }

  private func errors(_ check: FixErrorCheck) -> JSONValue {
    [
      "timeline": check.timeline, "configuration": check.configuration, "mode": check.mode,
      "legs": check.legs, "measured": check.measured.map(figures),
      "measured_p95_range90_low_m": check.measuredRange?.lowerBound,
      "measured_p95_range90_high_m": check.measuredRange?.upperBound, "predicted": check.predicted.map(figures),
      "predicted_p95_least_m": check.predictedRange?.lowerBound,
      "predicted_p95_largest_m": check.predictedRange?.upperBound,
    ]
  }

  private func figures(_ figures: FixErrors.Figures) -> JSONValue {
    [
      "fixes": figures.count, "p50_m": figures.p50, "p68_m": figures.p68, "p95_m": figures.p95,
      "held": figures.coverage, "reported_p50_m": figures.reportedMedian,
      "reported_shares": figures.reportedShares,
    ]
  }
}
