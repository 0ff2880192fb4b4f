import Analysis

extension ValidationReport {
  /// The validation before it is written in a format: every configuration beside its prediction, then what it comes down to.
  package var document: ReportDocument {
    var timelines: [String] = []
    for check in configurations where !timelines.contains(check.timeline) { timelines.append(check.timeline) }
    var sections = [ReportDocument.Section(title: "Measured and predicted", charts: plots.map { ReportChart($0) })]
    for timeline in timelines { sections += parts(of: timeline) }
    sections += summarySections
    for timeline in timelines { sections.append(runSection(timeline)) }
    var notes: [String] = []
    for source in sources { for note in source.notes { notes.append("\(source.file): \(note)") } }
    var background: [String] = []
    for term in terms { background.append("\(term.name): \(term.meaning)") }
    for source in sources { background.append("\(source.role): \(source.file), SHA-256 \(source.digest)") }
    func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
    let runs = configurations.reduce(0) { $0 + $1.count }
    return ReportDocument(
      title: "Validation of \(device)", headline: finding, subtitle: basis, sections: sections,
      closing: [
        "How sure: \(counted(runs, "run")) in \(counted(summary.configurations, "configuration")), each over "
          + "\(counted(seeds, "seed")). The error of a single configuration is uncertain by its allowed difference.",
        "Next: --wide has every run; 'geojoule profile make' fits a phone to measured days.",
      ], remarks: omissions.map { "Left out: \($0)" } + notes, background: background, file: file,
      version: version, command: command)
  }

  // MARK: Timelines

  private func parts(of timeline: String) -> [ReportDocument.Section] {
    let own = configurations.filter { $0.timeline == timeline }
    let parts = own.filter { $0.onTrips != nil }
    let found = errors.filter { $0.timeline == timeline }
    return [ReportDocument.Section(title: timeline, table: Self.drains(own))]
      + (parts.isEmpty ? [] : [.init(title: "\(timeline), on trips and at rest", table: Self.trips(parts))])
      + (found.isEmpty ? [] : [.init(title: "\(timeline), errors across the route", table: Self.errorTable(found))])
  }

  private static func drains(_ checks: [ConfigurationCheck]) -> ReportTable {
    .of(checks) { columns in
      columns.words(["configuration"]) { $0.configuration }
      columns.counts(["runs"], rank: 1) { $0.count }
      columns.words(["measured"], unit: "%/h", rank: 2) { ValidationRow.mean($0.drain?.measured) }
      columns.words(["predicted"], unit: "%/h", rank: 3) { ValidationRow.mean($0.drain?.predicted) }
      columns.ranges(["range"], unit: "%/h", rounding: .drain, rank: 8) { $0.drain?.predicted.quantileRange }
      columns.numbers(["drop"], unit: "points", rounding: .plain, rank: 10) { $0.measuredDrop?.mean }
      columns.numbers(["off by"], unit: "points", rounding: .plain, rank: 4) { $0.difference }
      columns.numbers(["allowed"], unit: "points", rounding: .plain, rank: 9) { $0.tolerance }
      columns.words(["near"], rank: 5) { ValidationRow(check: $0).verdict }
      columns.words(["error"], unit: "%", rank: 6) { ValidationRow(check: $0).relative }
      columns.numbers(["drained", "error"], unit: "%", rounding: .share, rank: 7) { $0.logError.map { abs($0) } }
      columns.numbers(["fixes", "measured"], unit: "1/min", rank: 12) { $0.fixesPerMinute?.mean }
      columns.numbers(["fixes", "predicted"], unit: "1/min", rank: 11) { $0.predictedFixesPerMinute?.mean }
    }
  }

  private static func trips(_ checks: [ConfigurationCheck]) -> ReportTable {
    .of(checks) { columns in
      columns.words(["configuration"]) { $0.configuration }
      columns.words(["on trips", "measured"], unit: "%/h") { ValidationRow.mean($0.onTrips?.measured) }
      columns.words(["on trips", "predicted"], unit: "%/h") { ValidationRow.mean($0.onTrips?.predicted) }
      columns.words(["at rest", "measured"], unit: "%/h") { ValidationRow.mean($0.atRest?.measured) }
      columns.words(["at rest", "predicted"], unit: "%/h") { ValidationRow.mean($0.atRest?.predicted) }
      columns.numbers(["tracked", "measured"], unit: "h") { $0.trackedHours?.mean }
      columns.numbers(["tracked", "predicted"], unit: "h") { $0.predictedTrackedHours?.mean }
    }
  }

  private static func errorTable(_ checks: [FixErrorCheck]) -> ReportTable {
    let columns = ReportColumns(checks)
    func pair(
      _ name: String, _ unit: String, _ rank: Int, _ rounding: FigureRounding, _ value: (FixErrors.Figures) -> Double?
    ) -> [ReportTable.Column] {
      [
        columns.numbers([name, "measured"], unit: unit, rounding: rounding, rank: rank) { $0.measured.flatMap(value) },
        columns.numbers([name, "predicted"], unit: unit, rounding: rounding, rank: rank + 1) {
          $0.predicted.flatMap(value)
        },
      ]
    }
    return ReportTable {
      columns.words(["configuration"]) { $0.configuration }
      columns.words(["mode"], rank: 1) { $0.mode }
      columns.counts(["fixes", "measured"], rank: 12) { $0.measured?.count }
      pair("p50", "m", 2, .plain) { $0.p50 }
      pair("p68", "m", 8, .plain) { $0.p68 }
      pair("p95", "m", 4, .plain) { $0.p95 }
      pair("reported", "m", 10, .plain) { $0.reportedMedian }
      pair("held", "%", 6, .share) { $0.coverage }
    }
  }

  private func runSection(_ timeline: String) -> ReportDocument.Section {
    let runs = configurations.filter { $0.timeline == timeline }.flatMap(\.runs)
    func rates(_ run: RunCheck) -> SampleStatistics? { run.drain.flatMap { SampleStatistics($0.predictedRates) } }
    return .init(
      title: "\(timeline), every run",
      table: .of(runs) { columns in
        columns.words(["run"]) { $0.name }
        columns.words(["configuration"]) { $0.configuration }
        columns.numbers(["time"], unit: "h") { $0.drain?.hours }
        columns.numbers(["measured"], unit: "points", rounding: .plain) { $0.drain?.measured }
        columns.numbers(["predicted"], unit: "points", rounding: .plain) {
          $0.drain.flatMap { SampleStatistics($0.predicted)?.mean }
        }
        columns.numbers(["measured"], unit: "%/h", rounding: .drain) { $0.drain?.measuredRate }
        columns.numbers(["predicted"], unit: "%/h", rounding: .drain) { rates($0)?.mean }
        columns.ranges(["range"], unit: "%/h", rounding: .drain) { rates($0)?.quantileRange }
      }, isDetail: true)
  }

  private var otherUseTable: ReportTable {
    let milliwatts = 1000 * wattsPerPercentHour
    return .of(otherUse) { columns in
      columns.words(["phone"]) { $0.phone }
      columns.words(["timeline"], rank: 1) { $0.timeline }
      columns.counts(["other phones"], rank: 5) { $0.phones }
      columns.numbers(["chance"], unit: "%", rounding: .share, rank: 3) { $0.chance }
      columns.numbers(["median"], unit: "mW", rank: 2) { $0.median * milliwatts }
      columns.ranges(["range of 90 %"], unit: "mW", rank: 4) {
        $0.range90.lowerBound * milliwatts...$0.range90.upperBound * milliwatts
      }
    }
  }

  // MARK: Summary

  private var summarySections: [ReportDocument.Section] {
    let reliability = summary.reliability
    let groups = [("By phone", "phone", summary.byPhone), ("By way to travel", "configuration, mode", summary.byMode)]
    var sections = groups.filter { !$0.2.isEmpty }.map { title, name, groups in
      ReportDocument.Section(
        title: title,
        table: .of(groups) { columns in
          columns.words([name]) { $0.name }
          columns.words(["timeline"]) { $0.timeline }
          columns.counts(["runs"]) { $0.runs }
          columns.numbers(["measured"], unit: "%/h", rounding: .drain) { $0.measured }
          columns.numbers(["predicted"], unit: "%/h", rounding: .drain) { $0.predicted }
          columns.numbers(["drained", "error"], unit: "%", rounding: .share) { $0.logError.map { abs($0) } }
        })
    }
    sections += [
      .init(
        title: "Summary",
        table: .of(figures, nameWidth: 44) { columns in
          columns.words(["figure"]) { $0.name }
          columns.words(["value"]) { $0.value }
        }),
      .init(
        title: "Aims",
        table: .of(aims, nameWidth: 82) { columns in
          columns.words(["aim"]) { $0.aim }
          columns.words(["result"]) { $0.result }
        }),
    ]
    for (title, coverage) in [
      ("Runs in their prediction range of 90 %", summary.coverage),
      ("Runs in their prediction range of 90 % with other use", summary.otherUse?.coverage ?? []),
    ] where !coverage.isEmpty {
      sections.append(
        .init(
          title: title,
          table: .of(coverage) { columns in
            columns.words(["timeline"]) { $0.timeline ?? "all" }
            columns.counts(["runs"]) { $0.observed.of }
            columns.counts(["held"]) { $0.observed.count }
            columns.numbers(["share"], unit: "%", rounding: .share) { $0.observed.value }
          }))
    }
    if !otherUse.isEmpty { sections.append(.init(title: "Other use, seen on the other phones", table: otherUseTable)) }
    if !reliability.isEmpty {
      sections.append(
        .init(
          title: "Runs in the central predicted range",
          table: .of(reliability) { columns in
            columns.words(["range of"]) { "\(Figure.percent($0.nominal)) %" }
            columns.numbers(["holds"], unit: "% of runs", rounding: .share) { $0.observed }
          }, isDetail: true))
    }
    return sections
  }

  private var plots: [FitPlot] {
    let runs = configurations.flatMap(\.runs).compactMap(\.drain)
    let points = runs.compactMap { run in
      SampleStatistics(run.predictedRates).map { (x: run.measuredRate, y: $0.mean) }
    }
    let drains = configurations.compactMap(\.drain)
    let means = drains.map { (x: $0.measured.mean, y: $0.predicted.mean) }
    let whiskers = drains.flatMap { drain -> [FitPlot.Series] in
      let (x, y) = (drain.measured.mean, drain.predicted.mean)
      let across = drain.measured.meanInterval.map { [(x: $0.lowerBound, y: y), (x: $0.upperBound, y: y)] }
      let upright = drain.predicted.quantileRange.map { [(x: x, y: $0.lowerBound), (x: x, y: $0.upperBound)] }
      return [across, upright].compactMap(\.self).map { FitPlot.Series("", .whisker, $0) }
    }
    let highest = (points + means).map { max($0.x, $0.y) }.max() ?? 1
    var plots = [
      FitPlot(
        title: "Predicted against measured",
        caption:
          "On the dashed line the prediction is right. Whiskers of a configuration: the 95 % interval of the measured "
          + "mean, and 2.5 to 97.5 % of the simulated days.",
        x: .init("Measured drain, %/h"), y: .init("Predicted drain, %/h"),
        series: [
          .init("runs", .points, points), .init("equal", .reference, [(x: 0, y: 0), (x: highest, y: highest)]),
        ] + whiskers + [.init("configurations", .dots, means)])
    ]
    let reliability = summary.reliability
    if !reliability.isEmpty {
      plots.append(
        FitPlot(
          title: "Reliability of the predicted ranges",
          caption:
            "The share of runs in the central predicted range of each size. Above the dashed line ranges are wider "
            + "than they need be, below it they promise too much.",
          x: .init("Central predicted range, %"), y: .init("Runs in it, %"),
          series: [
            .init(
              "runs", .line,
              [(x: 0, y: 0)] + reliability.map { (x: 100 * $0.nominal, y: 100 * $0.observed) } + [(x: 100, y: 100)]),
            .init("as promised", .reference, [(x: 0, y: 0), (x: 100, y: 100)]),
          ]))
    }
    return plots
  }

  // MARK: File

  private static let fileColumns = [
    "row", "timeline", "configuration", "run", "phone", "mode", "runs", "hours_h", "measured_drop_points",
    "predicted_drop_points", "difference_points", "tolerance_points", "within_tolerance", "decisive", "relative_error",
    "log_error", "range90_drop_points_low", "range90_drop_points_high", "other_use_predicted_drop_points",
    "other_use_range90_drop_points_low", "other_use_range90_drop_points_high", "measured_percent_per_hour",
    "measured_percent_per_hour_ci95_low", "measured_percent_per_hour_ci95_high",
    "predicted_percent_per_hour", "predicted_percent_per_hour_ci95_low", "predicted_percent_per_hour_ci95_high",
    "predicted_percent_per_hour_p2_5", "predicted_percent_per_hour_p97_5", "trips_measured_percent_per_hour",
    "trips_predicted_percent_per_hour", "rest_measured_percent_per_hour", "rest_predicted_percent_per_hour",
    "measured_fixes_per_min", "predicted_fixes_per_min", "measured_tracked_h", "predicted_tracked_h", "measured_fixes",
    "predicted_fixes", "measured_error_p50_m",
    "predicted_error_p50_m", "measured_error_p68_m", "predicted_error_p68_m", "measured_error_p95_m",
    "predicted_error_p95_m", "measured_reported_p50_m", "predicted_reported_p50_m", "measured_held", "predicted_held",
  ]

  /// A row per configuration, then per run, then per way to travel.
  private var file: ReportDocument.File {
    var rows = configurations.map(Self.configuration)
    for check in configurations { rows += check.runs.map(Self.run) }
    rows += errors.map(Self.errors)
    return ReportDocument.File(columns: Self.fileColumns, rows: rows)
  }

  private static func drain(
    _ name: String, _ measured: SampleStatistics?, _ predicted: SampleStatistics?
  ) -> [(String, JSONValue)] {
    let means = [
      ("\(name)measured_percent_per_hour", (measured?.mean).json),
      ("\(name)predicted_percent_per_hour", (predicted?.mean).json),
    ]
    guard name.isEmpty else { return means }
    return [("measured", measured), ("predicted", predicted)].reduce(means) { cells, part in
      let (column, figure) = ("\(part.0)_percent_per_hour", part.1)
      return cells + ComparisonJSON.ends("\(column)_ci95_low", "\(column)_ci95_high", figure?.meanInterval)
        + ComparisonJSON.ends("\(column)_p2_5", "\(column)_p97_5", figure?.quantileRange)
    }
  }

  private static func configuration(_ check: ConfigurationCheck) -> JSONValue {
    let about: JSONValue = [
      "row": "configuration", "timeline": check.timeline, "configuration": check.configuration, "runs": check.count,
      "hours_h": check.hours, "measured_drop_points": check.measuredDrop?.mean,
      "predicted_drop_points": check.predictedDrop?.mean, "difference_points": check.difference,
      "tolerance_points": check.tolerance, "within_tolerance": check.isWithinTolerance.map { $0 ? "yes" : "no" },
      "decisive": check.isDecisive ? "yes" : "no", "relative_error": check.relativeError,
      "log_error": check.logError, "other_use_predicted_drop_points": check.otherUseDrop?.mean,
      "measured_fixes_per_min": check.fixesPerMinute?.mean,
      "predicted_fixes_per_min": check.predictedFixesPerMinute?.mean,
      "measured_tracked_h": check.trackedHours?.mean, "predicted_tracked_h": check.predictedTrackedHours?.mean,
    ]
    return about + drain("", check.drain?.measured, check.drain?.predicted)
      + drain("trips_", check.onTrips?.measured, check.onTrips?.predicted)
      + drain("rest_", check.atRest?.measured, check.atRest?.predicted)
  }

  private static func run(_ run: RunCheck) -> JSONValue {
    let range = run.range(perMille: 900)
    let use = run.otherUse.flatMap { RunCheck.range(perMille: 900, of: $0.rangeDrops) }
    let about: JSONValue = [
      "row": "run", "timeline": run.timeline, "configuration": run.configuration, "run": run.name, "phone": run.phone,
      "hours_h": run.drain?.hours, "measured_drop_points": run.drain?.measured,
      "predicted_drop_points": run.drain.flatMap { SampleStatistics($0.predicted)?.mean },
      "measured_fixes_per_min": run.fixesPerMinute, "range90_drop_points_low": range?.lowerBound,
      "range90_drop_points_high": range?.upperBound,
      "other_use_predicted_drop_points": run.otherUse.flatMap { SampleStatistics($0.drops)?.mean },
      "other_use_range90_drop_points_low": use?.lowerBound, "other_use_range90_drop_points_high": use?.upperBound,
      "predicted_fixes_per_min": SampleStatistics(run.predictedFixesPerMinute)?.mean,
      "measured_tracked_h": run.trackedHours,
      "predicted_tracked_h": SampleStatistics(run.predictedTrackedHours)?.mean,
    ]
    return [("", run.drain), ("trips_", run.onTrips), ("rest_", run.atRest)].reduce(about) { cells, part in
      guard let check = part.1 else { return cells }
      return cells + drain(part.0, nil, SampleStatistics(check.predictedRates))
        + [("\(part.0)measured_percent_per_hour", check.measuredRate.json)]
    }
  }

  private static func errors(_ check: FixErrorCheck) -> JSONValue {
    let about: JSONValue = [
      "row": "errors", "timeline": check.timeline, "configuration": check.configuration, "mode": check.mode,
    ]
    return [("measured", check.measured), ("predicted", check.predicted)].reduce(about) { cells, part in
      let (side, figures) = part
      return cells + [
        ("\(side)_fixes", (figures?.count).json), ("\(side)_error_p50_m", (figures?.p50).json),
        ("\(side)_error_p68_m", (figures?.p68).json), ("\(side)_error_p95_m", (figures?.p95).json),
        ("\(side)_reported_p50_m", (figures?.reportedMedian).json), ("\(side)_held", (figures?.coverage).json),
      ]
    }
  }
}
