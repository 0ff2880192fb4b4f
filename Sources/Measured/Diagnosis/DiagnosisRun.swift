package import Analysis
import Core
import DeviceModel
import FileFormats
package import GeoJoule
import RealModule
import Simulation
package import Strategies
package import World

/// Simulates every cause of a drain on the complaint's day with the same drawn phones.
package struct DiagnosisRun: Sendable {
  package let strategy: StrategySpecification
  package let scenario: Scenario
  package let phones: DayPrediction.Phones
  /// Where in the day the complaint begins, in hours; `nil` for the mean over a day that is longer than the complaint.
  package var start: Double?
  /// What the same phone took in an hour before, in percent points; then the phone is known.
  package var before: Double?

  package init(strategy: StrategySpecification, scenario: Scenario, phones: DayPrediction.Phones) {
    (self.strategy, self.scenario, self.phones) = (strategy, scenario, phones)
  }

  /// One strategy on one seed.
  private struct Sample: Sendable {
    let seed: UInt64
    /// From the complaint's start until each reading, and what the app adds over the whole time, in percent of the usable energy.
    var drained: [Double]
    var app = 0.0
    /// Positions in the whole time and in an hour at rest and on the way, 0 where the day has no such hour; hours for which the
    /// app kept the processor awake.
    var use: [Double]
    /// In joules.
    let usableEnergy: Double
    /// Hours in which the processor sleeps, and those with the screen on.
    let asleep: Double
    var lit: Double

    var whole: Double { drained.last ?? 0 }

    func scaled(_ factor: Double) -> Sample {
      var scaled = self
      (scaled.drained, scaled.app) = (drained.map { $0 * factor }, app * factor)
      return scaled
    }

    /// A part of the way to another run of the same seed, or beyond it.
    func mixed(_ part: Double, of other: Sample) -> Sample {
      func mix(_ a: Double, _ b: Double) -> Double { max(0, a + part * (b - a)) }
      var mixed = self
      (mixed.drained, mixed.app) = (zip(drained, other.drained).map(mix), mix(app, other.app))
      (mixed.use, mixed.lit) = (zip(use, other.use).map(mix), mix(lit, other.lit))
      return mixed
    }
  }

  /// A phone takes at most so many times what is usual for its class (estimate).
  private static let mostFactor = 3.0

  /// - Parameter complaint: predictions are made for its readings.
  /// - Throws: what the simulation of a run throws; `InputError` for a day that is shorter than the complaint.
  package func model(
    of complaint: Complaint, progress: (@Sendable (Int) -> Void)? = nil
  ) async throws -> DiagnosisModel {
    var (runs, notLookedAt) = RunCause.all(for: strategy, on: scenario, screen: complaint.screenHours)
    var samples = try await samples(of: [RunCause(name: "", strategy: strategy)] + runs, complaint, progress)
    for run in runs.indices.reversed() {
      // Pairs of one seed differ by the cause alone.
      let rises = zip(samples[0], samples[run + 1]).count {
        $1.whole > 1.01 * $0.whole || $1.use[0] > 1 + 1.2 * $0.use[0]
      }
      guard 2 * rises < samples[0].count else { continue }
      notLookedAt.append("\(runs[run].name): takes no more on this day")
      runs.remove(at: run)
      samples.remove(at: run + 1)
    }
    for seed in samples[0].indices {
      // A phone that was seen before is as hungry as it was then.
      let factor = before.map { $0 * complaint.length / samples[0][seed].whole } ?? 1
      // What another app causes is neither this one's use nor its positions.
      for run in runs.indices where runs[run].beside != nil {
        (samples[run + 1][seed].app, samples[run + 1][seed].use) = (samples[0][seed].app, samples[0][seed].use)
      }
      for run in samples.indices { samples[run][seed] = samples[run][seed].scaled(factor) }
    }
    let base = samples[0]
    let prediction = try prediction()
    let shares = base.map { $0.app / max(.leastNormalMagnitude, $0.whole) }
    let gauge = GaugePrediction(phones.device, parameters: phones.parameters)
    let maker = Particles(
      complaint: complaint, gauge: gauge,
      deviations: shares.map { prediction.remainder(share: $0, count: before == nil ? base.count : .max) })
    let causes =
      [CausePrediction(name: "as configured", particles: maker.all(base.map { [$0] }))]
      + runCauses(runs, samples, maker) + otherCauses(base, maker)
    let isFull = (complaint.levels.first ?? 0) >= 100
    return DiagnosisModel(
      drained: base.map(\.whole), shares: shares, prediction: prediction,
      screen: complaint.screenHours == nil ? unknownScreen(complaint.length, base) : [0],
      hidden: isFull ? gauge.meanPlateau - gauge.meanFirstDrop : 0, causes: causes, notLookedAt: notLookedAt)
  }

  /// Of a phone that was seen before, two runs differ only.
  private func prediction() throws -> PredictionModel {
    let run = phones.device.discrepancy.run * 2.0.squareRoot()
    return before == nil
      ? try PredictionModel(
        device: phones.device, network: phones.network, isDrawn: phones.parameters == .drawn)
      : PredictionModel(Discrepancy(phone: 0, occasion: 0, run: run, tracking: 0), spread: .none)
  }

  private func runCauses(_ runs: [RunCause], _ samples: [[Sample]], _ maker: Particles) -> [CausePrediction] {
    zip(runs, samples.dropFirst()).map { run, full in
      let pairs = Array(zip(samples[0], full))
      guard let lasts = lasting(run.failure, maker.complaint) else {
        return CausePrediction(name: run.name, particles: maker.all(full.map { [$0] }))
      }
      let most = maker.complaint.length
      return CausePrediction(
        name: run.name, isApp: run.isApp,
        amount: .init(
          unit: "h", most: most, perUnit: pairs.map { ($1.whole - $0.whole) / lasts }, source: PowerCause.evenly),
        particles: maker.all(
          pairs.map { own, other in PowerCause.middles.map { own.mixed($0 * most / lasts, of: other) } }))
    }
  }

  /// For how many of the complaint's hours a simulated cause holds; `nil` for what a battery is.
  private func lasting(_ failure: Failure?, _ complaint: Complaint) -> Double? {
    switch failure {
    case .coldDay, .agedBattery: return nil
    case .noService, .serverDown:
      let outage = Failure.outage(scenario.script, horizon: scenario.horizon)
      let begin = Instant.start + .hours(start ?? 0)
      let end = start == nil ? scenario.horizon : begin + .hours(complaint.length)
      let hours = max(0.01, (min(end, outage.upperBound) - max(begin, outage.lowerBound)).hours)
      return start == nil ? hours * complaint.length / (end - begin).hours : hours
    default: return complaint.length
    }
  }

  private func otherCauses(_ base: [Sample], _ maker: Particles) -> [CausePrediction] {
    let (complaint, seeds) = (maker.complaint, Double(base.count))
    let powers = PowerCause.all(
      phones.device, hours: complaint.length, screen: complaint.screenHours,
      asleep: base.reduce(0) { $0 + $1.asleep } / seeds)
    let factors = PowerCause.middles.map { Double.pow(Self.mostFactor, $0) }
    return powers.map { cause in
      let perUnit = base.map { 100 * cause.joules(Self.share($0.seed, cause.name)) / $0.usableEnergy }
      return CausePrediction(
        name: cause.name,
        amount: .init(unit: cause.unit, most: cause.most, perUnit: perUnit, source: cause.source),
        particles: maker.all(
          base.map { [$0] }, adding: cause.amounts, perUnit, isScreen: cause.name == PowerCause.screenName))
    } + [
      CausePrediction(
        name: "a hungrier phone",
        amount: .init(
          unit: "x", most: Self.mostFactor, perUnit: base.map(\.whole),
          source: "1 to 3 times, logarithms alike likely (estimate)"),
        particles: maker.all(base.map { sample in factors.map(sample.scaled) }))
    ]
  }

  /// In percent of the battery, over shares of the time and powers.
  private func unknownScreen(_ hours: Double, _ base: [Sample]) -> [Double] {
    let usable = base.reduce(0) { $0 + $1.usableEnergy } / Double(base.count)
    return PowerCause.screenShares.flatMap { share in
      PowerCause.middles.map { 360_000 * hours * share * ScreenUse.watts(atShare: $0) / usable }
    }
  }

  /// What varies from phone to phone, apart from what the simulation draws.
  private static func share(_ seed: UInt64, _ name: String) -> Double {
    StableHash.unit(StableHash.combine(seed, StableHash.name(name)))
  }

  // MARK: Runs

  private func samples(
    of runs: [RunCause], _ complaint: Complaint, _ progress: (@Sendable (Int) -> Void)?
  ) async throws -> [[Sample]] {
    let (length, hours) = ((scenario.horizon - .start).hours, complaint.hours)
    // Recordings end a little before their last reading.
    guard length + 0.01 >= (start ?? 0) + complaint.length else {
      throw InputError(
        file: nil,
        message: "the day '\(scenario.name)' lasts \(TimeSpan.hours(length).clockText), and the complaint ends "
          + "\(TimeSpan.hours((start ?? 0) + complaint.length).clockText) after its start",
        remedy: "give a longer day or track, or a shorter --over")
    }
    let isMean = start == nil && length > complaint.length + 0.01
    let instants = (isMean ? [0, length] : hours.map { $0 + (start ?? 0) }).map {
      min(scenario.horizon, .start + .hours($0))
    }
    let (first, last) = (instants[0], instants[instants.count - 1])
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
    let parts = try await DayPrediction.parts(of: whole, phones: phones, progress: progress) { day, run, outcome in
      // The screen is not simulated.
      let lit = run > 0 && days[day].1[run - 1].isInFront ? complaint.length : known
      let joules = 3600 * lit * ScreenUse.watts(atShare: Self.share(outcome.seed, PowerCause.screenName))
      let added = 100 * joules / (complaint.length * outcome.usableEnergy)
      let seen = outcome.drained.map { $0 - outcome.drained[0] }
      let drained = hours.enumerated().map { place, hour in
        (isMean ? (seen.last ?? 0) * hour / length : seen[place]) + added * hour
      }
      let asleep = outcome.record.ledger.dwell(.processor, state: ApplicationProcessor.State.suspended.rawValue)
      var use = Self.use(
        outcome.record.fixes.map(\.delivered).filter { first < $0 && $0 <= last }, outcome.motion, first...last)
      if isMean { use[0] *= complaint.length / length }
      return Sample(
        seed: outcome.seed, drained: drained, use: use, usableEnergy: outcome.usableEnergy,
        asleep: asleep / (last - .start) * complaint.length, lit: lit)
    }
    return parts.flatMap { runs in
      runs.dropFirst().map { samples in
        zip(samples, runs[0]).map { own, rest in
          var own = own
          own.app = max(0, own.whole - rest.whole)
          own.use.append(max(0, rest.asleep - own.asleep))
          return own
        }
      }
    }
  }

  private static func use(
    _ fixes: [Instant], _ motion: StepFunction<MotionClass>, _ span: ClosedRange<Instant>
  ) -> [Double] {
    var still = 0.0
    for (place, step) in motion.steps.enumerated() where step.value == .still {
      let end = place + 1 < motion.steps.count ? motion.steps[place + 1].start : span.upperBound
      still += max(0, (min(end, span.upperBound) - max(step.start, span.lowerBound)).hours)
    }
    let (whole, atRest) = (
      (span.upperBound - span.lowerBound).hours, Double(fixes.count { motion.value(at: $0) == .still })
    )
    // What is shorter than six minutes is no hour to count in.
    return [
      Double(fixes.count), still > 0.1 ? atRest / still : 0,
      whole - still > 0.1 ? (Double(fixes.count) - atRest) / (whole - still) : 0,
    ]
  }

  /// Makes particles of what was simulated.
  private struct Particles {
    let complaint: Complaint
    let gauge: GaugePrediction
    /// Log-deviation of what no parameter says, by seed.
    let deviations: [Double]

    /// Of a standard normal variable: middles of shares of equal probability.
    private static let levels = (0..<5).map { NormalDistribution.quantile((Double($0) + 0.5) / 5) }

    /// - Parameters:
    ///   - samples: by seed, each with alike likely amounts of a cause.
    ///   - adding: amounts of something beside the app, alike likely.
    ///   - perUnit: what one of these takes over the whole time, by seed, in percent points.
    func all(
      _ samples: [[Sample]], adding: [Double] = [0], _ perUnit: [Double] = [], isScreen: Bool = false
    ) -> [CausePrediction.Particle] {
      samples.enumerated().flatMap { seed, amounts in
        amounts.flatMap { sample in
          adding.flatMap { added in
            Self.levels.map { level in
              let factor = Double.exp(deviations[seed] * level)
              let extra = perUnit.isEmpty ? 0 : added * perUnit[seed] / complaint.length
              let drained = zip(complaint.hours, sample.drained).map { $1 * factor + extra * $0 }
              let shown = complaint.levels.first.map {
                gauge.levels(run: "", seed: sample.seed, first: $0, hours: complaint.hours, drained: drained)
              }
              let share = 100 * sample.app * factor / max(.leastNormalMagnitude, drained.last ?? 0)
              return CausePrediction.Particle(
                falls: (shown ?? []).map { (shown?[0] ?? 0) - $0 },
                values: sample.use + [share, 60 * (sample.lit + (isScreen ? added : 0))])
            }
          }
        }
      }
    }
  }
}

extension Scenario {
  /// A day at home, then on foot (1.4 m/s), then in a car (14 m/s with lights and queues), each for so many hours.
  package static func complained(still: Double, walking: Double, driving: Double) -> Scenario {
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
