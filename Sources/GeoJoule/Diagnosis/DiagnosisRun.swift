import RealModule

extension Diagnosis {
  /// Judges a drain of the first strategy of a request, on the request's day and phone.
  ///
  /// - Throws: `InputError` for a day that is shorter than the complaint, and what a simulation throws.
  public init(of complaint: Complaint, _ request: ComparisonRequest) async throws {
    self = try await DiagnosisRun(request).model(for: complaint).diagnosis(of: complaint)
  }
}

/// Simulates every cause of a drain on the complaint's day with the same drawn phones.
package struct DiagnosisRun: Sendable {
  let request: ComparisonRequest
  /// What was seen of the same phone before, with a fall; then the phone is known.
  package var before: Complaint?

  /// - Parameter request: its first strategy is judged.
  package init(_ request: ComparisonRequest) { self.request = request }

  private var scenario: Scenario { request.scenario }

  /// - Parameters:
  ///   - complaint: causes are simulated for its readings' times, and for the screen's. Of a longer day the mean counts.
  ///   - progress: called with how many seeds are done of all, in parts of the work; from any thread.
  /// - Throws: what the simulation of a run throws; `InputError` for a day that is shorter than the complaint.
  package func model(
    for complaint: Complaint, progress: (@Sendable (Int) -> Void)? = nil
  ) async throws -> DiagnosisModel {
    var (runs, notLookedAt) = RunCause.all(for: request.strategies[0], on: scenario, screenHours: complaint.screenHours)
    runs.insert(RunCause(name: "as configured", strategy: request.strategies[0]), at: 0)
    var samples = try await samples(of: runs, complaint, progress)
    if let before, let fall = before.fall {
      // A phone that was seen before is as hungry as it was then.
      let (wholes, again) = (samples[0].map(\.whole), fall / before.length * complaint.length)
      samples = samples.map { zip($0, wholes).map { $0.scaled(again / $1) } }
    }
    let base = samples[0]
    var causes: [DrainCause] = []
    for (run, own) in zip(runs, samples).dropFirst() {
      // Pairs of one seed differ by the cause alone.
      let rises = zip(base, own).count {
        $1.whole > 1.01 * $0.whole || $1.seen[.fixes, default: 0] > 1 + 1.2 * $0.seen[.fixes, default: 0]
      }
      guard 2 * rises >= base.count else {
        notLookedAt.append((run.name, "the phone takes no more with it on this day"))
        continue
      }
      causes.append(
        DrainCause(
          run.name, isApp: run.isApp, amount: run.amount(on: scenario, hours: complaint.length), samples: own))
    }
    causes += request.device.besideCauses(base, complaint)
    // The same phone is no hungrier than it was.
    if before != nil { notLookedAt.append((causes.removeLast().name, "it is the phone of the first log")) }
    return DiagnosisModel(
      base: base, causes: causes, notLookedAt: notLookedAt, prediction: try prediction(),
      gauge: GaugePrediction(request.device, parameters: request.parameters), isKnown: before != nil)
  }

  /// Of a phone that was seen before, two days differ, and its fall is known as well as its gauge tells.
  private func prediction() throws -> PredictionModel {
    guard let before, let fall = before.fall, fall > 0 else { return try request.prediction }
    var discrepancy = request.device.discrepancy.betweenDays
    discrepancy.run = .hypot(discrepancy.run, before.readingVariance.squareRoot() / fall)
    return PredictionModel(discrepancy, spread: .none)
  }

  // MARK: Runs

  /// By run and seed.
  private func samples(
    of runs: [RunCause], _ complaint: Complaint, _ progress: (@Sendable (Int) -> Void)?
  ) async throws -> [[DrainSample]] {
    let (length, hours) = ((scenario.horizon - .start).hours, complaint.hours)
    // Recordings end a little before their last reading.
    guard length + 0.01 >= complaint.length else {
      let (own, asked) = (TimeSpan.hours(length).clockText, TimeSpan.hours(complaint.length).clockText)
      throw InputError(
        file: nil, message: "the day '\(scenario.name)' lasts \(own), and the complaint \(asked)",
        remedy: "give a longer day or track, or a shorter --over")
    }
    let isMean = length > complaint.length + 0.01
    let instants = (isMean ? [0, length] : hours).map { min(scenario.horizon, .start + .hours($0)) }
    let last = instants[instants.count - 1]
    let none = RunCause(
      name: "none", strategy: StrategySpecification(name: "none", kind: "none", platform: runs[0].strategy.platform))
    // Each day begins with the phone that uses no location.
    let plain = runs.filter { $0.failure == nil }
    let days = [[none] + plain] + runs[plain.count...].map { [none, $0] }
    let known = complaint.screenHours ?? 0
    let phones = DayPrediction.Phones(
      device: request.device, network: request.network, parameters: request.parameters, firstSeed: request.firstSeed,
      seedCount: request.seedCount, jobs: request.jobs)
    let parts = try await DayPrediction.parts(
      of: days.map { runs in
        .init(
          scenario: scenario.with([runs[1].failure].compactMap(\.self)),
          runs: runs.map { .init(strategy: $0.strategy, instants: instants, end: last, beside: $0.beside) })
      }, phones: phones, progress: { progress?($0 / days.count) }
    ) { day, run, outcome in
      // The screen is not simulated.
      let lit = days[day][run].isInFront ? complaint.length : known
      let added = lit * request.device.screenPercent(outcome.seed) / complaint.length
      let drained = hours.enumerated().map { place, hour in
        (isMean ? outcome.drained[1] * hour / length : outcome.drained[place] - outcome.drained[0]) + added * hour
      }
      let part = complaint.length / length
      var seen = Self.seen(outcome.record.fixes.map(\.delivered), outcome.motion, until: last)
      seen[.fixes, default: 0] *= part
      seen[.screen] = 60 * lit
      seen[.background] = complaint.length - (outcome.asleep.last ?? 0) * part
      return DrainSample(seed: outcome.seed, drained: drained, seen: seen)
    }
    let samples = parts.flatMap { runs in runs.dropFirst().map { zip($0, runs[0]).map { $0.with(rest: $1) } } }
    // What another app causes is neither this one's use nor its positions.
    return zip(runs, samples).map { run, own in
      run.beside == nil ? own : zip(own, samples[0]).map { $0.seen(as: $1) }
    }
  }

  private static func seen(
    _ fixes: [Instant], _ motion: StepFunction<MotionClass>, until last: Instant
  ) -> [DrainObservation: Double] {
    let still = motion.spans(until: last).reduce(0) {
      $0 + ($1.value == .still ? ($1.span.upperBound - $1.span.lowerBound).hours : 0)
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

extension DrainSample {
  /// What the app adds to a phone that uses no location.
  fileprivate func with(rest: DrainSample) -> DrainSample {
    var own = self
    own.app = max(0, whole - rest.whole)
    own.seen[.background] = max(0, seen[.background, default: 0] - rest.seen[.background, default: 0])
    return own
  }

  /// The same drain, where the app does as on another phone.
  fileprivate func seen(as base: DrainSample) -> DrainSample {
    var own = self
    (own.app, own.seen) = (base.app, base.seen)
    return own
  }
}
