import Analysis
import DeviceModel
package import Documents
import Core
package import GeoJoule
import RealModule
package import Reports
import Simulation
package import Strategies
import World

/// Simulates measured runs and puts measured and predicted side by side.
package struct ValidationRunner: Sendable {
  /// Errors of simulated fixes are taken from so many of the seeds; drain from all.
  static let errorSeeds = 8
  /// A range is made of so many shares of each seed's discrepancy.
  private static let shares = EqualShares.middles(9)
  /// And of so many shares of the other use, where others' runs show it.
  private static let useShares = EqualShares.middles(19)

  let dataset: MeasuredDataset
  let mapping: RunMapping
  let strategies: [String: StrategySpecification]
  let phones: DayPrediction.Phones
  package let days: MeasuredDays
  private let gauge: GaugePrediction
  private let ranges: PredictionModel

  /// - Throws: `ProfileFault` for a profile that cannot be used.
  package init(
    dataset: MeasuredDataset, mapping: RunMapping, strategies: [String: StrategySpecification],
    phones: DayPrediction.Phones
  ) throws {
    (self.dataset, self.mapping, self.strategies, self.phones) = (dataset, mapping, strategies, phones)
    days = MeasuredDays(dataset.runs, mapping: mapping, strategies: strategies)
    gauge = GaugePrediction(phones.device, parameters: phones.parameters)
    ranges = try PredictionModel(device: phones.device, network: phones.network, isDrawn: phones.parameters == .drawn)
  }

  /// What one seed predicts for one measured run.
  struct Part: Sendable {
    /// At each reading, in percent.
    let levels: [Double]
    /// The same with the phone's own factor; empty for an unknown phone.
    let knownPhone: [Double]
    /// At each reading, in percent of the usable energy from the run's start.
    let drained: [Double]
    let seed: UInt64
    let fixesPerMinute: Double
    let trackedHours: Double
    let startDelay: Double?
    let errors: [LegErrors]
  }

  /// - Parameters:
  ///   - build: of the program.
  ///   - progress: called with how many simulated days are done, from any thread.
  /// - Throws: what the simulation of a run throws.
  package func run(
    build: String = GeoJouleVersion.text, command: String = "", progress: (@Sendable (Int) -> Void)? = nil
  ) async throws -> ValidationReport {
    let gauge = gauge
    let factors = mapping.phones
    let (runs, members, firstSeed) = (dataset.runs, days.members, phones.firstSeed)
    let routes = runs.map { RouteErrors($0.legs) }
    let parts = try await DayPrediction.parts(of: days.days, phones: phones, progress: progress) {
      day, run, outcome in
      members[day][run].map { member in
        Self.part(
          member, of: runs[member.run], outcome, gauge, factor: factors[runs[member.run].phone],
          routes: outcome.seed < firstSeed + UInt64(Self.errorSeeds) ? routes[member.run] : nil)
      }
    }
    var byRun = [[Part]](repeating: [], count: runs.count)
    var readings = [MeasuredReadings?](repeating: nil, count: runs.count)
    for day in members.indices {
      for run in members[day].indices {
        for (place, member) in members[day][run].enumerated() {
          readings[member.run] = member.readings
          byRun[member.run] = parts[day][run].map { $0[place] }
        }
      }
    }
    let otherUse = OtherUse(hidden: gauge.hidden, firstDrop: gauge.meanFirstDrop).estimates(
      runs.indices.compactMap { index in
        readings[index].flatMap { observation(runs[index], $0, byRun[index]) }
      })
    let checks = zip(runs, zip(readings, byRun)).compactMap { run, own in
      let use = otherUse.first { $0.timeline == run.timeline && $0.phone == run.phone }
      return own.0.map { check(run, $0, own.1, otherUse: use) }
    }
    let comparison = errorComparison(runs, byRun)
    return ValidationReport(
      configurations: configurations(checks), errors: comparison.checks,
      satelliteErrors: comparison.satelliteChecks, otherUse: otherUse,
      wattsPerPercentHour: phones.device.meanUsableEnergy / 100 / 3600, device: phones.device.name,
      network: phones.device.networkName(phones.network), seeds: phones.seedCount, firstSeed: phones.firstSeed,
      isDrawn: phones.parameters == .drawn, days: days.days.count, errorSeeds: min(phones.seedCount, Self.errorSeeds),
      sources: sources, isFitted: isFitted,
      warnings: dataset.warnings + [deviceWarning].compactMap(\.self), leftOut: leftOut().map { ($0.reason, $0.runs) },
      version: build, command: command)
  }

  /// That the runs were measured on another kind of phone, where the mapping says which; a device fitted to them is theirs.
  package var deviceWarning: String? {
    let (device, measured) = (phones.device.name, mapping.devices)
    guard !measured.isEmpty, !measured.contains(device), !isFitted else { return nil }
    return "the runs were measured on \(measured.joined(separator: " or ")), not on \(device): errors include this"
  }

  /// Whether a source of the profile names the file of levels or of powers, by the first digits of its digest.
  private var isFitted: Bool {
    dataset.sources.contains { file in
      ["battery", "power"].contains(file.role)
        && phones.device.values.values.contains { $0.trust == .fitted && $0.source.contains(file.digest.prefix(12)) }
    }
  }

  private var sources: [FitReport.Input] {
    let extent = RecordingExtent.lines(
      dataset.runs.flatMap { [$0.span.lowerBound, $0.span.upperBound] },
      [(dataset.runs.count, "run"), (dataset.runs.reduce(0) { $0 + $1.readings.count }, "level")])
    return dataset.sources.map {
      FitReport.Input(
        role: $0.role, file: $0.file, digest: $0.digest, details: ($0.role == "runs" ? extent : []) + $0.notes)
    }
  }

  /// How many readings of a run count.
  private func count(_ readings: MeasuredReadings, _ parts: [Part]) -> Int {
    readings.counted(
      predicted: readings.readings.indices.map { place in
        parts.reduce(0) { $0 + $1.levels[place] } / Double(max(1, parts.count))
      })
  }

  /// What a run says of other use; `nil` where its drain is not judged.
  func observation(_ run: MeasuredRun, _ readings: MeasuredReadings, _ parts: [Part]) -> OtherUse.Observation? {
    let last = count(readings, parts) - 1
    guard run.drainFault == nil, last >= 1, !parts.isEmpty else { return nil }
    let isFull = readings.readings[0].percent >= 100
    let start = isFull ? run.span.lowerBound : readings.readings[0].time
    let drained = parts.map { isFull ? $0.drained[last] : $0.drained[last] - $0.drained[0] }
    let shares = parts.map { share($0, readings, last) }
    let remainder =
      shares.reduce(0) { $0 + ranges.remainder(share: $1, count: parts.count) } / Double(parts.count)
    let discrepancy = phones.device.discrepancy
    let perRun = min(
      remainder * remainder,
      discrepancy.occasion * discrepancy.occasion
        + shares.reduce(0) { $0 + discrepancy.runVariance(share: $1) } / Double(parts.count))
    return OtherUse.Observation(
      timeline: run.timeline, phone: run.phone, hours: (readings.readings[last].time - start) / 3600,
      drop: readings.readings[0].percent - readings.readings[last].percent, isFull: isFull, drained: drained,
      deviations: ((remainder * remainder - perRun).squareRoot(), perRun.squareRoot()))
  }

  /// Location's share of the drain until a reading.
  private func share(_ part: Part, _ readings: MeasuredReadings, _ last: Int) -> Double {
    let hours = (readings.readings[last].time - readings.readings[0].time) / 3600
    let own = part.drained[last] - part.drained[0]
    return own > 0 ? min(1, max(0, 1 - restingPercentPerHour * hours / own)) : 0
  }

  private static func part(
    _ member: MeasuredDays.Member, of run: MeasuredRun, _ outcome: DayPrediction.Outcome, _ gauge: GaugePrediction,
    factor: Double?, routes: RouteErrors?
  ) -> Part {
    let before = outcome.drained[member.places[0]]
    let start = member.readings.readings.isEmpty ? 0 : run.span.lowerBound
    let length = run.span.upperBound - run.span.lowerBound
    let (first, last) = (member.start, member.start + .seconds(length))
    let fixes = outcome.record.fixes.filter { $0.delivered >= first && $0.delivered <= last }
    let drained = member.places.dropFirst().map { outcome.drained[$0] - before }
    func levels(_ factor: Double) -> [Double] {
      gauge.levels(
        run: run.name, seed: outcome.seed, first: member.readings.readings.first?.percent ?? 100,
        hours: member.readings.readings.map { ($0.time - start) / 3600 }, drained: drained.map { $0 * factor },
        step: member.readings.step)
    }
    let errors =
      routes?.errors(
        of: fixes.map {
          RouteErrors.Fix(
            time: run.span.lowerBound + ($0.timestamp - member.start).seconds, position: $0.position,
            radius: $0.horizontalAccuracy, isFromSatellites: $0.hasSpeed)
        }, seed: outcome.seed) ?? []
    return Part(
      levels: levels(1), knownPhone: factor.map(levels) ?? [], drained: drained, seed: outcome.seed,
      fixesPerMinute: Double(fixes.count) / (length / 60),
      trackedHours: TrackedTime.hours(fixes.map(\.delivered.seconds)),
      startDelay: TrackedTime.startDelay(
        fixes.map { run.span.lowerBound + ($0.delivered - member.start).seconds }, legs: run.trips), errors: errors)
  }

  private func check(
    _ run: MeasuredRun, _ readings: MeasuredReadings, _ parts: [Part], otherUse: OtherUseEstimate?
  ) -> RunCheck {
    let levels = parts.map(\.levels)
    let drained = parts.map(\.drained)
    let count = count(readings, parts)
    let isJudged = run.drainFault == nil
    let whole = isJudged ? readings.drain(levels: levels, count: count) : nil
    func rate(_ wanted: (Int) -> Bool) -> DrainCheck? {
      isJudged ? readings.rate(drained: drained, count: count, where: wanted) : nil
    }
    var modes: [String: DrainCheck] = [:]
    for mode in Set(readings.modes.compactMap(\.self)).sorted() {
      modes[mode] = rate { readings.modes[$0] == mode }
    }
    var check = RunCheck(
      name: run.name, timeline: run.timeline, configuration: run.configuration, phone: run.phone,
      travels: !run.legs.isEmpty, drain: whole, onTrips: rate { readings.stretches[$0] == .trip },
      atRest: rate { readings.stretches[$0] == .rest })
    check.gaugeStep = readings.step
    check.byMode = modes
    check.fixesPerMinute = .init(
      run.fixes.map { Double($0.count) / ((run.span.upperBound - run.span.lowerBound) / 60) },
      predicted: parts.map(\.fixesPerMinute))
    check.trackedHours = .init(run.trackedHours, predicted: parts.map(\.trackedHours))
    check.startDelay = .init(run.startDelay, predicted: parts.compactMap(\.startDelay))
    if whole == nil { return check }
    check.rangeDrops = rangeDrops(run, readings, parts, count: count, use: [0])
    check.otherUse = otherUse.map { use in
      RunCheck.OtherUse(
        drops: parts.map { drop(run, readings, $0, count: count, use: use.median) },
        rangeDrops: rangeDrops(run, readings, parts, count: count, use: Self.useShares.map { use.quantile($0) }))
    }
    check.knownPhone = parts.compactMap { $0.knownPhone.isEmpty ? nil : $0.knownPhone[0] - $0.knownPhone[count - 1] }
    return check
  }

  /// What the gauge falls by in one seed, whose drain is multiplied, with other use in percent of the battery an hour.
  private func drop(
    _ run: MeasuredRun, _ readings: MeasuredReadings, _ part: Part, count: Int, factor: Double = 1, use: Double
  ) -> Double {
    let ends = [readings.readings[0], readings.readings[count - 1]]
    let hours = ends.map { ($0.time - run.span.lowerBound) / 3600 }
    let levels = gauge.levels(
      run: run.name, seed: part.seed, first: ends[0].percent, hours: hours,
      drained: zip([0, count - 1], hours).map { part.drained[$0] * factor + use * $1 }, step: readings.step)
    return levels[0] - levels[1]
  }

  /// Drops of which real runs are draws: each seed's drain with what no parameter says of phones, days and runs, and with each
  /// other use.
  private func rangeDrops(
    _ run: MeasuredRun, _ readings: MeasuredReadings, _ parts: [Part], count: Int, use: [Double]
  ) -> [Double] {
    parts.flatMap { part -> [Double] in
      let deviation = ranges.remainder(share: share(part, readings, count - 1), count: parts.count)
      return Self.shares.flatMap { level in
        let factor = Double.exp(deviation * NormalDistribution.quantile(level))
        return use.map { drop(run, readings, part, count: count, factor: factor, use: $0) }
      }
    }.sorted()
  }

  /// What the phone draws with every component at rest, in percent of the usable energy an hour.
  private var restingPercentPerHour: Double {
    let watts = DeviceSchema.resting.reduce(0) { $0 + (phones.device.values[$1]?.mean ?? 0) }
    return phones.device.percentPerHour(watts: watts)
  }

  private func configurations(_ checks: [RunCheck]) -> [ConfigurationCheck] {
    checks.distinct { [$0.timeline, $0.configuration] }.map { names in
      ConfigurationCheck(
        timeline: names[0], configuration: names[1], hasOtherUse: mapping.otherUse?.contains(names[0]) ?? false,
        runs: checks.filter { [$0.timeline, $0.configuration] == names }, plateau: gauge.meanPlateau)
    }
  }

  private func errorComparison(_ runs: [MeasuredRun], _ parts: [[Part]]) -> ErrorComparison {
    var comparison = ErrorComparison()
    for (index, run) in runs.enumerated() where !parts[index].isEmpty {
      let measured = run.fixes.map { fixes in
        RouteErrors(run.legs).errors(
          of: fixes.map {
            RouteErrors.Fix(
              time: $0.unixSeconds, position: $0.position.earthVector(), radius: $0.accuracy,
              isFromSatellites: RouteErrors.isFromSatellites($0, on: phones.device.system))
          })
      }
      comparison.add(run, measured: measured ?? [], predicted: parts[index].prefix(Self.errorSeeds).map(\.errors))
    }
    return comparison
  }

  private func leftOut() -> [MeasuredDataset.LeftOut] {
    var reasons = dataset.leftOut
    func add(_ run: String, _ reason: String) { MeasuredDataset.LeftOut.add(run, reason, to: &reasons) }
    for run in dataset.runs where strategies[run.configuration] == nil {
      add(run.name, "the mapping has no strategy for '\(run.configuration)'")
    }
    for entry in days.leftOut { add(dataset.runs[entry.run].name, entry.reason) }
    return reasons
  }
}
