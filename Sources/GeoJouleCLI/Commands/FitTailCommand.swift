import ArgumentParser
import Estimation
import GeoJoule
import Measured
import Reports

struct FitTailCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tail",
    abstract: "Fits a radio's timers and tail powers.",
    discussion: """
      Takes a power trace with repeated transfers (CSV of Monsoon, PPK2, Joulescope or another table). Or takes round-trip \
      times after silences (a table with gap_s and rtt_ms).

      Examples:
        geojoule fit tail monsoon.csv --as tail_time=tail.duration
        geojoule fit tail --idle-gaps pings.csv --as tail_time=step_1
      """)

  @Argument(help: .value("file", "A power trace."), completion: .file())
  var trace: String?

  @Option(help: .value("file", "Round-trip times after silences, instead of a power trace."))
  var idleGaps: String?

  @Option(
    help: .value("voltage", "The supply's voltage, for a trace of the current only."),
    transform: SupplyVoltage.init(parsing:))
  var voltage: SupplyVoltage?

  @Option(help: .value("s", "Width of the bins the trace is averaged over, in seconds."))
  var resolution = 0.1

  @Option(help: .value("n", "How many levels of power there are. (default: from the trace)"))
  var levels: Int?

  @Option(help: .value("n", "How many steps the round-trip times take. (default: as many as pay)"))
  var steps: Int?

  @Option(
    name: .customLong("as"), help: .value("pair", "Puts a parameter into a profile: KEY=PARAMETER; may be repeated."))
  var keys: [KeyAssignment] = []

  @OptionGroup(title: "Table") var tables: FitTableOptions
  @OptionGroup(title: "Output") var output: FitOutputOptions

  func validate() throws {
    guard (trace == nil) != (idleGaps == nil) else {
      throw ValidationError("give either a power trace or --idle-gaps")
    }
  }

  static let gapRoles = [
    ColumnRole(
      "gap", .number(units: [UnitSymbol("s", 1), UnitSymbol("ms", 1e-3)], valid: 0...86_400),
      aliases: ["gap", "idle gap", "silence"], isRequired: true),
    ColumnRole(
      "rtt", .number(units: [UnitSymbol("s", 1), UnitSymbol("ms", 1e-3)], valid: 1e-6...600),
      aliases: ["rtt", "round trip", "round trip time"], isRequired: true),
  ]

  mutating func run() throws {
    try output.prepare()
    let (summary, input, findings, plots, rows) = try trace == nil ? gaps() : power()
    try output.write(
      FitReport(
        title: "Radio tail", findings: findings, inputs: [input], sections: [FitSection(summary, plots: plots)],
        rows: [rows],
        fragment: FitFragment.text(summary, keys: keys.byParameter, command: CommandEcho.words, inputs: [input]),
        command: CommandEcho.words))
  }

  private typealias Outcome = (FitSummary, FitReport.Input, [String], [FitPlot], ReportTable)

  private func power() throws(InputError) -> Outcome {
    let file = trace ?? ""
    let recording = try PowerRecording(file, tables, voltage)
    let (fit, powerTrace) = try FitFailure.naming(file) { () throws(EstimationError) in
      let trace = try PowerTrace(times: recording.times, watts: recording.watts)
      return (try RadioTailFit(steps: try PowerSteps(trace: trace, resolution: resolution, levelCount: levels)), trace)
    }
    let duration = fit.summary["tail.duration"]
    let finding =
      "\(fit.tails.count) whole tails"
      + (duration.map { " of \(FitNumber.text($0.value, error: $0.standardError)) s on average" } ?? "")
      + ", \(fit.incomplete) cut short and left out."
    let plot = powerTrace.plot(
      title: "Trace and levels", caption: "The line is what the trace was cut into.", line: "levels",
      fit.steps.steps.map { ($0.start, $0.end, $0.mean) })
    return (fit.summary, recording.input(of: file), [finding], [plot], .tails(fit))
  }

  private func gaps() throws(InputError) -> Outcome {
    let file = idleGaps ?? ""
    let table = try tables.reader(Self.gapRoles).read(path: file)
    let samples = zip(table.numbers("gap") ?? [], table.numbers("rtt") ?? []).map {
      IdleGapSample(gap: $0, roundTrip: $1)
    }
    let fit = try FitFailure.naming(file) { () throws(EstimationError) in
      try IdleGapFit(samples: samples, stepCount: steps)
    }
    guard !fit.steps.isEmpty else {
      throw InputError(
        file: file, message: "no fit: the round-trip times show no step over the gaps",
        remedy: "probe longer silences, or more densely")
    }
    let input = FitReport.Input("probes", file, table, "\(DecimalText.grouped(table.count)) probes")
    var line: [(x: Double, y: Double)] = []
    let ends = [samples.map(\.gap).min() ?? 0] + fit.steps + [samples.map(\.gap).max() ?? 1]
    for (k, latency) in fit.latencies.enumerated() { line += [(x: ends[k], y: latency), (x: ends[k + 1], y: latency)] }
    let places = fit.steps.map { "\(FitNumber.text($0)) s" }.joined(separator: ", ")
    return (
      fit.summary, input, ["Round-trip times step up after silences of \(places)."],
      [
        FitPlot(
          title: "Round-trip time after a silence", caption: "Each step is a timer that has run out.",
          x: .init("Silence, s"), y: .init("Round trip, s", isLogarithmic: true),
          series: [.init("probes", .points, samples.map { (x: $0.gap, y: $0.roundTrip) }), .init("fit", .line, line)])
      ], .probes(samples, fit)
    )
  }
}
