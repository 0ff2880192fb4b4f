import ArgumentParser
import Estimation
import GeoJoule
import Measured
import Reports

struct FitCalibrationCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibration",
    abstract: "Checks reported accuracies against true errors: coverage by level, and the levels themselves.",
    discussion: """
      Example:
        geojoule fit calibration ride.csv --truth reference.gpx \\
          --html calibration.html
      """)

  @OptionGroup(title: "Fixes and truth") var truth: TruthOptions
  @OptionGroup(title: "Tables") var tables: FitTableOptions

  @Option(help: .value("share", "The share of the truth that a reported radius is meant to hold."))
  var nominal = 0.68

  @OptionGroup(title: "Output") var output: FitOutputOptions

  func validate() throws {
    guard nominal > 0, nominal < 1 else { throw ValidationError("--nominal takes a share between 0 and 1") }
  }

  mutating func run() throws {
    try output.prepare()
    let paired = try PairedFixes(truth, tables)
    let samples = paired.samples.compactMap { sample in
      sample.accuracy.map {
        AccuracySample(time: sample.time, reported: $0, error: sample.error.magnitude, leg: sample.leg)
      }
    }
    guard !samples.isEmpty else {
      throw InputError(
        file: paired.file, message: "no fix reports an accuracy", remedy: "name its column with --columns accuracy=NAME"
      )
    }
    var calibration = AccuracyCalibration(geometry: paired.geometry)
    calibration.nominal = nominal
    let report = try paired.naming { () throws(EstimationError) in try calibration.fit(samples) }
    var sections = [levels(report, paired, dropped: paired.samples.count - samples.count)]
    var fragment = ""
    do throws(EstimationError) {
      var fit = PositionErrorFit(geometry: paired.geometry)
      fit.models = [.simulator]
      let errors = try fit.fit(paired.magnitudes)
      guard let deviation = errors.winner.summary["deviation"] else { throw .badInput("no deviation") }
      let belief = try BeliefFit(deviation: deviation.value).fit(report)
      sections.append(FitSection(belief, title: "How the simulator would report"))
      fragment = FitFragment.text(
        belief, keys: [:], command: CommandEcho.words, inputs: paired.inputs,
        extra: [
          "levels found: " + report.levels.compactMap(\.reported).map { FitNumber.text($0) }.joined(separator: ", ")
            + " m"
        ])
    } catch {
      sections.append(
        FitSection(title: "How the simulator would report", warnings: ["no mapping: \(error.description)"]))
    }
    let overall = report.overall
    let ends = overall.coverageInterval
    try output.write(
      FitReport(
        title: "Calibration of reported accuracy",
        findings: [
          "The reported radius holds \(FitNumber.text(100 * overall.coverage)) % of the errors "
            + "(95 %: \(FitNumber.text(100 * ends.lowerBound)) to \(FitNumber.text(100 * ends.upperBound)) %); "
            + "\(FitNumber.text(100 * nominal)) % were meant."
        ] + paired.findings, inputs: paired.inputs, sections: sections,
        rows: [rows(samples, report)], fragment: fragment,
        command: CommandEcho.words))
  }

  /// Reported radii and errors, with the coverage of their level.
  private func rows(_ samples: [AccuracySample], _ report: AccuracyReport) -> ReportTable {
    func coverage(_ sample: AccuracySample) -> Double? {
      (report.levels.first { $0.reported == sample.reported } ?? report.others)?.coverage
    }
    func held(_ sample: AccuracySample) -> Double { sample.error <= sample.reported ? 1 : 0 }
    return .of(samples) { columns in
      columns.numbers(name: "leg") { Double($0.leg) }
      columns.numbers(name: "time_s") { $0.time }
      columns.numbers(name: "accuracy_m") { $0.reported }
      columns.numbers(name: "error_m") { $0.error }
      columns.numbers(name: "held") { held($0) }
      columns.numbers(name: "fitted_share") { coverage($0) }
      columns.numbers(name: "residual") { sample in coverage(sample).map { held(sample) - $0 } }
    }
  }

  private func levels(_ report: AccuracyReport, _ paired: PairedFixes, dropped: Int) -> FitSection {
    let rows =
      report.levels.map { (FitNumber.text($0.reported), $0) }
      + [report.others.map { ("others", $0) }].compactMap(\.self) + [("all", report.overall)]
    let points = report.levels.compactMap { level in level.reported.map { (x: $0, y: 100 * level.coverage) } }
    let bars = report.levels.compactMap { level in
      level.reported.map { radius in
        FitPlot.Series(
          "", .line,
          [
            (x: radius, y: 100 * level.coverageInterval.lowerBound),
            (x: radius, y: 100 * level.coverageInterval.upperBound),
          ])
      }
    }
    let ends = (low: points.map(\.x).min() ?? 1, high: points.map(\.x).max() ?? 10)
    var section = FitSection(
      title: "Coverage by reported radius",
      figures: [
        .init(
          name: "Samples",
          text: "\(DecimalText.grouped(report.samples)), effectively \(FitNumber.text(report.effectiveSamples))"),
        .init(name: "Intervals", text: "\(IntervalMethod.clopperPearson.rawValue) on the effective samples"),
      ],
      warnings: paired.warnings + report.warnings.map(\.description),
      tables: [
        FitTable("", rows) { columns in
          columns.figures(["reported"], unit: "m") { name, _ in name }
          columns.counts(["fixes"]) { _, level in level.samples }
          columns.fitted("worth") { _, level in level.effectiveSamples }
          columns.fitted("held", unit: "%") { _, level in 100 * level.coverage }
          columns.figures(["95 % interval"], unit: "%") { _, level in
            let ends = level.coverageInterval
            return "\(FitNumber.text(100 * ends.lowerBound)) to \(FitNumber.text(100 * ends.upperBound))"
          }
          for (place, quantile) in ["error p50", "p68", "p95"].enumerated() {
            columns.fitted(quantile, unit: "m") { _, level in level.errors[place].metres }
            columns.figures(["95 %"]) { _, level in level.errors[place].intervalText }
          }
        }
      ],
      plots: [
        FitPlot(
          title: "Coverage", caption: "On the dashed line a level means what it says; the bars are 95 % intervals.",
          x: .init("Reported radius, m", isLogarithmic: true), y: .init("Errors inside, %"),
          series: [
            .init("meant", .reference, [(x: ends.low, y: 100 * nominal), (x: ends.high, y: 100 * nominal)]),
            .init("levels", .points, points),
          ] + bars),
        FitPlot(
          title: "Errors against reports", caption: "Above the dashed line the truth lay outside the radius.",
          x: .init("Reported radius, m", isLogarithmic: true), y: .init("Error, m", isLogarithmic: true),
          series: [
            .init(
              "fixes", .points,
              paired.samples.compactMap { sample in
                sample.accuracy.map { (x: $0, y: max(0.01, sample.error.magnitude)) }
              }),
            .diagonal(ends),
          ]),
      ])
    if dropped > 0 { section.warnings.append("\(dropped) fixes without a reported accuracy were left out") }
    section.methods = [IntervalMethod.clopperPearson.citation].compactMap { $0.map { "Clopper-Pearson: \($0)" } }
    return section
  }
}
