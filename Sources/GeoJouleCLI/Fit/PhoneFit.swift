import DeviceModel
import Estimation
import FileFormats
import GeoJoule
import Quantities
import RealModule
import Reports
import Validation

/// A phone's profile from its own measured days: the base's values, moved as far as the days say.
struct PhoneFit {
  let device: DeviceProfile
  let report: FitReport

  /// What one folder is made of.
  struct Folder {
    let path: String
    let dataset: MeasuredDataset
  }

  private struct Learned {
    let key: String
    let before: ProfileValue
    let after: ProfileValue
    /// The share of the prior's variance that is gone.
    let share: Double
  }

  /// Below this, a value that no run used stays the base's.
  private static let leastLearned = 0.01

  /// - Parameter network: that of the base.
  /// - Throws: `InputError` for days that cannot be used.
  init(
    base: DeviceProfile, network: NetworkProfile, name: String, folders: [Folder], mapping: RunMapping, seeds: Int,
    command: [String]
  ) throws(InputError) {
    let place = folders.first?.path
    let inputs = folders.flatMap { folder in
      folder.dataset.sources.map {
        FitReport.Input(
          role: $0.role, file: "\(folder.path)/\($0.file)", digest: $0.digest, details: $0.notes)
      }
    }
    // Each folder counts its own runs from 1.
    let runs = folders.flatMap { folder in
      folder.dataset.runs.map { run in
        MeasuredRun(
          name: "\(folder.path) \(run.name)", timeline: run.timeline, phone: run.phone,
          configuration: run.configuration, span: run.span, readings: run.readings, drainFault: run.drainFault,
          legs: run.legs, fixes: run.fixes, power: run.power)
      }
    }
    let phones = Set(runs.map(\.phone)).sorted()
    guard phones.count == 1 else {
      throw InputError(
        file: place, message: "the folders are of several phones: \(phones.joined(separator: ", "))",
        remedy: "give those of one phone; several of one kind are fitted by 'geojoule fit power --joint'")
    }
    let occasions = DrainRuns.occasions(runs.map(\.span.lowerBound))
    let simulated = try PhoneDesign.simulating(
      runs,
      occasions: zip(occasions, folders.flatMap { folder in folder.dataset.runs.map { _ in folder.path } }).map {
        "\($0) \($1)"
      }, device: base, network: network, mapping: mapping, strategies: mapping.strategies[base.system] ?? [:],
      seeds: seeds)
    guard !simulated.runs.isEmpty else {
      let reason = simulated.leftOut.first.map { "\($0.run): \($0.reason)" } ?? "there is none"
      throw InputError(
        file: place, message: "no run can be used (\(reason))",
        remedy: "measure for longer, with readings of the gauge off the charger, or with a power")
    }
    let prior = inputs.filter { ["battery", "power"].contains($0.role) }.map {
      PriorProvenance.Input(file: $0.file, digest: $0.digest)
    }
    for key in simulated.design.keys {
      guard let value = base.values[key], let overlap = PriorProvenance.overlap(of: value.source, with: prior) else {
        continue
      }
      throw InputError(
        file: place,
        message:
          "'\(key)' of the device '\(base.name)' was fitted to these data (\(overlap)): as a prior it would count them twice",
        remedy: "give a --base from before that fit")
    }
    let design = simulated.design.design
    let fit = try FitFailure.naming(place ?? "") { () throws(EstimationError) in
      try JointDrainFit(runs: simulated.runs.map(\.joint), design: design)
    }
    let digests = inputs.filter { ["battery", "power"].contains($0.role) }.map { String($0.digest.prefix(12)) }
    let source =
      "geojoule profile make of \(simulated.runs.count) run\(simulated.runs.count == 1 ? "" : "s") of this phone "
      + "(battery.csv or power.csv SHA-256 \(Array(Set(digests)).sorted().joined(separator: ", ")))"
    let learned = Self.learned(fit, simulated.design, base, source)
    let discrepancy = Self.discrepancy(fit, simulated.runs, design, base, learned)
    device = Self.device(base, name: name, fit, learned, discrepancy, source)
    report = FitReport(
      title: "The phone '\(name)' from its own days",
      findings: Self.findings(fit, simulated.runs, runs.count, learned, discrepancy), inputs: inputs,
      sections: Self.sections(fit, simulated.runs, simulated.leftOut, design, learned, discrepancy, base), fragment: "",
      version: GeoJouleVersion.text, command: command.map(ShellText.quoted).joined(separator: " "))
  }

  // MARK: Values

  private static func rounded(_ value: Double) -> Double { Double(DecimalText.significant(value, digits: 5)) ?? value }

  private static func value(
    mean: Double, deviation: Double, within valid: ClosedRange<Double>, source: String
  ) -> ProfileValue {
    let mean = rounded(min(max(mean, valid.lowerBound), valid.upperBound))
    // Four deviations of the logarithm either way, so that draws are hardly cut.
    let factor = Double.exp(4 * Double.log(onePlus: (deviation / mean) * (deviation / mean)).squareRoot())
    return ProfileValue(
      mean: mean, deviation: rounded(deviation),
      range: rounded(max(valid.lowerBound, mean / factor))...rounded(min(valid.upperBound, mean * factor)),
      distribution: .lognormal, trust: .fitted, source: source)
  }

  private static func learned(
    _ fit: JointDrainFit, _ phone: PhoneDesign, _ base: DeviceProfile, _ source: String
  ) -> [Learned] {
    phone.keys.enumerated().compactMap { place, key -> Learned? in
      guard let before = base.values[key], let schema = DeviceSchema.schema(of: key),
        let share = fit.learned[place]
      else { return nil }
      if place >= phone.measured, share < leastLearned { return nil }
      let (median, deviation) = fit.product([key])
      let mean = median * Double.exp(deviation * deviation / 2)
      let spread = mean * (Double.exp(deviation * deviation) - 1).squareRoot()
      let percent = DecimalText.significant(max(0, 100 * share), digits: 2)
      return Learned(
        key: key, before: before,
        after: value(
          mean: mean, deviation: spread, within: schema.validRange,
          source: "\(source), \(percent) % of the variance of \(base.name)'s value removed"), share: share)
    }
  }

  /// What real runs of this phone differ by from its predicted mean.
  private struct Spread {
    let discrepancy: Discrepancy
    /// The share of the variance of location's part that the days removed; 0 where no setting with location was measured.
    let location: Double
  }

  /// What tracking is off by after a phone was measured: `iphone-6` 0.12, `nexus-6` 0.09.
  private static let measuredTracking = 0.105

  /// The phone's term is what the fit leaves open of the settings that were measured; days and runs are the fit's; what holds
  /// for location's share goes from the base's to that of measured phones as location is learned.
  private static func discrepancy(
    _ fit: JointDrainFit, _ runs: [PhoneDesign.Run], _ design: JointDesign, _ base: DeviceProfile, _ learned: [Learned]
  ) -> Spread {
    let variances = runs.map { run -> Double in
      let deviation = fit.logDeviation(ofDrain: run.exposure, design: design)
      return deviation * deviation
    }
    let phone = (variances.reduce(0, +) / Double(max(1, variances.count))).squareRoot()
    let asked = ["processor.location_session", "processor.wifi_session", "gnss.tracking_strong", "gnss.acquiring"]
    let location = learned.filter { asked.contains($0.key) }.map { max(0, $0.share) }.max() ?? 0
    let before = base.discrepancy.tracking
    let after = min(before, measuredTracking)
    func spread(_ name: String) -> Double { fit.summary[name]?.value ?? 0 }
    return Spread(
      discrepancy: Discrepancy(
        phone: phone, occasion: spread("occasion_deviation"), run: spread("run_deviation"),
        tracking: ((1 - location) * before * before + location * after * after).squareRoot()), location: location)
  }

  private static func device(
    _ base: DeviceProfile, name: String, _ fit: JointDrainFit, _ learned: [Learned], _ spread: Spread, _ source: String
  ) -> DeviceProfile {
    var device = base
    device.name = name
    device.summary = "\(base.name), with what measured days say of this phone"
    for value in learned { device.values[value.key] = value.after }
    var keys = learned.map(\.key)
    if let energy = base.values["battery.energy"], let health = base.values["battery.health"],
      let schema = DeviceSchema.schema(of: "battery.energy")
    {
      let (median, deviation) = fit.product([PhoneDesign.battery])
      let mean = energy.mean * median * Double.exp(deviation * deviation / 2)
      device.values["battery.energy"] = value(
        mean: mean, deviation: mean * (Double.exp(deviation * deviation) - 1).squareRoot(), within: schema.validRange,
        source: "\(source): powers hold for this size, which only a power beside the gauge tells; health is part of it")
      device.values["battery.health"]?.deviation = 0
      device.values["battery.health"]?.distribution = .fixed
      device.values["battery.health"]?.range = health.mean...health.mean
      keys.append("battery.energy")
    }
    let quantity = { (key: String) in key == "battery.energy" ? PhoneDesign.battery : key }
    var correlations: [Correlation] = []
    for i in keys.indices {
      for j in 0..<i {
        let value = fit.correlation([quantity(keys[j])], [quantity(keys[i])])
        guard abs(value) >= 0.02 else { continue }
        correlations.append(
          Correlation(between: keys[j], keys[i], value: min(0.995, max(-0.995, value)), source: source))
      }
    }
    let kept = base.correlations.filter { !(keys.contains($0.first) && keys.contains($0.second)) }
    func set(_ shrink: Double) {
      device.correlations =
        kept
        + correlations.map {
          Correlation(between: $0.first, $0.second, value: rounded($0.value * shrink), source: $0.source)
        }
    }
    // Rounding and the small ones left out may make the whole contradict itself by a little.
    var shrink = 1.0
    set(shrink)
    while shrink > 0.5, device.validate().contains(where: { $0.key == "correlations" }) {
      shrink -= 0.01
      set(shrink)
    }
    for (key, number, why) in [
      ("phone", spread.discrepancy.phone, "what the fit leaves open of the settings that were measured"),
      ("occasion", spread.discrepancy.occasion, "between days, with \(base.name)'s as prior"),
      ("run", spread.discrepancy.run, "between runs, with \(base.name)'s as prior"),
      (
        "tracking", spread.discrepancy.tracking,
        "between \(base.name)'s and the 0.09 to 0.12 of measured phones, as location was learned"
      ),
    ] {
      guard let schema = DeviceSchema.schema(of: "\(Discrepancy.section).\(key)") else { continue }
      let mean = max(0.005, number)
      device.values[schema.key] = value(
        mean: mean, deviation: 0.3 * mean, within: schema.validRange, source: "\(source): \(why)")
    }
    return device
  }

  // MARK: Report

  private static func findings(
    _ fit: JointDrainFit, _ runs: [PhoneDesign.Run], _ read: Int, _ learned: [Learned], _ spread: Spread
  ) -> [String] {
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
    ] + (spread.location < 0.05 ? ["No setting with location was measured: what location costs is the base's."] : [])
  }

  private static func sections(
    _ fit: JointDrainFit, _ runs: [PhoneDesign.Run], _ leftOut: [(run: String, reason: String)], _ design: JointDesign,
    _ learned: [Learned], _ spread: Spread, _ base: DeviceProfile
  ) -> [FitSection] {
    let values = learned.map { value -> [String] in
      let scale = 1000.0
      return [
        value.key, FitNumber.text(scale * value.before.mean, error: scale * value.before.deviation),
        FitNumber.text(scale * value.after.mean, error: scale * value.after.deviation),
        DeviceSchema.schema(of: value.key)?.dimension == .power ? "mW" : "mJ",
        FitNumber.text(max(0, 100 * value.share)),
      ]
    }
    let rows = runs.map { run -> [String] in
      let hours = (run.measured.span.upperBound - run.measured.span.lowerBound) / 3600
      let expected = fit.drain(run.exposure, design: design)
      let deviation = fit.logDeviation(ofDrain: run.exposure, design: design)
      let shown = run.joint.readings.last.flatMap { last in
        run.joint.readings.first.map { Double($0.level - last.level) }
      }
      return [
        run.measured.name, run.measured.configuration, run.joint.travels ? "on the move" : "at rest",
        FitNumber.text(hours), shown.map { FitNumber.text($0) } ?? "-",
        run.joint.energies.first.map { FitNumber.text($0.wattHours) } ?? "-",
        run.joint.readings.isEmpty ? "-" : FitNumber.text(expected.percent),
        FitNumber.text(expected.wattHours), FitNumber.text(100 * deviation),
      ]
    }
    var tables = [
      FitTable(
        title: "Measured runs and what the new profile expects of them",
        headings: [
          ("Run", ""), ("Strategy", ""), ("Where", ""), ("Time", "h"), ("Shown", "points"), ("Metered", "Wh"),
          ("Expected", "points"), ("Expected", "Wh"), ("Known to", "%"),
        ], rows: rows)
    ]
    if !leftOut.isEmpty {
      tables.append(
        FitTable(
          title: "Runs left out", headings: [("Run", ""), ("Reason", "")], rows: leftOut.map { [$0.run, $0.reason] }))
    }
    let (old, new) = (base.discrepancy, spread.discrepancy)
    return [
      FitSection(
        title: "What was learned",
        tables: [
          FitTable(
            title: "",
            headings: [("Value", ""), (base.name, ""), ("This phone", ""), ("Unit", ""), ("Learned", "%")], rows: values
          )
        ]),
      FitSection(title: "Runs", tables: tables),
      FitSection(
        title: "Discrepancy, as log-deviations",
        tables: [
          FitTable(
            title: "", headings: [("Between", ""), (base.name, ""), ("This phone", "")],
            rows: [
              ("phones", old.phone, new.phone), ("occasions", old.occasion, new.occasion), ("runs", old.run, new.run),
              ("tracking", old.tracking, new.tracking),
            ].map { [$0, FitNumber.text($1), FitNumber.text($2)] })
        ]),
    ]
  }
}
