import ArgumentParser
package import Estimation
import GeoJoule
import Measured
import Reports

extension ErrorModel: ExpressibleByArgument {}

struct FitErrorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "error",
    abstract: "Fits distributions and correlation in time to position errors.",
    discussion: """
      Examples:
        geojoule fit error ride.csv --truth reference.gpx --as suburban \\
          --html error.html
        geojoule fit error ios.csv --route route.geojson --legs legs.csv \\
          --leg bicycling --trim 100m
        geojoule fit error desk-1.csv desk-2.csv --scatter --max-accuracy 30
      """)

  @OptionGroup(title: "Fixes and truth") var truth: TruthOptions
  @OptionGroup(title: "Tables") var tables: FitTableOptions

  @Option(name: .customLong("model"), help: .value("name", "Only this model; may be repeated."))
  var models: [ErrorModel] = []

  @Option(help: .value("m", "White noise per axis that the simulator's model takes as known, in metres."))
  var white = 0.4

  @Option(
    name: .customLong("as"),
    help: .value(
      "sky", "The sky whose error model the YAML is for: \(DeviceSchema.skyClasses.joined(separator: ", "))."),
    completion: .list(DeviceSchema.skyClasses))
  var sky: String?

  @OptionGroup(title: "Output") var output: FitOutputOptions

  func validate() throws {
    if let sky, !DeviceSchema.skyClasses.contains(sky) {
      throw ValidationError(
        "unknown sky '\(sky)'; "
          + Suggestion.remedy(for: sky, among: DeviceSchema.skyClasses, what: "skies"))
    }
    guard (0...100).contains(white) else { throw ValidationError("--white takes 0 to 100") }
  }

  mutating func run() throws {
    try output.prepare()
    let paired = try PairedFixes(truth, tables)
    var fit = PositionErrorFit(geometry: paired.geometry)
    if !models.isEmpty { fit.models = models }
    fit.whiteNoise = white
    let report = try paired.naming { () throws(EstimationError) in try fit.fit(paired.magnitudes) }
    var sections = [ranking(report, paired)]
    var shown = [report.winner]
    if let own = report[.simulator], own.model != report.winner.model { shown.append(own) }
    for (k, model) in shown.enumerated() {
      sections.append(
        FitSection(
          model.summary, title: model.model == .simulator ? "simulator: the simulator's own error model" : nil,
          isDistribution: true, plots: k == 0 ? plots(paired, shown) : []))
    }
    var (simulator, missing): (SimulatorErrorParameters?, String?)
    var processes: GaussMarkovReport.Candidate?
    do throws(EstimationError) {
      let correlation = try GaussMarkovFit().fit(try paired.axes())
      sections.append(self.correlation(correlation))
      processes = correlation.winner
    } catch {
      missing = "the correlation in time could not be fitted: \(error.description)"
      sections.append(
        FitSection(title: "Correlation in time", warnings: ["no fit: \(error.description); nothing is taken from it"]))
    }
    if let own = report[.simulator], let processes {
      do throws(EstimationError) {
        let parts = try SimulatorErrorParameters(magnitudes: own, correlation: processes)
        sections.append(
          FitSection(
            title: "The simulator's error parameters",
            formula: "deviation per axis split into a fast and a slow part by the correlation in time",
            parameters: parts.parameters.map(FitSection.Parameter.init)))
        simulator = parts
      } catch {
        missing = "the simulator's error parameters could not be put together: \(error.description)"
      }
    }
    if report[.simulator] == nil {
      missing =
        report.failures.first { $0.model == .simulator }.map {
          "the simulator's own model could not be fitted: \($0.error.description)"
        } ?? "the simulator's own model was not asked for: add --model simulator"
    }
    try output.write(
      FitReport(
        title: "Position error", findings: findings(report, paired), inputs: paired.inputs, sections: sections,
        rows: [.errors(paired.samples.map { ($0.leg, $0.error, $0.accuracy) }, report.winner)],
        fragment: fragment(report, simulator, processes, paired, missing: missing), command: CommandEcho.words))
  }

  private func findings(_ report: PositionErrorReport, _ paired: PairedFixes) -> [String] {
    let quantiles = report.observed.map { quantile in
      "\(FitNumber.text(quantile.metres)) m (\(FitNumber.text(quantile.share * 100)) %, interval \(quantile.intervalText))"
    }
    let kind = paired.geometry == .crossTrack ? "cross-track errors, a lower bound" : "errors"
    var findings = [
      PlainText.capitalized(report.verdict) + ".",
      "Measured \(kind): below \(quantiles.joined(separator: ", ")).",
    ]
    let rejected = report.winner.summary.goodnessOfFit.contains { ($0.pValue ?? 1) < 0.05 }
    if rejected { findings.append("Even the best model does not describe the data: use its numbers with care.") }
    return findings + paired.findings
  }

  private func ranking(_ report: PositionErrorReport, _ paired: PairedFixes) -> FitSection {
    FitSection(
      title: "Models",
      warnings: paired.warnings
        + report.failures.map { "\($0.model.rawValue) could not be fitted: \($0.error.description)" },
      tables: [
        FitTable("", Array(zip(report.ranking, report.deltaAIC))) { columns in
          columns.words(["model"]) { model, _ in model.model.rawValue }
          columns.fitted("AIC") { model, _ in model.summary.aic }
          columns.fixed("behind", digits: 1) { _, delta in delta }
          columns.fitted("BIC") { model, _ in model.summary.bic }
          columns.fitted("KS", unit: "p") { model, _ in model.summary.goodnessOfFit.first?.pValue }
          columns.fitted("p50", unit: "m") { model, _ in model.quantile(0.5) }
          columns.fitted("p95", unit: "m") { model, _ in model.quantile(0.95) }
        }
      ])
  }

  private func correlation(_ report: GaussMarkovReport) -> FitSection {
    var section = FitSection(
      report.winner.summary, title: "Correlation in time: \(report.winner.summary.model)",
      plots: [FitPlot.correlation(report)])
    if !report.isDecided { section.warnings.append("one or two processes describe the data equally well") }
    return section
  }

  private func plots(_ paired: PairedFixes, _ models: [FittedErrorModel]) -> [FitPlot] {
    [ErrorPlots.distribution(paired, models), ErrorPlots.overTime(paired), ErrorPlots.plane(paired)].compactMap(\.self)
  }

  private func fragment(
    _ report: PositionErrorReport, _ simulator: SimulatorErrorParameters?, _ processes: GaussMarkovReport.Candidate?,
    _ paired: PairedFixes, missing: String?
  ) -> String {
    if let sky, let reason = OutlierFreeError.reason(report[.simulator]?.summary, missing: missing),
      let values = OutlierFreeError.values(report[.rayleigh]?.summary, processes?.summary, sky: sky, white: white)
    {
      return FitFragment.fragment(
        values: values, correlations: [], model: "normal axes without outliers", command: CommandEcho.words,
        inputs: paired.inputs,
        extra: [
          "white noise per axis taken as \(FitNumber.text(white)) m", "warning: \(reason); taken without outliers",
        ]
          + (processes == nil ? ["warning: no correlation in time could be fitted: all of the error is fast"] : [])
          + paired.warnings.map { "warning: \($0)" })
    }
    guard let sky, let simulator, let own = report[.simulator] else {
      let extra = sky.map { ["\(missing ?? "no error parameters"): nothing for error.\($0)"] } ?? []
      return FitFragment.text(
        report.winner.summary, keys: [:], command: CommandEcho.words, inputs: paired.inputs, extra: extra)
    }
    let keys = [
      "fast_deviation": "fast", "slow_deviation": "slow", "outlier_probability": "outlier_probability",
      "outlier_multiplier": "outlier_multiplier",
    ]
    var values = simulator.parameters.map { parameter in
      ProfileFragment.Value(
        key: "error.\(sky).\(keys[parameter.name] ?? parameter.name)", mean: parameter.value,
        deviation: parameter.standardError, interval: parameter.interval95, unit: parameter.unit)
    }
    if simulator["slow_deviation"] == nil {
      // One process holds all of the error; a slow part left from another profile would come on top.
      values.append(ProfileFragment.Value(key: "error.\(sky).slow", mean: 0, deviation: nil, interval: nil, unit: "m"))
    }
    return FitFragment.fragment(
      values: values, correlations: simulator.correlations { "error.\(sky).\(keys[$0] ?? $0)" }, model: "simulator",
      command: CommandEcho.words, inputs: paired.inputs,
      extra: ["white noise per axis taken as \(FitNumber.text(white)) m"]
        + (paired.geometry == .crossTrack ? ["cross-track errors: a lower bound of the error"] : [])
        + (paired.warnings + own.summary.warnings.map(\.description)).map { "warning: \($0)" })
  }
}
