package import Documents
package import Analysis
import DeviceModel
import EventKernel
package import GeoJoule
import Quantities
import RealModule
import Simulation
package import Strategies
import World

/// Simulates measured runs and puts measured and predicted side by side.
package struct ValidationRunner: Sendable {
  /// Errors of simulated fixes are taken from so many of the seeds; drain from all.
  package static let errorSeeds = 8
  /// A range is made of so many shares of each seed's discrepancy.
  private static let shares = (0..<9).map { (Double($0) + 0.5) / 9 }

  let dataset: MeasuredDataset
  let mapping: RunMapping
  let strategies: [String: StrategySpecification]
  let phones: DayPrediction.Phones
  package let days: MeasuredDays
  private let gauge: GaugePrediction
  private let ranges: PredictionModel

  package struct Result: Sendable {
    package let configurations: [ConfigurationCheck]
    package let errors: [FixErrorCheck]
    /// Runs left out, by reason.
    package let leftOut: [MeasuredDataset.LeftOut]
    package let days: Int
    /// How much a full gauge hides in the mean, in percent points.
    package let plateau: Double
  }

  /// - Throws: `ProfileFault` for a profile that cannot be used.
  package init(
    dataset: MeasuredDataset, mapping: RunMapping, strategies: [String: StrategySpecification],
    phones: DayPrediction.Phones
  ) throws {
    self.dataset = dataset
    self.mapping = mapping
    self.strategies = strategies
    self.phones = phones
    days = MeasuredDays(dataset.runs, mapping: mapping, strategies: strategies)
    gauge = GaugePrediction(phones.device, parameters: phones.parameters)
    ranges = try PredictionModel(
      device: phones.device, network: phones.network, isDrawn: phones.parameters == .drawn)
  }

  /// What one seed predicts for one measured run.
  private struct Part: Sendable {
    /// At each reading, in whole percent.
    let levels: [Double]
    /// The same with the phone's own factor; empty for an unknown phone.
    let knownPhone: [Double]
    /// At each reading, in percent of the usable energy from the run's start.
    let drained: [Double]
    let seed: UInt64
    let fixesPerMinute: Double
    let trackedHours: Double
    let errors: [String: FixErrors]
  }

  /// - Throws: what the simulation of a run throws.
  ///
  /// - Parameter progress: called with how many simulated days are done, from any thread.
  package func run(progress: (@Sendable (Int) -> Void)? = nil) async throws -> Result {
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
    // By measured run and seed.
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
    var checks: [RunCheck?] = runs.map { _ in nil }
    for (index, run) in runs.enumerated() {
      guard let readings = readings[index] else { continue }
      checks[index] = check(run, readings, byRun[index])
    }
    return Result(
      configurations: configurations(runs, checks), errors: errors(runs, byRun), leftOut: leftOut(),
      days: days.days.count, plateau: gauge.meanPlateau)
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
        hours: member.readings.readings.map { ($0.time - start) / 3600 }, drained: drained.map { $0 * factor })
    }
    let errors =
      routes?.errors(
        of: fixes.map {
          RouteErrors.Fix(
            time: run.span.lowerBound + ($0.timestamp - member.start).seconds, position: $0.position,
            radius: $0.horizontalAccuracy)
        }) ?? [:]
    return Part(
      levels: levels(1), knownPhone: factor.map(levels) ?? [], drained: drained, seed: outcome.seed,
      fixesPerMinute: Double(fixes.count) / (length / 60),
      trackedHours: TrackedTime.hours(fixes.map(\.delivered.seconds)), errors: errors)
  }

  private func check(_ run: MeasuredRun, _ readings: MeasuredReadings, _ parts: [Part]) -> RunCheck {
    let levels = parts.map(\.levels)
    let drained = parts.map(\.drained)
    let count = readings.counted(
      predicted: readings.readings.indices.map { place in
        levels.reduce(0) { $0 + $1[place] } / Double(max(1, levels.count))
      })
    let isJudged = run.drainFault == nil
    let whole = isJudged ? readings.drain(levels: levels, count: count) : nil
    func rate(_ wanted: (Int) -> Bool) -> DrainCheck? {
      isJudged ? readings.rate(drained: drained, count: count, where: wanted) : nil
    }
    var modes: [String: DrainCheck] = [:]
    for mode in Set(readings.modes.compactMap(\.self)).sorted() {
      modes[mode] = rate { readings.modes[$0] == mode }
    }
    return RunCheck(
      name: run.name, timeline: run.timeline, configuration: run.configuration, phone: run.phone,
      travels: !run.legs.isEmpty, drain: whole, onTrips: rate { readings.stretches[$0] == .trip },
      atRest: rate { readings.stretches[$0] == .rest }, byMode: modes,
      rangeDrops: whole == nil ? [] : rangeDrops(run, readings, parts, count: count),
      knownPhone: whole == nil
        ? [] : parts.compactMap { $0.knownPhone.isEmpty ? nil : $0.knownPhone[0] - $0.knownPhone[count - 1] },
      fixesPerMinute: run.fixes.map { Double($0.count) / ((run.span.upperBound - run.span.lowerBound) / 60) },
      predictedFixesPerMinute: parts.map(\.fixesPerMinute),
      trackedHours: run.trackedHours, predictedTrackedHours: parts.map(\.trackedHours))
  }

  /// Drops of which real runs are draws: each seed's drain with what no parameter says of phones, days and runs.
  private func rangeDrops(
    _ run: MeasuredRun, _ readings: MeasuredReadings, _ parts: [Part], count: Int
  ) -> [Double] {
    let hours = readings.readings.map { ($0.time - run.span.lowerBound) / 3600 }
    let places = [0, count - 1]
    let resting = restingPercentPerHour * (hours[count - 1] - hours[0])
    return parts.flatMap { part -> [Double] in
      let own = part.drained[count - 1] - part.drained[0]
      let share = own > 0 ? min(1, max(0, 1 - resting / own)) : 0
      let deviation = ranges.remainder(share: share, count: parts.count)
      return Self.shares.map { level in
        let factor = Double.exp(deviation * NormalDistribution.quantile(level))
        let levels = gauge.levels(
          run: run.name, seed: part.seed, first: readings.readings[0].percent, hours: places.map { hours[$0] },
          drained: places.map { part.drained[$0] * factor })
        return levels[0] - levels[1]
      }
    }.sorted()
  }

  /// What the phone draws with every component at rest, in percent of the usable energy an hour.
  private var restingPercentPerHour: Double {
    let values = phones.device.values
    let watts = ["base.drain", "processor.suspended", "wifi.power_save", "cellular.idle", "bluetooth.idle"]
      .reduce(0) { $0 + (values[$1]?.mean ?? 0) }
    let joules = (values["battery.energy"]?.mean ?? 0) * (values["battery.health"]?.mean ?? 1)
    return joules > 0 ? 100 * watts * 3600 / joules : 0
  }

  private func configurations(_ runs: [MeasuredRun], _ checks: [RunCheck?]) -> [ConfigurationCheck] {
    var order: [String] = []
    var groups: [String: [RunCheck]] = [:]
    for (run, check) in zip(runs, checks) {
      guard let check else { continue }
      let key = "\(run.timeline)\u{1F}\(run.configuration)"
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(check)
    }
    return order.compactMap { key in
      guard let own = groups[key], let first = own.first else { return nil }
      return ConfigurationCheck(
        timeline: first.timeline, configuration: first.configuration, runs: own, plateau: gauge.meanPlateau,
        phoneDeviation: phones.device.discrepancy.phone)
    }
  }

  private func errors(_ runs: [MeasuredRun], _ parts: [[Part]]) -> [FixErrorCheck] {
    struct Key: Hashable {
      let timeline: String
      let configuration: String
      let mode: String
    }
    var order: [Key] = []
    var measured: [Key: FixErrors] = [:]
    var predicted: [Key: FixErrors] = [:]
    for (index, run) in runs.enumerated() where !parts[index].isEmpty {
      let own = run.fixes.map { fixes in
        RouteErrors(run.legs).errors(
          of: fixes.map {
            RouteErrors.Fix(time: $0.unixSeconds, position: $0.position.earthVector(), radius: $0.accuracy)
          })
      }
      for leg in run.legs where !leg.routes.isEmpty {
        let key = Key(timeline: run.timeline, configuration: run.configuration, mode: RouteErrors.mode(of: leg))
        guard !order.contains(key) else { continue }
        order.append(key)
      }
      for key in order where key.timeline == run.timeline && key.configuration == run.configuration {
        if let errors = own?[key.mode] { measured[key, default: FixErrors()].merge(errors) }
        for part in parts[index] {
          if let errors = part.errors[key.mode] { predicted[key, default: FixErrors()].merge(errors) }
        }
      }
    }
    return order.map { key in
      FixErrorCheck(
        timeline: key.timeline, configuration: key.configuration, mode: key.mode, measured: measured[key]?.figures,
        predicted: predicted[key]?.figures)
    }.filter { $0.measured != nil || $0.predicted != nil }
  }

  private func leftOut() -> [MeasuredDataset.LeftOut] {
    var reasons = dataset.leftOut
    func add(_ run: String, _ reason: String) {
      if let place = reasons.firstIndex(where: { $0.reason == reason }) {
        reasons[place] = MeasuredDataset.LeftOut(reason: reason, runs: reasons[place].runs + [run])
      } else {
        reasons.append(MeasuredDataset.LeftOut(reason: reason, runs: [run]))
      }
    }
    for run in dataset.runs where strategies[run.configuration] == nil {
      add(run.name, "the mapping has no strategy for '\(run.configuration)'")
    }
    for entry in days.leftOut { add(dataset.runs[entry.run].name, entry.reason) }
    return reasons
  }
}
