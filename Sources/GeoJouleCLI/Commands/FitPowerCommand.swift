import ArgumentParser
import Estimation
import GeoJoule
import Measured
import Reports

struct FitPowerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "power",
    abstract: "Fits the power of states, from a power trace or from battery levels.",
    discussion: """
      From a power trace: a column 'state' labels each sample, or --labels names a table (state, start_s, end_s). A state \
      called like a profile key, such as gnss.tracking_strong, becomes its value once --above says what of the whole phone's \
      power to take off.

      From battery levels: --levels is a table of time, level and phone, --runs one of runs (phone, strategy, start, end). \
      Each run's strategy is simulated with --device: at rest on --scenario, or along the run's own legs with --legs and \
      --route; the drain is regressed on the powers named by --fit, with the profile as prior.

      From measured days (--joint): all runs of a phone at once, at rest and on the move, with effects of phone, day and run.

      Examples:
        geojoule fit power --joint measured/rest --joint measured/travel \\
          --device phone-before.yml
        geojoule fit power monsoon.csv --labels protocol.csv --above idle
        geojoule fit power --levels battery.csv --runs runs.csv --device iphone-6 \\
          --scenario still --fit base.drain --fit processor.location_session
      """)

  @Argument(help: .value("file", "A power trace."), completion: .file())
  var trace: String?

  @Option(help: .value("file", "States with start and end, on the trace's clock."), completion: .file())
  var labels: String?

  @Option(
    help: .value("voltage", "The supply's voltage, for a trace of the current only."),
    transform: SupplyVoltage.init(parsing:))
  var voltage: SupplyVoltage?

  @Option(help: .value("s", "Left out around each change of state, in seconds."))
  var guardTime = 1.0

  @Option(
    help: .value(
      "state",
      "The state whose power is taken off all others, so that a component's own is left; 'none' where the trace is of one "
        + "component alone. Without it no power becomes a profile's value."))
  var above: String?

  @OptionGroup(title: "Battery levels") var drain: DrainFitArguments
  @OptionGroup(title: "Table") var tables: FitTableOptions
  @OptionGroup(title: "Output") var output: FitOutputOptions
  @OptionGroup(title: "Catalogue") var catalogue: CatalogOptions

  func validate() throws {
    guard [trace != nil, !drain.levels.isEmpty, !drain.joint.isEmpty].count(where: { $0 }) == 1 else {
      throw ValidationError("give one of: a power trace, --levels with --runs, --joint")
    }
    if trace == nil, labels != nil { throw ValidationError("--labels belongs to a power trace") }
    if trace == nil, above != nil { throw ValidationError("--above belongs to a power trace") }
  }

  static let labelRoles = [ColumnRole("state", .text, aliases: ["state", "label"], isRequired: true)] + ColumnRole.span

  mutating func run() async throws {
    try output.prepare()
    if !drain.joint.isEmpty {
      try output.write(try JointFitReport(drain, tables, try catalogue.catalog(), command: CommandEcho.words).report)
    } else if trace == nil {
      try output.write(try DrainFitReport(drain, tables, try catalogue.catalog(), command: CommandEcho.words).report)
    } else {
      try output.write(try traceReport())
    }
  }

  private func traceReport() throws(InputError) -> FitReport {
    let file = trace ?? ""
    let recording = try PowerRecording(file, tables, voltage)
    var inputs = [recording.input(of: file)]
    var given: [LabelledSpan]?
    if let labels {
      let table = try TableReader(roles: Self.labelRoles, policy: .strict).read(path: labels)
      var spans: [LabelledSpan] = []
      for (row, state) in (table.texts("state") ?? []).enumerated() {
        let times = try table.span(row, of: "span of '\(state)'", in: labels)
        let span = LabelledSpan(state: state, start: times.lowerBound, end: times.upperBound)
        if let before = spans.last, span.start < before.end - 1e-9 {
          throw InputError(
            file: labels, line: table.lines[row], column: 1,
            message: "the span of '\(state)' begins before the one above has ended",
            remedy: "put the spans in order of time, without overlap")
        }
        spans.append(span)
      }
      given = spans
      inputs.append(FitReport.Input("labels", labels, table, "\(table.count) spans"))
    } else if recording.states == nil {
      throw InputError(
        file: file, line: 1, column: 1, message: "the trace does not say its states",
        remedy: "add a column 'state', or give --labels")
    }
    let (fit, powerTrace, spans) = try FitFailure.naming(file) { () throws(EstimationError) in
      let trace = try PowerTrace(times: recording.times, watts: recording.watts)
      let spans =
        if let given { given } else { try LabelledSpan.spans(of: trace, labels: recording.states ?? []) }
      let fit = try StatePowerFit(
        trace: trace, spans: spans,
        guardTime: guardTime, floor: above == "none" ? nil : above)
      return (fit, trace, spans)
    }
    let findings =
      zip(fit.states, fit.summary.parameters).map { state, parameter in
        "\(state.state): \(FitNumber.text(parameter.value, error: parameter.standardError)) W"
          + (above.map { $0 == "none" || $0 == state.state ? "" : " above '\($0)'" } ?? "")
          + " over \(FitNumber.text(state.seconds)) s in \(state.power.visits) visits."
      } + [Self.meaning(above)]
    let means = Dictionary(fit.states.map { ($0.state, $0.power.mean) }, uniquingKeysWith: { first, _ in first })
    let plot = powerTrace.plot(
      title: "Trace and states", caption: "The line is the mean of each state.", line: "means",
      spans.map { ($0.start, $0.end, means[$0.state] ?? .nan) })
    return FitReport(
      title: "Power of states", findings: findings, inputs: inputs,
      sections: [FitSection(fit.summary, plots: [plot])],
      rows: output.data == nil ? [] : [.trace(powerTrace, spans, fit)],
      fragment: FitFragment.text(
        fit.summary, keys: Self.keys(fit.states.map(\.state), above: above), command: CommandEcho.words, inputs: inputs,
        extra: [Self.meaning(above)]),
      command: CommandEcho.words)
  }

  /// A whole phone's power is nobody's value: it goes under a name that profiles do not have.
  private static func keys(_ states: [String], above: String?) -> [String: String] {
    if above == "none" { return [:] }
    let whole = states.filter { above == nil || $0 == above }
    return Dictionary(whole.map { ($0, "whole phone in \($0)") }, uniquingKeysWith: { $1 })
  }

  /// What the values are.
  private static func meaning(_ above: String?) -> String {
    switch above {
    case nil:
      "These are powers of the whole phone, not of a component: name the state without it, --above STATE, and the others "
        + "become what they add to that."
    case "none": "The trace is taken as that of one component: its powers stand as they are."
    case let state?:
      "Powers are what a state adds to '\(state)': a component's own, if nothing else changes between the two."
    }
  }
}
