import Core
import Estimation
import GeoJoule
import Measured
import Reports

/// Measured runs with what the simulation says was on by each reading.
struct DrainRuns {
  /// The exposures are those of the estimated keys, then hours on the move where `trip.overhead` is asked for, then the
  /// joules of all else over 3600.
  let runs: [JointRun]
  let inputs: [FitReport.Input]
  /// What a strategy's runs have in common, for reports.
  let summaries: [Summary]
  /// How many runs were simulated on their own legs.
  let trips: Int

  struct Summary {
    /// The strategy, and whether its runs travel.
    let name: String
    let runs: Int
    /// Per hour of its runs: hours in a state, or events.
    let perHour: [Double]
    /// In watts.
    let others: Double
    let power: Double
  }

  private struct Measured {
    let name: String
    let group: String
    let phone: String
    let strategy: StrategySpecification
    let start: Double
    let readings: [BatteryLevels.Reading]
    let trip: Scenario?
    var occasion = ""

    func hour(_ reading: BatteryLevels.Reading) -> Double { (reading.time - start) / 3600 }
    func instant(_ reading: BatteryLevels.Reading) -> Instant { .seconds(max(0, reading.time - start)) }
  }

  static let runRoles =
    [
      ColumnRole("run", .text, aliases: ["run"], isRequired: false),
      ColumnRole("timeline", .text, aliases: ["timeline"], isRequired: false),
      ColumnRole("phone", .text, aliases: ["phone", "device"], isRequired: true),
      ColumnRole("strategy", .text, aliases: ["strategy", "config"], isRequired: true),
    ] + ColumnRole.span

  init(
    _ arguments: DrainFitArguments, _ tables: FitTableOptions, _ catalog: Catalog, device: DeviceProfile,
    network: NetworkProfile
  ) throws(InputError) {
    let rest = try catalog.scenario(arguments.scenario)
    let days = try DrainDays(arguments, rest: rest)
    let reading = try Self.read(arguments, tables, catalog, days)
    let steps = Self.steps(reading.runs)
    var runs: [JointRun] = []
    // Runs at rest under one strategy share their simulation; each trip has its own.
    let groups = reading.runs.enumerated().grouped { $1.trip == nil ? $1.group : "\($1.group) \($0)" }
    var parts: [(group: String, hours: Double, counts: [Double], others: Double, total: Double)] = []
    for group in groups {
      let members = group.map(\.element)
      let first = members[0]
      let scenario = first.trip ?? rest
      let instants = Set(members.flatMap { run in run.readings.map(run.instant) }).sorted()
      if let last = instants.last, last > scenario.horizon {
        throw InputError(
          file: nil,
          message: "run \(first.name) or one like it has readings until \((last - .start).clockText), and the day "
            + "'\(scenario.name)' ends at \((scenario.horizon - .start).clockText)",
          remedy: "give a longer --scenario")
      }
      let exposure = try DrainExposure(
        keys: arguments.keys, device: device, network: network, scenario: scenario, strategy: first.strategy,
        instants: instants, seeds: arguments.seeds)
      let places = Dictionary(uniqueKeysWithValues: instants.enumerated().map { ($0.element, $0.offset) })
      for run in members {
        runs.append(
          JointRun(
            name: run.name, timeline: run.group, phone: run.phone, occasion: run.occasion,
            readings: run.readings.map { reading in
              let place = places[run.instant(reading)] ?? 0
              return JointRun.Reading(
                hour: max(0, run.hour(reading)), level: Int(reading.percent.rounded()), step: steps[run.phone] ?? 1,
                exposure: exposure.counts[place]
                  + (arguments.tripOverhead ? [run.trip == nil ? 0 : max(0, run.hour(reading))] : [])
                  + [exposure.others[place] / 3600])
            }))
        if let last = run.readings.last, let place = places[run.instant(last)], run.hour(last) > 0 {
          parts.append(
            (run.group, run.hour(last), exposure.counts[place], exposure.others[place], exposure.total[place]))
        }
      }
    }
    self.runs = runs
    summaries = parts.grouped(by: \.group).map { own in
      let hours = own.reduce(0) { $0 + $1.hours }
      return Summary(
        name: own[0].group, runs: own.count,
        perHour: arguments.keys.indices.map { k in own.reduce(0) { $0 + $1.counts[k] } / hours },
        others: own.reduce(0) { $0 + $1.others } / hours / 3600,
        power: own.reduce(0) { $0 + $1.total } / hours / 3600)
    }
    inputs = reading.inputs + days.inputs
    trips = reading.runs.count { $0.trip != nil }
  }

  /// Of each phone's gauge, by the levels of all its runs.
  private static func steps(_ runs: [Measured]) -> [String: Double] {
    Dictionary(grouping: runs.flatMap { run in run.readings.map { (run.phone, $0.percent) } }, by: \.0)
      .mapValues { BatteryLevels.step(of: $0.map(\.1)) }
  }

  private static func read(
    _ arguments: DrainFitArguments, _ tables: FitTableOptions, _ catalog: Catalog, _ days: DrainDays
  ) throws(InputError) -> (runs: [Measured], inputs: [FitReport.Input]) {
    var groups: [String: [BatteryLevels.Reading]] = [:]
    var inputs: [FitReport.Input] = []
    for file in arguments.levels {
      let levels = try BatteryLevels(bytes: try TextFile.bytes(file), file: file, policy: tables.policy)
      let times = levels.groups.values.flatMap { $0.map(\.time) }
      for (key, readings) in levels.groups { groups[key, default: []] += readings }
      inputs.append(
        FitReport.Input(
          role: "levels", file: file, digest: levels.digest,
          count: "\(times.count) readings", skipped: levels.skipped,
          notes: RecordingExtent.lines(times, [(times.count, "level")]) + levels.notes))
    }
    var runs: [Measured] = []
    var strategies: [String: StrategySpecification] = [:]
    for file in arguments.runs {
      let table = try TableReader(roles: runRoles, policy: tables.policy).read(path: file)
      var (unread, used) = (0, 0)
      for row in 0..<table.count {
        guard let phone = table.texts("phone")?[row], phone.hasPrefix(arguments.phones),
          let theirs = table.texts("strategy")?[row]
        else { continue }
        let timeline = table.texts("timeline")?[row]
        if !arguments.timeline.isEmpty, !arguments.timeline.contains(where: { timeline?.hasPrefix($0) ?? false }) {
          continue
        }
        let ours = arguments.strategy.first { $0.key == theirs }?.parameter
        // Once names are translated, runs of other strategies are not meant.
        if ours == nil, !arguments.strategy.isEmpty { continue }
        let span = try table.span(row, of: "run", in: file)
        let name = ours ?? theirs
        let strategy: StrategySpecification
        if let known = strategies[name] {
          strategy = known
        } else {
          do {
            strategy = try catalog.strategy(name)
          } catch  where ours == nil && error.line == nil {
            throw InputError(
              file: file, line: table.lines[row], column: 1,
              message: error.file.map { "\($0): \(error.message)" } ?? error.message, remedy: error.remedy)
          }
        }
        strategies[name] = strategy
        guard !strategy.readsBattery else {
          throw InputError(
            file: file, line: table.lines[row], column: 1,
            message: "the strategy '\(strategy.name)' acts on the battery's level, which depends on the powers sought",
            remedy: "leave such runs out")
        }
        let group = [timeline, phone].compactMap(\.self).joined(separator: ".")
        let readings = (groups[group] ?? groups[phone] ?? groups[""] ?? []).filter {
          span.contains($0.time)
        }.sorted { ($0.time, $0.line) < ($1.time, $1.line) }
        guard readings.count >= 2 else {
          unread += 1
          continue
        }
        used += 1
        let trip = try days.trip(timeline: timeline, span: span)
        runs.append(
          Measured(
            name: table.texts("run")?[row] ?? "\(phone) line \(table.lines[row])",
            group: trip == nil ? strategy.name : "\(strategy.name), on the move", phone: phone, strategy: strategy,
            start: span.lowerBound, readings: readings, trip: trip))
      }
      inputs.append(
        FitReport.Input(
          "runs", file, table, "\(table.count) runs, \(used) used",
          notes: unread > 0 ? ["\(unread) with fewer than two readings"] : []))
    }
    for (index, occasion) in Occasions.names(starts: runs.map(\.start)).enumerated() { runs[index].occasion = occasion }
    return (runs, inputs)
  }
}
