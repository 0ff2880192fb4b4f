import Analysis
import FileFormats
import GeoJoule
import Quantities
import Simulation
import Strategies
import World

/// Simulates measured runs and puts measured and predicted side by side.
struct ValidationRunner {
  /// Errors of simulated fixes are taken from so many of the seeds; drain from all.
  static let errorSeeds = 8

  let dataset: MeasuredDataset
  let mapping: RunMapping
  let strategies: [String: StrategySpecification]
  let phones: DayPrediction.Phones
  let days: MeasuredDays

  struct Result {
    let configurations: [ConfigurationCheck]
    let errors: [FixErrorCheck]
    /// Runs left out, by reason.
    let leftOut: [MeasuredDataset.LeftOut]
    let days: Int
  }

  /// What one seed predicts for one measured run.
  private struct Part: Sendable {
    /// At each reading, in whole percent.
    let levels: [Double]
    let fixesPerMinute: Double
    let errors: [String: FixErrors]
  }

  /// - Throws: what the simulation of a run throws.
  func run(progress: ProgressLine) async throws -> Result {
    let gauge = GaugePrediction(phones.device, parameters: phones.parameters)
    let (runs, members, firstSeed) = (dataset.runs, days.members, phones.firstSeed)
    let routes = runs.map { RouteErrors($0.legs) }
    let parts = try await DayPrediction.parts(of: days.days, phones: phones, progress: progress.show) {
      day, run, outcome in
      members[day][run].map { member in
        Self.part(
          member, of: runs[member.run], outcome, gauge,
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
      checks[index] = Self.check(run, readings, byRun[index])
    }
    return Result(
      configurations: Self.configurations(runs, checks), errors: errors(runs, byRun), leftOut: leftOut(),
      days: days.days.count)
  }

  private static func part(
    _ member: MeasuredDays.Member, of run: MeasuredRun, _ outcome: DayPrediction.Outcome, _ gauge: GaugePrediction,
    routes: RouteErrors?
  ) -> Part {
    let before = outcome.drained[member.places[0]]
    let start = member.readings.readings.isEmpty ? 0 : run.span.lowerBound
    let length = run.span.upperBound - run.span.lowerBound
    let (first, last) = (member.start, member.start + .seconds(length))
    let fixes = outcome.record.fixes.filter { $0.delivered >= first && $0.delivered <= last }
    let levels = gauge.levels(
      run: run.name, seed: outcome.seed, first: member.readings.readings.first?.percent ?? 100,
      hours: member.readings.readings.map { ($0.time - start) / 3600 },
      drained: member.places.dropFirst().map { outcome.drained[$0] - before })
    let errors =
      routes?.errors(
        of: fixes.map {
          RouteErrors.Fix(
            time: run.span.lowerBound + ($0.timestamp - member.start).seconds, position: $0.position,
            radius: $0.horizontalAccuracy)
        }) ?? [:]
    return Part(levels: levels, fixesPerMinute: Double(fixes.count) / (length / 60), errors: errors)
  }

  private static func check(_ run: MeasuredRun, _ readings: MeasuredReadings, _ parts: [Part]) -> RunCheck {
    let levels = parts.map(\.levels)
    let isJudged = run.drainFault == nil
    return RunCheck(
      name: run.name, timeline: run.timeline, configuration: run.configuration, phone: run.phone,
      travels: !run.legs.isEmpty, drain: isJudged ? readings.drain(levels: levels, nil) : nil,
      onTrips: isJudged ? readings.drain(levels: levels, .trip) : nil,
      atRest: isJudged ? readings.drain(levels: levels, .rest) : nil,
      fixesPerMinute: run.fixes.map { Double($0.count) / ((run.span.upperBound - run.span.lowerBound) / 60) },
      predictedFixesPerMinute: parts.map(\.fixesPerMinute))
  }

  private static func configurations(_ runs: [MeasuredRun], _ checks: [RunCheck?]) -> [ConfigurationCheck] {
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
      return ConfigurationCheck(timeline: first.timeline, configuration: first.configuration, runs: own)
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
