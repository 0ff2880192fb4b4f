import RealModule

extension Diagnosis {
  /// Judges a drain of the first strategy of a request, on the request's day and phone.
  ///
  /// - Throws: `InputError` for a day that is shorter than the complaint, and what a simulation throws.
  public init(of complaint: Complaint, _ request: ComparisonRequest) async throws {
    self = DiagnosisModel(try await DiagnosisRun(request).bank(for: complaint), complaint).diagnosis(of: complaint)
  }
}

/// Simulates every cause of a drain on the complaint's day with the same drawn phones.
package struct DiagnosisRun: Sendable {
  let request: ComparisonRequest
  /// What was seen of the same phone before, with a fall; then the phone is known.
  package var before: Complaint?

  /// - Parameter request: its first strategy is judged.
  package init(_ request: ComparisonRequest) { self.request = request }

  private var strategy: StrategySpecification { request.strategies[0] }
  private var scenario: Scenario { request.scenario }

  /// - Parameters:
  ///   - complaint: causes are simulated for its readings' times, and for the screen's. Of a longer day the mean counts.
  ///   - progress: called with how many seeds are done of all, in parts of the work; from any thread.
  /// - Throws: what the simulation of a run throws; `InputError` for a day that is shorter than the complaint.
  package func bank(
    for complaint: Complaint, progress: (@Sendable (Int) -> Void)? = nil
  ) async throws -> CauseBank {
    var (runs, notLookedAt) = RunCause.all(for: strategy, on: scenario, screen: complaint.screenHours)
    var samples = try await samples(of: [RunCause(name: "", strategy: strategy)] + runs, complaint, progress)
    for run in runs.indices.reversed() {
      // Pairs of one seed differ by the cause alone.
      let rises = zip(samples[0], samples[run + 1]).count {
        $1.whole > 1.01 * $0.whole || $1.seen[.fixes, default: 0] > 1 + 1.2 * $0.seen[.fixes, default: 0]
      }
      guard 2 * rises < samples[0].count else { continue }
      notLookedAt.append("\(runs[run].name): takes no more on this day")
      runs.remove(at: run)
      samples.remove(at: run + 1)
    }
    for seed in samples[0].indices {
      // A phone that was seen before is as hungry as it was then.
      let factor = before.map { ($0.fall ?? 0) / $0.length * complaint.length / samples[0][seed].whole } ?? 1
      // What another app causes is neither this one's use nor its positions.
      for run in runs.indices where runs[run].beside != nil {
        (samples[run + 1][seed].app, samples[run + 1][seed].seen) = (samples[0][seed].app, samples[0][seed].seen)
      }
      for run in samples.indices { samples[run][seed] = samples[run][seed].scaled(factor) }
    }
    let base = samples[0]
    let outage = Failure.outage(scenario.script, horizon: scenario.horizon)
    let outageShare = (outage.upperBound - outage.lowerBound) / (scenario.horizon - .start)
    let simulated = zip(runs, samples.dropFirst()).map { run, samples in
      DrainCause(
        run.name, isApp: run.isApp, keepsOn: run.keepsOn,
        amount: (run.lasts ? (run.isOutage ? outageShare : 1) * complaint.length : nil).map {
          .init(
            unit: "h", most: complaint.length, usual: BesideCause.middles.map { $0 * complaint.length }, simulated: $0,
            source: BesideCause.evenly)
        }, samples: samples)
    }
    let beside = BesideCause.all(
      request.device, base: base, hours: complaint.length, isScreenKnown: complaint.screenHours != nil)
    return CauseBank(
      base: base, causes: simulated + beside, notLookedAt: notLookedAt,
      screen: complaint.screenHours == nil ? unknownScreen(complaint.length, base) : [0], prediction: try prediction(),
      gauge: GaugePrediction(request.device, parameters: request.parameters), isKnown: before != nil)
  }

  /// Of a phone that was seen before, two runs differ, and its fall is known as well as its gauge tells.
  private func prediction() throws -> PredictionModel {
    guard let before, let fall = before.fall, fall > 0 else {
      // The limit of a complaint was chosen for a discrepancy that is taken as known.
      let isDrawn = request.parameters == .drawn
      return PredictionModel(
        request.device.discrepancy,
        spread: isDrawn ? try ParameterSpread(of: request.device, on: request.network) : .none)
    }
    let (own, gauge) = (request.device.discrepancy, before.readingVariance / (fall * fall))
    return PredictionModel(
      Discrepancy(
        phone: 0, occasion: 0, run: (2 * own.run * own.run + gauge).squareRoot(), tracking: 0,
        rest: Double(2).squareRoot() * own.rest), spread: .none)
  }

  /// In percent of the battery, over shares of the time and powers.
  private func unknownScreen(_ hours: Double, _ base: [DrainSample]) -> [Double] {
    let usable = base.reduce(0) { $0 + $1.usableEnergy } / Double(base.count)
    return BesideCause.screenShares.flatMap { share in
      BesideCause.middles.map { 360_000 * hours * share * ScreenUse.watts(atShare: $0) / usable }
    }
  }

  // MARK: Runs

  private func samples(
    of runs: [RunCause], _ complaint: Complaint, _ progress: (@Sendable (Int) -> Void)?
  ) async throws -> [[DrainSample]] {
    let (length, hours) = ((scenario.horizon - .start).hours, complaint.hours)
    // Recordings end a little before their last reading.
    guard length + 0.01 >= complaint.length else {
      throw InputError(
        file: nil,
        message: "the day '\(scenario.name)' lasts \(TimeSpan.hours(length).clockText), and the complaint "
          + TimeSpan.hours(complaint.length).clockText,
        remedy: "give a longer day or track, or a shorter --over")
    }
    let isMean = length > complaint.length + 0.01
    let instants = (isMean ? [0, length] : hours).map { min(scenario.horizon, .start + .hours($0)) }
    let last = instants[instants.count - 1]
    let none = StrategySpecification(name: "none", kind: "none", platform: strategy.platform)
    // Each day begins with the phone that uses no location.
    let plain = runs.filter { $0.failure == nil }
    let days = [(scenario, plain)] + runs[plain.count...].map { (scenario.with([$0.failure].compactMap(\.self)), [$0]) }
    let whole = days.map { scenario, runs in
      DayPrediction.Day(
        scenario: scenario,
        runs: ([RunCause(name: "", strategy: none)] + runs).map {
          .init(strategy: $0.strategy, instants: instants, end: last, beside: $0.beside)
        })
    }
    let known = complaint.screenHours ?? 0
    let phones = DayPrediction.Phones(
      device: request.device, network: request.network, parameters: request.parameters, firstSeed: request.firstSeed,
      seedCount: request.seedCount, jobs: request.jobs)
    let parts = try await DayPrediction.parts(
      of: whole, phones: phones, progress: { progress?($0 / whole.count) }
    ) { day, run, outcome in
      // The screen is not simulated.
      let lit = run > 0 && days[day].1[run - 1].isInFront ? complaint.length : known
      let added = 100 * lit * BesideCause.screenJoules(outcome.seed) / (complaint.length * outcome.usableEnergy)
      let drained = hours.enumerated().map { place, hour in
        (isMean ? outcome.drained[1] * hour / length : outcome.drained[place] - outcome.drained[0]) + added * hour
      }
      let part = complaint.length / length
      var seen = Self.seen(outcome.record.fixes.map(\.delivered), outcome.motion, until: last)
      seen[.fixes, default: 0] *= part
      seen[.screen] = 60 * lit
      return DrainSample(
        seed: outcome.seed, drained: drained, seen: seen, usableEnergy: outcome.usableEnergy,
        asleep: (outcome.asleep.last ?? 0) * part)
    }
    return parts.flatMap { runs in
      runs.dropFirst().map { samples in
        zip(samples, runs[0]).map { own, rest in
          var own = own
          own.app = max(0, own.whole - rest.whole)
          own.seen[.background] = max(0, rest.asleep - own.asleep)
          return own
        }
      }
    }
  }

  private static func seen(
    _ fixes: [Instant], _ motion: StepFunction<MotionClass>, until last: Instant
  ) -> [DrainObservation: Double] {
    var still = 0.0
    for (place, step) in motion.steps.enumerated() where step.value == .still {
      let end = place + 1 < motion.steps.count ? motion.steps[place + 1].start : last
      still += max(0, (min(end, last) - step.start).hours)
    }
    let moving = (last - .start).hours - still
    let atRest = Double(fixes.count { motion.value(at: $0) == .still })
    // What is shorter than six minutes is no hour to count in.
    return [
      .fixes: Double(fixes.count), .stillFixes: still > 0.1 ? atRest / still : 0,
      .movingFixes: moving > 0.1 ? (Double(fixes.count) - atRest) / moving : 0,
    ]
  }
}

extension Scenario {
  /// A day at home, then on foot (1.4 m/s), then in a car (14 m/s with lights and queues), each for so many hours.
  public static func hours(still: Double = 0, walking: Double = 0, driving: Double = 0) -> Scenario {
    let home = GeodeticPosition(latitude: 47.1, longitude: 8.2)
    let house = Surroundings(sky: .indoor, accessPoints: .many, cells: .suburban, onWiFi: true, indoorHold: .home)
    let street = Surroundings(sky: .suburban, accessPoints: .some, cells: .suburban)
    var (east, legs) = (home.longitude, [Leg]())
    func place() -> EarthVector { GeodeticPosition(latitude: home.latitude, longitude: east).earthVector() }
    if still > 0 || walking + driving <= 0 {
      legs.append(Leg(dwell: "at home", at: place(), stay: .lasting(.hours(still)), surroundings: house))
    }
    for (kind, speed, hours) in [(LegKind.walk, 1.4, walking), (.drive, 14.0, driving)] where hours > 0 {
      let here = place()
      // A degree of longitude is 75.8 km here.
      east += speed * hours * 3600 / 75_800
      let route = RoutePath([here, place()])
      legs.append(
        Leg(kind, name: kind.rawValue, route: route, speed: .metresPerSecond(speed), surroundings: street))
    }
    return Scenario(
      name: "complaint", summary: "At home, on foot, by car", notes: [], startOfDay: 8 * 3600,
      horizon: .seconds(max(60, 3600 * (still + walking + driving))), places: [Place(name: "home", position: home)],
      legs: legs, script: defaultScript)
  }
}
