import Analysis
import Core

extension ValidationReport {
  /// The validation before it is written in a format: every configuration beside its prediction, then what it comes down to.
  package var document: ReportDocument {
    let timelines = configurations.map(\.timeline).uniqued()
    var sections = [ReportDocument.Section(title: "Measured and predicted", charts: plots.map { ReportChart($0) })]
    for timeline in timelines { sections += parts(of: timeline) }
    if !satelliteErrors.isEmpty {
      sections.append(.init(title: "Satellites: 95 % across the route", table: Self.satelliteTable(satelliteErrors)))
    }
    sections += summarySections
    for timeline in timelines {
      let runs = configurations.filter { $0.timeline == timeline }.flatMap(\.runs)
      sections.append(.init(title: "\(timeline), every run", table: Self.runs(runs), isDetail: true))
    }
    let notes =
      warnings.map { "Warning: \($0)" } + sources.flatMap { source in source.details.map { "\(source.file): \($0)" } }
    let background = terms + sources.map { "\($0.role): \($0.file), SHA-256 \($0.digest)" }
    func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
    let runs = configurations.reduce(0) { $0 + $1.count }
    return ReportDocument(
      title: "Validation of \(device)", headline: finding, subtitle: basis, sections: sections,
      closing: [
        "How sure: \(counted(runs, "run")) in \(counted(summary.configurations, "configuration")), each over "
          + "\(counted(seeds, "seed")). The error of a single configuration is uncertain by its allowed difference.",
        "Next: --wide has every run; 'geojoule profile make' fits a phone to measured days.",
      ], remarks: omissions.map { "Left out: \($0)" } + notes, background: background,
      files: [
        Self.drains(configurations), Self.runs(configurations.flatMap(\.runs)), Self.errorTable(errors, "errors"),
        Self.errorTable(satelliteErrors, "satellites"),
      ],
      version: version, command: command)
  }

  // MARK: Timelines

  private func parts(of timeline: String) -> [ReportDocument.Section] {
    let own = configurations.filter { $0.timeline == timeline }
    let parts = own.filter { $0.onTrips != nil }
    let found = errors.filter { $0.timeline == timeline }
    return [ReportDocument.Section(title: timeline, table: Self.drains(own))]
      + (parts.isEmpty ? [] : [.init(title: "\(timeline), on trips and at rest", table: Self.trips(parts))])
      + (found.isEmpty
        ? [] : [.init(title: "\(timeline), errors across the route", table: Self.errorTable(found, "errors"))])
  }

  private static func drains(_ checks: [ConfigurationCheck]) -> ReportTable {
    let columns = ReportColumns(checks)
    func rate(
      _ heading: String, rank: Int, _ part: (ConfigurationCheck.Rate) -> SampleStatistics
    ) -> [ReportTable.Column] {
      Self.rate([heading], "\(heading)_percent_per_hour", rank: rank, interval: rank + 11, columns) {
        $0.drain.map(part)
      }
    }
    return ReportTable {
      columns.file("row") { _ in "configuration" }
      columns.file("timeline") { $0.timeline }
      columns.words(["configuration"], name: "configuration") { $0.configuration }
      // Files have them in these places.
      ["run", "phone", "mode"].map { columns.file($0) { _ in "" } }
      columns.counts(["runs"], name: "runs", rank: 1) { $0.count }
      columns.file("hours_h") { $0.hours }
      columns.numbers(["drop"], name: "measured_drop_points", unit: "points", rounding: .plain, rank: 10) {
        $0.measuredDrop?.mean
      }
      columns.file("predicted_drop_points") { $0.predictedDrop?.mean }
      columns.numbers(["off by"], name: "difference_points", unit: "points", rounding: .plain, rank: 4) {
        $0.difference
      }
      columns.numbers(["allowed"], name: "tolerance_points", unit: "points", rounding: .plain, rank: 9) { $0.tolerance }
      columns.words(["near"], rank: 5) { $0.isWithinTolerance.map { $0 ? "yes" : "no" } ?? "too few runs" }
      columns.file("within_tolerance") { $0.isWithinTolerance.map { $0 ? "yes" : "no" } }
      columns.words(["decisive"], name: "decisive", rank: 11) { $0.isDecisive ? "yes" : "no" }
      columns.numbers(["error"], name: "relative_error", unit: "%", rounding: .share, rank: 6) { $0.relativeError }
      columns.numbers(["drained", "error"], unit: "%", rounding: .share, rank: 7) { $0.logError.map { abs($0) } }
      columns.file("log_error") { $0.logError }
      columns.file("other_use_predicted_drop_points") { $0.otherUseDrop?.mean }
      rate("measured", rank: 2, \.measured)
      rate("predicted", rank: 3, \.predicted)
      columns.ranges(
        ["range"], name: "predicted_percent_per_hour", ends: ("p2_5", "p97_5"), unit: "%/h", rounding: .drain, rank: 8
      ) { $0.drain?.predicted.quantileRange }
      columns.file("trips_measured_percent_per_hour") { $0.onTrips?.measured.mean }
      columns.file("trips_predicted_percent_per_hour") { $0.onTrips?.predicted.mean }
      columns.file("rest_measured_percent_per_hour") { $0.atRest?.measured.mean }
      columns.file("rest_predicted_percent_per_hour") { $0.atRest?.predicted.mean }
      columns.numbers(["fixes", "measured"], name: "measured_fixes_per_min", unit: "1/min", rank: 16) {
        $0.fixesPerMinute.measured?.mean
      }
      columns.numbers(["fixes", "predicted"], name: "predicted_fixes_per_min", unit: "1/min", rank: 15) {
        $0.fixesPerMinute.predicted?.mean
      }
      columns.file("measured_tracked_h") { $0.trackedHours.measured?.mean }
      columns.file("predicted_tracked_h") { $0.trackedHours.predicted?.mean }
    }
  }

  /// A rate, and the interval of its mean.
  private static func rate<Row>(
    _ heading: [String], _ name: String, rank: Int, interval: Int, _ columns: ReportColumns<Row>,
    _ cell: (Row) -> SampleStatistics?
  ) -> [ReportTable.Column] {
    [
      columns.numbers(heading, name: name, unit: "%/h", rounding: .drain, rank: rank) { cell($0)?.mean },
      columns.ranges(
        [heading.joined(separator: " "), "95 %"], name: name, ends: ("ci95_low", "ci95_high"), unit: "%/h",
        rounding: .drain, rank: interval
      ) { cell($0)?.meanInterval },
    ]
  }

  private static func trips(_ checks: [ConfigurationCheck]) -> ReportTable {
    .of(checks) { columns in
      columns.words(["configuration"]) { $0.configuration }
      for (part, rates) in [("on trips", \ConfigurationCheck.onTrips), ("at rest", \.atRest)] {
        rate([part, "measured"], "", rank: 0, interval: 1, columns) { $0[keyPath: rates]?.measured }
        rate([part, "predicted"], "", rank: 0, interval: 1, columns) { $0[keyPath: rates]?.predicted }
      }
      for (name, figure, unit, rank) in [
        ("tracked", \ConfigurationCheck.trackedHours, "h", 0), ("noticed", \.startDelay, "min", 2),
      ] {
        columns.numbers([name, "measured"], unit: unit, rank: rank) { $0[keyPath: figure].measured?.mean }
        columns.numbers([name, "predicted"], unit: unit, rank: rank) { $0[keyPath: figure].predicted?.mean }
      }
    }
  }

  private static func errorTable(_ checks: [FixErrorCheck], _ row: String) -> ReportTable {
    let columns = ReportColumns(checks)
    func pair(
      _ name: String, _ key: String, _ unit: String, _ rank: Int, _ rounding: FigureRounding,
      _ value: (FixErrors.Figures) -> Double?
    ) -> [ReportTable.Column] {
      [("measured", \FixErrorCheck.measured), ("predicted", \.predicted)].enumerated().map { place, side in
        columns.numbers(
          [name, side.0], name: "\(side.0)_\(key)", unit: unit, rounding: rounding, rank: rank + place
        ) { $0[keyPath: side.1].flatMap(value) }
      }
    }
    return ReportTable {
      columns.file("row") { _ in row }
      columns.file("timeline") { $0.timeline }
      columns.words(["configuration"], name: "configuration") { $0.configuration ?? "all" }
      columns.words(["mode"], name: "mode", rank: 1) { $0.mode ?? "all" }
      columns.counts(["fixes", "measured"], name: "measured_fixes", rank: 12) { $0.measured?.count }
      columns.file("predicted_fixes") { $0.predicted?.count }
      pair("p50", "error_p50_m", "m", 2, .plain) { $0.p50 }
      pair("p68", "error_p68_m", "m", 8, .plain) { $0.p68 }
      pair("p95", "error_p95_m", "m", 4, .plain) { $0.p95 }
      pair("reported", "reported_p50_m", "m", 10, .plain) { $0.reportedMedian }
      pair("held", "held", "%", 6, .share) { $0.coverage }
    }
  }

  private static func runs(_ runs: [RunCheck]) -> ReportTable {
    let columns = ReportColumns(runs.map { ($0, $0.drain.flatMap { SampleStatistics($0.predictedRates) }) })
    func drop(_ name: String, _ drops: (RunCheck) -> [Double]?) -> ReportTable.Column {
      columns.ranges(name: name, ends: ("drop_points_low", "drop_points_high")) { run, _ in
        drops(run).flatMap { NearestRankQuantile.range(perMille: 900, sorted: $0) }
      }
    }
    func part(_ name: String, _ part: (RunCheck) -> DrainCheck?) -> [ReportTable.Column] {
      [
        columns.file("\(name)_measured_percent_per_hour") { part($0.0)?.measuredRate },
        columns.file("\(name)_predicted_percent_per_hour") {
          part($0.0).flatMap { SampleStatistics($0.predictedRates)?.mean }
        },
      ]
    }
    return ReportTable {
      columns.file("row") { _ in "run" }
      columns.file("timeline") { $0.0.timeline }
      columns.file("configuration") { $0.0.configuration }
      columns.words(["run"], name: "run") { $0.0.name }
      columns.words(["configuration"]) { $0.0.configuration }
      columns.file("phone") { $0.0.phone }
      columns.numbers(["time"], name: "hours_h", unit: "h") { $0.0.drain?.hours }
      columns.numbers(["measured"], name: "measured_drop_points", unit: "points", rounding: .plain) {
        $0.0.drain?.measured
      }
      columns.numbers(["predicted"], name: "predicted_drop_points", unit: "points", rounding: .plain) {
        $0.0.drain.flatMap { SampleStatistics($0.predicted)?.mean }
      }
      drop("range90") { $0.rangeDrops }
      columns.file("other_use_predicted_drop_points") { $0.0.otherUse.flatMap { SampleStatistics($0.drops)?.mean } }
      drop("other_use_range90") { $0.otherUse?.rangeDrops }
      columns.numbers(["measured"], name: "measured_percent_per_hour", unit: "%/h", rounding: .drain) {
        $0.0.drain?.measuredRate
      }
      rate(["predicted"], "predicted_percent_per_hour", rank: 0, interval: 1, columns) { $1 }
      columns.ranges(
        ["range"], name: "predicted_percent_per_hour", ends: ("p2_5", "p97_5"), unit: "%/h", rounding: .drain
      ) { $1?.quantileRange }
      part("trips", \.onTrips)
      part("rest", \.atRest)
      for (name, figure) in [("fixes_per_min", \RunCheck.fixesPerMinute), ("tracked_h", \.trackedHours)] {
        columns.file("measured_\(name)") { $0.0[keyPath: figure].measured }
        columns.file("predicted_\(name)") { SampleStatistics($0.0[keyPath: figure].predicted)?.mean }
      }
    }
  }

  private static func satelliteTable(_ checks: [FixErrorCheck]) -> ReportTable {
    .of(checks) { columns in
      columns.words(["configuration"]) { $0.configuration ?? "all settings" }
      columns.words(["mode"], rank: 1) { $0.mode ?? "all" }
      columns.words(["timeline"], rank: 2) { $0.timeline ?? "all" }
      columns.counts(["fixes"], rank: 8) { $0.measured?.count }
      columns.counts(["legs"], rank: 7) { $0.legs }
      columns.numbers(["measured"], unit: "m", rounding: .plain, rank: 3) { $0.measured?.p95 }
      columns.ranges(["over legs"], unit: "m", rounding: .plain, rank: 6) { $0.measuredRange }
      columns.numbers(["predicted"], unit: "m", rounding: .plain, rank: 4) { $0.predicted?.p95 }
      columns.ranges(["over seeds"], unit: "m", rounding: .plain, rank: 9) { $0.predictedRange }
      columns.numbers(["factor"], rank: 5) { $0.factor }
    }
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
}
