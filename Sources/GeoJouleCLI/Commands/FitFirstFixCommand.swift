import ArgumentParser
package import Estimation
import GeoJoule
import Measured
import RealModule
import Reports

extension FirstFixAssumption: ExpressibleByArgument {}
extension FirstFixRounding: ExpressibleByArgument {}

struct FitFirstFixCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ttff",
    abstract: "Fits the time to first fix and the probability of none.",
    discussion: """
      The table has a row per attempt: how long it took (a column such as ttff_s), whether it ended with a fix (fixed: yes \
      or no; an attempt given up must stay in the table), and optionally the start type (start), the sky (sky) and the place (site). \
      Each start type under each sky is fitted on its own.

      Example:
        geojoule fit ttff attempts.csv --html ttff.html
      """)

  @Argument(help: .value("file", "The table of attempts."), completion: .file())
  var file: String

  @OptionGroup(title: "Table") var tables: FitTableOptions

  @Option(
    help: .value(
      "assumption",
      "What attempts given up stand for: a share never succeeds (cure), all_would_succeed, none_would_succeed."))
  var assume: FirstFixAssumption = .cure

  @Option(help: .value("way", "How times in whole seconds or other steps were rounded."))
  var rounding: FirstFixRounding = .nearest

  @OptionGroup(title: "Output") var output: FitOutputOptions

  static let roles = [
    ColumnRole(
      "ttff",
      .number(units: [UnitSymbol("s", 1), UnitSymbol("ms", 1e-3), UnitSymbol("min", 60)], valid: 0...86_400),
      aliases: ["ttff", "time to first fix", "duration", "seconds"], isRequired: true),
    ColumnRole("fixed", .text, aliases: ["fixed", "success", "succeeded", "fix"], isRequired: true),
    ColumnRole("start", .text, aliases: ["start", "start type"], isRequired: false),
    ColumnRole("sky", .text, aliases: ["sky", "environment", "surroundings"], isRequired: false),
    ColumnRole("site", .text, aliases: ["site", "location id"], isRequired: false),
  ]
  /// As the simulator knows them.
  static let starts = ["hot", "assisted", "warm", "cold"]

  mutating func run() throws {
    try output.prepare()
    let table = try tables.reader(Self.roles).read(path: file)
    let groups = try groups(table)
    let input = FitReport.Input("attempts", file, table, "\(DecimalText.grouped(table.count)) attempts")
    var sections: [FitSection] = []
    var findings: [String] = []
    var rows: [ReportTable] = []
    var values: [ProfileFragment.Value] = []
    var warnings: [String] = []
    var failures: [EstimationError] = []
    for (name, attempts, lines) in groups {
      let title = name.isEmpty ? "Time to first fix" : name
      var fit = FirstFixFit(assumption: assume)
      fit.rounding = rounding
      let report: FirstFixReport
      do throws(EstimationError) {
        report = try fit.fit(attempts)
      } catch {
        failures.append(error)
        sections.append(FitSection(title: title, warnings: ["no fit: \(error.description)"]))
        findings.append("\(title): no fit, \(error.description).")
        continue
      }
      let best = report.winner
      rows.append(self.rows(lines, table, best))
      func within(_ share: Double) -> String {
        let value = "\(FitNumber.text(best.quantile(share))) s"
        guard let ends = best.quantileInterval(share) else { return "\(value) (interval open)" }
        return "\(value) (interval \(FitNumber.text(ends.lowerBound)) to \(FitNumber.text(ends.upperBound)) s)"
      }
      findings.append(
        "\(title): half of the fixes within \(within(0.5)), 95 % within \(within(0.95)) (\(best.model.rawValue)"
          + (report.isDecided ? "" : ", but the data do not prefer it") + "); \(report.attempts - report.fixes) of "
          + "\(report.attempts) attempts were given up.")
      for (k, candidate) in report.ranking.enumerated() {
        var section = FitSection(
          candidate.summary, title: "\(title): \(candidate.model.rawValue)", isDistribution: true,
          plots: k == 0 ? [survival(report)] : [])
        if k == 0 {
          section.warnings += report.failures.map {
            "\($0.model.rawValue) could not be fitted: \($0.error.description)"
          }
        }
        sections.append(section)
      }
      values += profileValues(name, report)
      for warning in report[.lognormal]?.summary.warnings.map(\.description) ?? [] {
        let text = name.isEmpty ? warning : "\(name): \(warning)"
        if !warning.hasPrefix("assumed: ") { warnings.append(text) }
      }
    }
    if let failure = failures.last, failures.count == groups.count {
      throw FitFailure.input(failure, file: file)
    }
    let fragment = FitFragment.fragment(
      values: values, correlations: [], model: "lognormal time to first fix", command: CommandEcho.words,
      inputs: [input],
      extra: ["assumed: \(assume.text)"] + findings + warnings.map { "warning: \($0)" })
    try output.write(
      FitReport(
        title: "Time to first fix", findings: findings, inputs: [input], sections: sections, rows: rows,
        fragment: fragment,
        command: CommandEcho.words))
  }

  /// By start type and sky, in order of their first row.
  private func groups(
    _ table: MeasurementTable
  ) throws(InputError) -> [(name: String, attempts: [FirstFixAttempt], rows: [Int])] {
    guard let times = table.numbers("ttff"), let outcomes = table.texts("fixed") else { return [] }
    let (starts, skies, sites) = (table.texts("start"), table.texts("sky"), table.texts("site"))
    var all: [(name: String, attempt: FirstFixAttempt, row: Int)] = []
    for row in 0..<table.count {
      let succeeded: Bool
      switch outcomes[row].lowercased() {
      case "yes", "true", "1", "fix": succeeded = true
      case "no", "false", "0", "timeout": succeeded = false
      default:
        throw InputError(
          file: file, line: table.lines[row], column: 1, message: "'\(outcomes[row])' is neither yes nor no",
          remedy: "write yes, true or 1 for an attempt with a fix; no, false, 0 or timeout for one given up")
      }
      let name = [starts?[row], skies?[row]].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " start, ")
      let site = sites?[row] ?? ""
      let attempt = FirstFixAttempt(seconds: times[row], succeeded: succeeded, site: site.isEmpty ? nil : site)
      all.append((name, attempt, row))
    }
    return all.grouped(by: \.name).map { ($0[0].name, $0.map(\.attempt), $0.map(\.row)) }
  }

  /// Attempts with the share that the model expects without a fix by then, and Cox and Snell's residual -ln(share).
  private func rows(_ lines: [Int], _ table: MeasurementTable, _ model: FirstFixReport.Candidate) -> ReportTable {
    let times = table.numbers("ttff") ?? []
    return .of(lines) { columns in
      for role in ["start", "sky", "site", "fixed"] {
        if let cells = table.texts(role) { columns.words(name: role) { cells[$0] } }
      }
      columns.numbers(name: "ttff_s") { times[$0] }
      columns.words(name: "fit") { _ in model.model.rawValue }
      columns.numbers(name: "fitted_share") { model.survival(times[$0]) }
      columns.numbers(name: "residual") { -Double.log(model.survival(times[$0])) }
    }
  }

  private func profileValues(_ name: String, _ report: FirstFixReport) -> [ProfileFragment.Value] {
    guard let summary = report[.lognormal]?.summary, let median = summary["median"],
      let spread = summary["log_deviation"]
    else { return [] }
    let start = Self.starts.first { name == $0 || name.hasPrefix("\($0) start") }
    let isOpenSky = !name.contains(",") || name.hasSuffix("open_sky")
    var values = [
      ProfileFragment.Value(
        key: start.map { isOpenSky ? "gnss.ttff.\($0)" : "\(name) ttff" } ?? "ttff \(name)", mean: median.value,
        deviation: median.standardError, interval: median.interval95, unit: median.unit, logDeviation: spread.value)
    ]
    if let failure = summary["failure_probability"] {
      let sky = name.split(separator: ",").last.map { $0.drop { $0 == " " } } ?? ""
      values.append(
        ProfileFragment.Value(
          key: name.contains(",") ? "gnss.failure.\(sky)" : "failure \(name)", mean: failure.value,
          deviation: failure.standardError, interval: failure.interval95, unit: ""))
    }
    return values
  }

  private func survival(_ report: FirstFixReport) -> FitPlot {
    var steps: [(x: Double, y: Double)] = []
    var before = 1.0
    for step in report.kaplanMeier.steps {
      steps += [(x: step.time, y: before), (x: step.time, y: step.survival)]
      before = step.survival
    }
    let last = steps.last?.x ?? 60
    let line = (1...200).map { k in (x: last * Double(k) / 200, y: report.winner.survival(last * Double(k) / 200)) }
    return FitPlot(
      title: "Attempts without a fix yet", caption: "The step line is Kaplan and Meier's, which assumes no model.",
      x: .init("Seconds"), y: .init("Share without a fix"),
      series: [.init("Kaplan-Meier", .reference, steps), .init(report.winner.model.rawValue, .line, line)])
  }
}
