package import DeviceModel
package import Documents
import Estimation
package import FileFormats
import GeoJoule
import Core
package import Reports

/// The page about a phone's profile from its own measured days, with the files that it rests on.
package struct PhoneFitReport {
  package let device: DeviceProfile
  package let report: FitReport

  /// - Parameters:
  ///   - network: that of the base.
  ///   - datasets: each counts its own runs from 1.
  /// - Throws: `InputError` for days that cannot be used.
  package init(
    base: DeviceProfile, network: NetworkProfile, name: String, datasets: [MeasuredDataset], mapping: RunMapping,
    seeds: Int, command: [String]
  ) throws(InputError) {
    let (place, inputs) = (datasets.first?.folder, datasets.flatMap(\.inputs))
    let runs = Self.runs(of: datasets)
    let phones = Set(runs.map(\.phone)).sorted()
    guard phones.count == 1 else {
      throw InputError(
        file: place, message: "the folders are of several phones: \(phones.joined(separator: ", "))",
        remedy: "give those of one phone; several of one kind are fitted by 'geojoule fit power --joint'")
    }
    let tables = datasets.map { dataset in dataset.sources.first { $0.role == "runs" }?.digest }
    for (second, digest) in tables.enumerated() {
      guard let first = tables.firstIndex(of: digest), first < second else { continue }
      let message = "it has the runs of '\(datasets[first].folder)'"
      throw InputError(file: datasets[second].folder, message: message, remedy: "give each once")
    }
    // Times that count from a log's own start say nothing of another's.
    let dated = runs.filter { $0.span.lowerBound >= 1e8 }.sorted { $0.span.lowerBound < $1.span.lowerBound }
    for (a, b) in zip(dated, dated.dropFirst()) where b.span.lowerBound < a.span.upperBound {
      throw InputError(
        file: place, message: "the runs '\(a.name)' and '\(b.name)' are of the same hours",
        remedy: "give each hour once; logs of the same hours are imported together")
    }
    let occasions = Occasions.names(starts: runs.map(\.span.lowerBound))
    let strategies = mapping.strategies[base.system] ?? [:]
    let folders = datasets.flatMap { dataset in dataset.runs.map { _ in dataset.folder } }
    let simulated = try PhoneDesign.simulating(
      runs, occasions: zip(occasions, folders).map { "\($0) \($1)" }, device: base, network: network, mapping: mapping,
      strategies: strategies, seeds: seeds)
    guard !simulated.runs.isEmpty else {
      let reason = simulated.leftOut.first.map { "\($0.run): \($0.reason)" } ?? "there is none"
      throw InputError(
        file: place, message: "no run can be used (\(reason))",
        remedy: runs.allSatisfy { strategies[$0.configuration] == nil }
          ? "import the logs again with --strategy, which says what ran"
          : "measure for longer, with readings of the gauge off the charger, or with a power")
    }
    // Tables without rows are the same everywhere.
    let prior = inputs.filter { ["battery", "power"].contains($0.role) && $0.details != ["no reading"] }
    try PriorProvenance.check(
      simulated.design.keys, of: base, against: prior, file: place, remedy: "give a --base from before that fit")
    let digests = prior.map { String($0.digest.prefix(12)) }
    let source =
      "geojoule profile make of \(simulated.runs.count) run\(simulated.runs.count == 1 ? "" : "s") of this phone "
      + "(battery.csv or power.csv SHA-256 \(Array(Set(digests)).sorted().joined(separator: ", ")))"
    let phone = try FitFailure.naming(place ?? "") { () throws(EstimationError) in
      try PhoneFit(simulated.runs, design: simulated.design, base: base, name: name, source: source)
    }
    device = phone.device
    report = FitReport(
      title: "The phone '\(name)' from its own days",
      findings: Self.findings(simulated.runs, runs.count, phone), inputs: inputs,
      sections: Self.sections(
        simulated.runs, simulated.leftOut, simulated.design.design, phone, base,
        warnings: datasets.flatMap(\.placedWarnings)), fragment: "", command: command)
  }

  /// Named by their folders. A night alone shows two levels of a coarse gauge at most: its step is that of all days.
  static func runs(of datasets: [MeasuredDataset]) -> [MeasuredRun] {
    let step = BatteryLevels.step(of: datasets.flatMap { $0.runs.flatMap(\.readings) }.map(\.percent))
    return datasets.flatMap { dataset in
      dataset.runs.map { run in
        var run = run
        run.name = "\(dataset.folder) \(run.name)"
        let isWhole = run.readings.allSatisfy { $0.percent.truncatingRemainder(dividingBy: step) == 0 }
        if isWhole { run.gaugeStep = max(run.gaugeStep, step) }
        return run
      }
    }
  }

  static func findings(_ runs: [PhoneDesign.Run], _ read: Int, _ phone: PhoneFit) -> [String] {
    let (learned, spread) = (phone.learned, phone.spread)
    let most = learned.filter { $0.share >= 0.2 }.sorted { ($1.share, $0.key) < ($0.share, $1.key) }.prefix(4)
    let names = most.map { "\($0.key) \(FitNumber.text(100 * $0.share)) %" }
    let percent = { (value: Double) in FitNumber.text(100 * value) }
    return [
      "\(runs.count) of \(read) runs used. Drains of the settings that were measured are known to "
        + "\(percent(spread.discrepancy.phone)) %; a real run differs by \(percent(spread.discrepancy.run)) % more, a day by "
        + "\(percent(spread.discrepancy.occasion)) %.",
      names.isEmpty
        ? "No single value was learned well: sums are known better than their parts."
        : "Learned best: \(names.joined(separator: ", ")). Sums are known better than their parts.",
      "Learned: the share of the prior's variance that the days removed. Where it is small, a value is the base's.",
    ] + (spread.location < 0.05 ? ["These days say little of location: what it costs is the base's."] : [])
      + (runs.allSatisfy(\.joint.readings.isEmpty)
        ? ["No run has levels: nothing is known of the battery, and percents are known no better than before."] : [])
  }

  static func sections(
    _ runs: [PhoneDesign.Run], _ leftOut: [(run: String, reason: String)], _ design: JointDesign, _ phone: PhoneFit,
    _ base: DeviceProfile, warnings: [String]
  ) -> [FitSection] {
    let (fit, learned, spread) = (phone.fit, phone.learned, phone.spread)
    let expected = runs.map { ($0, fit.drain($0.exposure, design: design)) }
    var tables = [
      FitTable("Measured runs and what the new profile expects of them", expected) { columns in
        columns.words(["run"]) { run, _ in run.measured.name }
        columns.words(["strategy"]) { run, _ in run.measured.configuration }
        columns.words(["where"]) { run, _ in run.joint.travels ? "on the move" : "at rest" }
        columns.fitted("time", unit: "h") { run, _ in
          (run.measured.span.upperBound - run.measured.span.lowerBound) / 3600
        }
        columns.fitted("shown", unit: "points") { run, _ in
          guard let first = run.joint.readings.first, let last = run.joint.readings.last else { return nil }
          return Double(first.level - last.level)
        }
        columns.fitted("metered", unit: "Wh") { run, _ in run.joint.energies.first?.wattHours }
        columns.fitted("expected", unit: "points") { $0.joint.readings.isEmpty ? nil : $1.percent }
        columns.fitted("expected", unit: "Wh") { run, expected in
          let isByGauge = run.joint.energies.first?.isByGauge ?? false
          return expected.wattHours * (isByGauge ? fit.product([PhoneDesign.gauge.name]).median : 1)
        }
        columns.fitted("known to", unit: "%") { run, _ in 100 * fit.logDeviation(ofDrain: run.exposure, design: design)
        }
      }
    ]
    if !leftOut.isEmpty {
      tables.append(
        FitTable("Runs left out", leftOut) { columns in
          columns.words(["run"]) { $0.run }
          columns.words(["reason"]) { $0.reason }
        })
    }
    return [
      FitSection(
        title: "What was learned", warnings: warnings,
        tables: [
          FitTable("", learned) { columns in
            columns.words(["value"]) { $0.key }
            columns.fitted(base.name, error: { 1000 * $0.before.deviation }) { 1000 * $0.before.mean }
            columns.fitted("this phone", error: { 1000 * $0.after.deviation }) { 1000 * $0.after.mean }
            columns.words(["unit"]) { DeviceSchema.schema(of: $0.key)?.dimension == .power ? "mW" : "mJ" }
            columns.fitted("learned", unit: "%") { max(0, 100 * $0.share) }
          }
        ]),
      FitSection(title: "Runs", tables: tables),
      discrepancySection(base, spread.discrepancy),
    ]
  }

  private static func discrepancySection(_ base: DeviceProfile, _ new: Discrepancy) -> FitSection {
    let old = base.discrepancy
    let rows = [
      ("phones", old.phone, new.phone), ("occasions", old.occasion, new.occasion), ("runs", old.run, new.run),
      ("tracking", old.tracking, new.tracking), ("rest", old.rest, new.rest), ("location", old.location, new.location),
    ]
    return FitSection(
      title: "Discrepancy, as log-deviations",
      tables: [
        FitTable("", rows) { columns in
          columns.words(["between"]) { $0.0 }
          columns.fitted(base.name) { $0.1 }
          columns.fitted("this phone") { $0.2 }
        }
      ])
  }
}

extension MeasuredDataset {
  /// Its files, under the folder's name.
  package var inputs: [FitReport.Input] {
    sources.map { .init(role: $0.role, file: "\(folder)/\($0.file)", digest: $0.digest, details: $0.notes) }
  }

  /// Its warnings, under the folder's name.
  package var placedWarnings: [String] { warnings.map { "\(folder)/\($0)" } }
}
