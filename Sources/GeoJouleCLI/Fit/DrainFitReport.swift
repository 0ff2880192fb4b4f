import Estimation
import GeoJoule
import Measured
import Reports

/// Powers from battery levels: reads the runs, simulates them, regresses the drain.
struct DrainFitReport {
  let report: FitReport

  init(
    _ arguments: DrainFitArguments, _ tables: FitTableOptions, _ catalog: Catalog, command: [String]
  ) throws(InputError) {
    let device = try catalog.device(arguments.device)
    let network = try catalog.network(arguments.network ?? device.defaultNetwork)
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
    try Self.checkPriors(arguments, device)
    let measured = try DrainRuns(arguments, tables, catalog, device: device, network: network)
    let fit = try FitFailure.naming(arguments.levels.first ?? "") { () throws(EstimationError) in
      try Self.fit(measured.runs, arguments, device)
    }
    report = FitReport(
      title: "Power from battery levels", findings: Self.findings(fit, measured, arguments, device),
      inputs: measured.inputs, sections: Self.sections(fit, measured, arguments),
      rows: [
        .readings(
          measured.runs, arguments.keys + (arguments.tripOverhead ? ["trip.overhead"] : []) + ["others"], fit)
      ],
      fragment: FitFragment.text(
        fit.summary, keys: [:], priors: Self.priors(arguments, device), command: command, inputs: measured.inputs,
        extra: [
          "simulated: \(device.name) on \(network.name), at rest on \(arguments.scenario), \(measured.trips) runs on "
            + "their own legs; parameters at their means, \(arguments.seeds) draws of each day"
        ]),
      command: command)
  }

  /// Refuses a prior that was fitted to the same data.
  private static func checkPriors(_ arguments: DrainFitArguments, _ device: DeviceProfile) throws(InputError) {
    guard !arguments.noPriors else { return }
    var inputs: [FitReport.Input] = []
    for file in arguments.levels + arguments.runs {
      inputs.append(
        .init(role: "levels", file: file, digest: SHA256.hexadecimal(of: try TextFile.bytes(file)), details: []))
    }
    try PriorProvenance.check(
      arguments.keys, of: device, against: inputs, file: arguments.levels.first,
      remedy: "give a --device whose value is from before that fit, or --no-priors")
  }

  /// Deviations by key; empty without priors.
  private static func priors(_ arguments: DrainFitArguments, _ device: DeviceProfile) -> [String: Double] {
    guard !arguments.noPriors else { return [:] }
    return Dictionary(uniqueKeysWithValues: Set(arguments.keys).map { ($0, device.values[$0]?.deviation ?? 0) })
  }

  private static func fit(
    _ runs: [JointRun], _ arguments: DrainFitArguments, _ device: DeviceProfile
  ) throws(EstimationError) -> DrainFit {
    let capacity = device.values["battery.energy"]?.mean ?? 0
    let health = device.values["battery.health"]
    var components: [DrainComponent] = []
    for key in arguments.keys {
      let value = device.values[key]
      let isPower = DeviceSchema.schema(of: key)?.dimension == .power
      var prior: (mean: Double, deviation: Double)?
      if !arguments.noPriors, let value, value.deviation > 0 {
        prior = (value.mean, value.deviation)
      }
      components.append(
        DrainComponent(name: key, isEnergy: !isPower, prior: prior))
    }
    // Nothing is known of it before.
    if arguments.tripOverhead { components.append(DrainComponent(name: "trip.overhead")) }
    components.append(DrainComponent(name: "others", fixed: 1))
    let usable = capacity / 3600 * (health?.mean ?? 1)
    return try DrainFit(
      runs: runs, components: components,
      options: DrainFitOptions(
        capacityWattHours: usable,
        capacityRelativeDeviation: health.map { $0.mean > 0 ? $0.deviation / $0.mean : 0 } ?? 0,
        gauge: arguments.gauge == .plateau ? .plateau : .firstDrop(settlingHours: arguments.settling),
        devicesDiffer: arguments.devicesDiffer, occasionsDiffer: arguments.occasionsDiffer))
  }

  private static func findings(
    _ fit: DrainFit, _ measured: DrainRuns, _ arguments: DrainFitArguments, _ device: DeviceProfile
  ) -> [String] {
    var findings = arguments.keys.compactMap { key -> String? in
      guard let parameter = fit.summary[key] else { return nil }
      let before = device.values[key]
      let unit = parameter.unit
      return "\(key): \(FitNumber.text(parameter.value, error: parameter.standardError)) \(unit)"
        + (before.map { "; the profile says \(FitNumber.text($0.mean, error: $0.deviation)) \(unit)" } ?? "") + "."
    }
    findings.append(
      "\(measured.runs.count) runs, \(measured.trips) of them simulated on their own legs, the others at rest on "
        + "\(arguments.scenario); times in each state are the simulator's, and an error there becomes one of the powers."
    )
    if let spread = fit.summary["run_deviation"], spread.value > 0.25 {
      findings.append(
        "Runs differ by \(FitNumber.text(100 * spread.value)) % beyond what the simulated strategies explain: they do not "
          + "describe these runs, and the powers above are not to be used before that is understood.")
    }
    return findings
  }

  private static func sections(
    _ fit: DrainFit, _ measured: DrainRuns, _ arguments: DrainFitArguments
  ) -> [FitSection] {
    let most = fit.runs.map(\.expectedDrop).max() ?? 1
    return [
      FitSection(
        fit.summary,
        plots: [
          FitPlot(
            title: "Shown and expected drain", caption: "On the dashed line a run drained as the fit expects.",
            x: .init("Expected, percent points"), y: .init("Shown, percent points"),
            series: [
              .init("runs", .points, fit.runs.map { (x: $0.expectedDrop, y: $0.shownDrop) }),
              .diagonal((0, most)),
            ])
        ]),
      FitSection(
        title: "Simulated strategies",
        tables: [
          FitTable("", measured.summaries) { columns in
            columns.words(["strategy"]) { $0.name }
            columns.counts(["runs"]) { $0.runs }
            columns.fitted("in all", unit: "mW") { $0.power * 1000 }
            columns.fitted("all else", unit: "mW") { $0.others * 1000 }
            for (place, key) in arguments.keys.enumerated() {
              columns.fitted(key, unit: "h or events per h") { $0.perHour[place] }
            }
          }
        ]),
      FitSection(
        title: "Runs",
        tables: [
          FitTable("", fit.runs) { columns in
            columns.words(["run"]) { $0.run }
            columns.words(["strategy"]) { $0.strategy }
            columns.fitted("shown", unit: "points") { $0.shownDrop }
            columns.fitted("expected", unit: "points") { $0.expectedDrop }
            columns.fitted("deviation", unit: "points") { $0.deviation }
            columns.fitted("score") { $0.score }
          }
        ]),
    ]
  }
}
