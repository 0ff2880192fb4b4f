import Analysis

/// A validation as one page that works offline, prints, and follows dark mode: the page of a fit with other sections.
public struct ValidationHTML: Sendable {
  public init() {}

  public func render(_ report: ValidationReport) -> String {
    var sections: [FitSection] = []
    sections.append(
      FitSection(
        title: "Summary",
        tables: [
          FitTable(
            title: "", headings: [("Figure", ""), ("Value", "")], rows: report.figures.map { [$0.name, $0.value] }),
          FitTable(title: "", headings: [("Aim", ""), ("Result", "")], rows: report.aims.map { [$0.aim, $0.result] }),
          FitTable(
            title: "Coverage", headings: ValidationSummary.Coverage.headings.map { ($0, "") },
            rows: report.summary.coverage.map(\.row)),
          FitTable(
            title: "By phone", headings: ValidationSummary.Group.headings.map { ($0.isEmpty ? "Phone" : $0, "") },
            rows: report.summary.byPhone.map(\.row)),
          FitTable(
            title: "By way to travel",
            headings: ValidationSummary.Group.headings.map { ($0.isEmpty ? "Configuration, mode" : $0, "") },
            rows: report.summary.byMode.map(\.row)),
        ], plots: plots(report)))
    var timelines: [String] = []
    for check in report.configurations where !timelines.contains(check.timeline) { timelines.append(check.timeline) }
    for timeline in timelines { sections.append(section(timeline, report)) }
    sections.append(
      FitSection(
        title: "How to read it",
        figures: report.omissions.map { FitSection.Figures(name: "Left out", text: $0) }
          + report.terms.map { FitSection.Figures(name: $0.name, text: $0.meaning) }))
    let fit = FitReport(
      title: "Validation of \(report.device)", findings: [report.finding, report.basis],
      inputs: report.sources.map {
        FitReport.Input(role: $0.role, file: $0.file, digest: $0.digest, details: $0.notes)
      }, sections: sections, fragment: "", version: report.version, command: report.command)
    return FitHTML().render(fit)
  }

  private func section(_ timeline: String, _ report: ValidationReport) -> FitSection {
    let own = report.configurations.filter { $0.timeline == timeline }
    var tables = [
      FitTable(
        title: "Drain",
        headings: [
          ("Configuration", ""), ("Runs", ""), ("Measured", "%/h"), ("Predicted", "%/h"), ("Range", "%/h"),
          ("Drop", "points"), ("Off by", "points"), ("Allowed", "points"), ("Near", ""), ("Error", "%"),
          ("Drained, error", "%"),
          ("Fixes measured", "1/min"), ("Fixes predicted", "1/min"),
        ],
        rows: own.map { check in
          let row = ValidationRow(check: check)
          return [
            check.configuration, "\(check.count)", ValidationRow.mean(check.drain?.measured),
            ValidationRow.mean(check.drain?.predicted), Figure.drain(check.drain?.predicted.quantileRange),
            Figure.plain(check.measuredDrop?.mean), Figure.plain(check.difference), Figure.plain(check.tolerance),
            row.verdict, row.relative, row.drained, Figure.text(check.fixesPerMinute?.mean),
            Figure.text(check.predictedFixesPerMinute?.mean),
          ]
        })
    ]
    let parts = own.filter { $0.onTrips != nil }
    if !parts.isEmpty {
      tables.append(
        FitTable(
          title: "On trips and at rest",
          headings: [
            ("Configuration", ""), ("Trips measured", "%/h"), ("Trips predicted", "%/h"), ("Rest measured", "%/h"),
            ("Rest predicted", "%/h"),
          ],
          rows: parts.map {
            [
              $0.configuration, ValidationRow.mean($0.onTrips?.measured), ValidationRow.mean($0.onTrips?.predicted),
              ValidationRow.mean($0.atRest?.measured), ValidationRow.mean($0.atRest?.predicted),
            ]
          }))
    }
    let errors = report.errors.filter { $0.timeline == timeline }
    if !errors.isEmpty {
      tables.append(
        FitTable(
          title: "Errors across the route, measured and predicted",
          headings: [
            ("Configuration, mode", ""), ("Fixes", ""), ("p50", "m"), ("p50 pred.", "m"), ("p68", "m"),
            ("p68 pred.", "m"),
            ("p95", "m"), ("p95 pred.", "m"), ("Reported", "m"), ("Reported pred.", "m"), ("Held", "%"),
            ("Held pred.", "%"),
          ],
          rows: errors.map { check in
            func cells(_ value: (FixErrors.Figures) -> Double?) -> [String] {
              [Figure.plain(check.measured.flatMap(value)), Figure.plain(check.predicted.flatMap(value))]
            }
            return ["\(check.configuration), \(check.mode)", Figure.text(check.measured.map { Double($0.count) })]
              + cells { $0.p50 } + cells { $0.p68 } + cells { $0.p95 } + cells { $0.reportedMedian } + [
                Figure.percent(check.measured?.coverage), Figure.percent(check.predicted?.coverage),
              ]
          }))
    }
    tables.append(
      FitTable(
        title: "Every run",
        headings: [
          ("Run", ""), ("Configuration", ""), ("Time", "h"), ("Measured", "points"), ("Predicted", "points"),
          ("Measured", "%/h"), ("Predicted", "%/h"), ("Range", "%/h"),
        ],
        rows: own.flatMap(\.runs).map { run in
          let rates = run.drain.flatMap { SampleStatistics($0.predictedRates) }
          return [
            run.name, run.configuration, Figure.text(run.drain?.hours), Figure.plain(run.drain?.measured),
            Figure.plain(run.drain.flatMap { SampleStatistics($0.predicted)?.mean }),
            Figure.drain(run.drain?.measuredRate), Figure.drain(rates?.mean), Figure.drain(rates?.quantileRange),
          ]
        }))
    return FitSection(title: timeline, tables: tables)
  }

  private func plots(_ report: ValidationReport) -> [FitPlot] {
    let runs = report.configurations.flatMap(\.runs).compactMap(\.drain)
    let points = runs.compactMap { run in
      SampleStatistics(run.predictedRates).map { (x: run.measuredRate, y: $0.mean) }
    }
    let means = report.configurations.compactMap(\.drain).map { (x: $0.measured.mean, y: $0.predicted.mean) }
    let highest = (points + means).map { max($0.x, $0.y) }.max() ?? 1
    var plots = [
      FitPlot(
        title: "Predicted against measured",
        caption: "Each run of a phone; on the dashed line the prediction is right.",
        x: .init("Measured drain, %/h"), y: .init("Predicted drain, %/h"),
        series: [
          .init("runs", .points, points), .init("equal", .reference, [(x: 0, y: 0), (x: highest, y: highest)]),
        ])
    ]
    let reliability = report.summary.reliability
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
