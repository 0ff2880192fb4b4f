import DeviceModel
import Estimation
import FileFormats
import GeoJoule
import Quantities
import Reports
import Strategies

/// Powers from battery levels: reads the runs, simulates them, regresses the drain.
struct DrainFitReport {
  let report: FitReport

  static let runRoles = [
    ColumnRole("run", .text, aliases: ["run"], isRequired: false),
    ColumnRole("timeline", .text, aliases: ["timeline"], isRequired: false),
    ColumnRole("phone", .text, aliases: ["phone", "device"], isRequired: true),
    ColumnRole("strategy", .text, aliases: ["strategy", "config"], isRequired: true),
    ColumnRole("start", .time, aliases: ["start"], isRequired: true, defaultUnit: "s"),
    ColumnRole("end", .time, aliases: ["end"], isRequired: true, defaultUnit: "s"),
  ]

  init(
    _ arguments: DrainFitArguments, _ tables: FitTableOptions, _ catalog: Catalog, command: [String]
  ) throws(InputError) {
    let levelsFile = arguments.levels ?? ""
    let runsFile = arguments.runs ?? ""
    let device = try catalog.device(arguments.device)
    let network = try catalog.network(arguments.network ?? device.defaultNetwork)
    let scenario = try catalog.scenario(arguments.scenario)
    for key in arguments.keys {
      let schema = DeviceSchema.schema(of: key)
      guard device.values[key] != nil, schema?.dimension == .power || schema?.dimension == .energy else {
        let valid = device.values.keys.filter {
          [.power, .energy].contains(DeviceSchema.schema(of: $0)?.dimension) && !$0.hasPrefix("battery.")
        }
        throw InputError(
          file: nil, message: "'\(key)' is not a power or energy of the device '\(device.name)'",
          remedy: Suggestion.remedy(for: key, among: valid.sorted(), what: "keys"))
      }
    }
    let levels = try BatteryLevels(path: levelsFile, policy: tables.policy)
    let table = try MeasurementTableReader(roles: Self.runRoles, policy: tables.policy).read(path: runsFile)
    var exposures: [String: DrainExposure] = [:]
    var runs: [GaugeRun] = []
    var unread = 0
    for row in 0..<table.count {
      guard let phone = table.texts("phone")?[row], phone.hasPrefix(arguments.phones),
        let theirs = table.texts("strategy")?[row], let start = table.number("start", row),
        let end = table.number("end", row)
      else { continue }
      let ours = arguments.strategy.first { $0.key == theirs }?.parameter
      // Once names are translated, runs of other strategies are not meant.
      if ours == nil, !arguments.strategy.isEmpty { continue }
      let strategy = try catalog.strategy(ours ?? theirs)
      let exposure: DrainExposure
      if let known = exposures[strategy.name] {
        exposure = known
      } else {
        exposure = try DrainExposure(
          keys: arguments.keys, device: device, network: network, scenario: scenario, strategy: strategy)
        exposures[strategy.name] = exposure
      }
      let group = [table.texts("timeline")?[row], phone].compactMap(\.self).joined(separator: ".")
      let readings = (levels.groups[group] ?? levels.groups[phone] ?? levels.groups[""] ?? []).filter {
        (start...end).contains($0.time)
      }
      guard readings.count >= 2 else {
        unread += 1
        continue
      }
      runs.append(
        GaugeRun(
          name: table.texts("run")?[row] ?? "\(phone) line \(table.lines[row])", strategy: strategy.name, device: phone,
          levels: readings.map { (hour: ($0.time - start) / 3600, level: Int($0.percent.rounded())) },
          exposurePerHour: exposure.perHour + [1]))
    }
    let capacity = device.values["battery.energy"]?.mean ?? 0
    let health = device.values["battery.health"]
    let fit: DrainFit
    do throws(EstimationError) {
      fit = try Self.fit(runs, exposures, arguments, device, capacity, health)
    } catch {
      throw FitFailure.input(error, file: levelsFile)
    }
    let inputs = [
      FitReport.Input(
        role: "levels", file: levelsFile, digest: levels.digest,
        count: "\(levels.groups.values.reduce(0) { $0 + $1.count }) readings", skipped: levels.skipped),
      FitReport.Input(
        role: "runs", file: runsFile, digest: table.digest,
        count: "\(table.count) runs, \(runs.count) used",
        skipped: table.skipped, notes: unread > 0 ? ["\(unread) with fewer than two readings"] : []),
    ]
    report = FitReport(
      title: "Power from battery levels", findings: Self.findings(fit, exposures, arguments, device), inputs: inputs,
      sections: Self.sections(fit, exposures, arguments),
      fragment: FitFragment.text(
        fit.summary, keys: [:], command: command, inputs: inputs,
        extra: ["simulated: \(device.name) on \(network.name), \(scenario.name), parameters at their means"]),
      version: GeoJouleVersion.text, command: command.map(ShellText.quoted).joined(separator: " "))
  }

  /// The last column is what the device draws beside the estimated components: known, and the same in no two strategies.
  private static func fit(
    _ runs: [GaugeRun], _ exposures: [String: DrainExposure], _ arguments: DrainFitArguments, _ device: DeviceProfile,
    _ capacity: Double, _ health: ProfileValue?
  ) throws(EstimationError) -> DrainFit {
    var components: [DrainComponent] = []
    for key in arguments.keys {
      let value = device.values[key]
      let isPower = DeviceSchema.schema(of: key)?.dimension == .power
      var prior: DrainComponent.Prior?
      if !arguments.noPriors, let value, value.deviation > 0 {
        prior = DrainComponent.Prior(mean: value.mean, deviation: value.deviation)
      }
      components.append(
        DrainComponent(name: key, kind: isPower ? .power : .energyPerEvent, treatment: .fitted(prior: prior)))
    }
    components.append(DrainComponent(name: "others", treatment: .fixed(1)))
    // "others" counts in watt-hours per hour: its exposure is its power.
    let scaled = runs.map { run -> GaugeRun in
      let fixed = exposures[run.strategy]?.fixedPower ?? 0
      return GaugeRun(
        name: run.name, strategy: run.strategy, device: run.device,
        readings: run.readings.map { reading in
          GaugeRun.Reading(
            hour: reading.hour, level: reading.level,
            exposure: Array(reading.exposure.dropLast()) + [fixed * reading.hour])
        })
    }
    let usable = capacity / 3600 * (health?.mean ?? 1)
    return try DrainFit(
      runs: scaled, components: components,
      options: DrainFitOptions(
        capacityWattHours: usable,
        capacityRelativeDeviation: health.map { $0.mean > 0 ? $0.deviation / $0.mean : 0 } ?? 0,
        devicesDiffer: arguments.devicesDiffer, bootstrapResamples: arguments.resamples))
  }

  private static func findings(
    _ fit: DrainFit, _ exposures: [String: DrainExposure], _ arguments: DrainFitArguments, _ device: DeviceProfile
  ) -> [String] {
    var findings = arguments.keys.compactMap { key -> String? in
      guard let parameter = fit.summary[key] else { return nil }
      let before = device.values[key]
      let unit = parameter.unit
      return "\(key): \(FitNumber.text(parameter.value, error: parameter.standardError)) \(unit)"
        + (before.map { "; the profile says \(FitNumber.text($0.mean, error: $0.deviation)) \(unit)" } ?? "") + "."
    }
    findings.append(
      "Strategies were simulated at rest; times in each state are the simulator's, and an error there becomes one of the "
        + "powers. Condition number \(FitNumber.text(fit.conditionNumber)).")
    if let spread = fit.summary["run_deviation"], spread.value > 0.25 {
      findings.append(
        "Runs differ by \(FitNumber.text(100 * spread.value)) % beyond what the simulated strategies explain: they do not "
          + "describe these runs, and the powers above are not to be used before that is understood.")
    }
    return findings
  }

  private static func sections(
    _ fit: DrainFit, _ exposures: [String: DrainExposure], _ arguments: DrainFitArguments
  ) -> [FitSection] {
    let rows = exposures.keys.sorted().map { name -> [String] in
      let exposure = exposures[name]
      return [name] + (exposure?.perHour ?? []).map { FitNumber.text($0) }
        + [FitNumber.text((exposure?.fixedPower ?? 0) * 1000), FitNumber.text((exposure?.power ?? 0) * 1000)]
    }
    let residuals = fit.runs.map { run in
      [
        run.run, run.strategy, FitNumber.text(run.shownDrop), FitNumber.text(run.expectedDrop),
        FitNumber.text(run.deviation), FitNumber.text(run.score),
      ]
    }
    return [
      FitSection(
        fit.summary,
        plots: [
          FitPlot(
            title: "Shown and expected drain", caption: "On the dashed line a run drained as the fit expects.",
            x: .init("Expected, percent points"), y: .init("Shown, percent points"),
            series: [
              .init("runs", .points, fit.runs.map { (x: $0.expectedDrop, y: $0.shownDrop) }),
              .init(
                "", .reference,
                [
                  (x: 0, y: 0),
                  (x: fit.runs.map(\.expectedDrop).max() ?? 1, y: fit.runs.map(\.expectedDrop).max() ?? 1),
                ]),
            ])
        ]),
      FitSection(
        title: "Simulated strategies",
        tables: [
          FitTable(
            title: "",
            headings: [("Strategy", "")] + arguments.keys.map { ($0, "h or events per h") } + [
              ("all else", "mW"), ("in all", "mW"),
            ], rows: rows)
        ]),
      FitSection(
        title: "Runs",
        tables: [
          FitTable(
            title: "",
            headings: [
              ("Run", ""), ("Strategy", ""), ("shown", "points"), ("expected", "points"), ("deviation", "points"),
              ("score", ""),
            ], rows: residuals)
        ]),
    ]
  }
}
