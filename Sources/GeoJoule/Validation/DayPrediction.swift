/// Predicts what measured runs would have shown: several strategies on the days on which they were measured.
package enum DayPrediction {
  /// One day with the runs that were made on it; they share the day's world.
  package struct Day: Sendable {
    package let scenario: Scenario
    package let runs: [Run]

    package init(scenario: Scenario, runs: [Run]) {
      (self.scenario, self.runs) = (scenario, runs)
    }
  }

  package struct Run: Sendable {
    package let strategy: StrategySpecification
    /// When the drain is wanted, in order of time; at least one.
    package let instants: [Instant]
    package let end: Instant
    /// Another app on the phone.
    package let beside: StrategySpecification?

    package init(
      strategy: StrategySpecification, instants: [Instant], end: Instant, beside: StrategySpecification? = nil
    ) {
      (self.strategy, self.instants, self.end, self.beside) = (strategy, instants, end, beside)
    }
  }

  /// The phone of the runs, and how many of its kind are drawn.
  package struct Phones: Sendable {
    package let device: DeviceProfile
    package let network: NetworkProfile
    package let parameters: ParameterChoice
    package let firstSeed: UInt64
    package let seedCount: Int
    package let jobs: Int

    package init(
      device: DeviceProfile, network: NetworkProfile, parameters: ParameterChoice, firstSeed: UInt64, seedCount: Int,
      jobs: Int
    ) {
      (self.device, self.network, self.parameters) = (device, network, parameters)
      (self.firstSeed, self.seedCount, self.jobs) = (firstSeed, seedCount, jobs)
    }
  }

  /// What one run did on one seed.
  package struct Outcome: Sendable {
    package let seed: UInt64
    /// Percent of the battery's usable energy drawn from the day's start until each instant.
    package let drained: [Double]
    /// Hours in which the processor has slept until each instant.
    package let asleep: [Double]
    package let record: RunRecord
    /// In joules.
    package let usableEnergy: Double
    package let motion: StepFunction<MotionClass>
  }

  /// Simulates every run on every seed; each worker takes the next pair of a day and a seed.
  ///
  /// The result does not depend on the number of jobs.
  ///
  /// - Parameters:
  ///   - progress: called with how many pairs are done, from any thread.
  ///   - reduce: makes of a run's outcome what is kept; called with the places of the day and the run, from any thread.
  /// - Returns: by day, run and seed.
  /// - Throws: `ProfileFault`, `UnknownStrategyKind`, `CancellationError`.
  package static func parts<Part: Sendable>(
    of days: [Day], phones: Phones, progress: (@Sendable (Int) -> Void)? = nil,
    reduce: @escaping @Sendable (_ day: Int, _ run: Int, Outcome) -> Part
  ) async throws -> [[[Part]]] {
    let count = days.count * phones.seedCount
    guard count > 0 else { return days.map { $0.runs.map { _ in [] } } }
    let perPair = try await boundedMap(count, jobs: phones.jobs, context: {}, progress: progress) { index, _ in
      let day = index / phones.seedCount
      let outcomes = try outcomes(of: days[day], phones, seed: phones.firstSeed + UInt64(index % phones.seedCount))
      return outcomes.enumerated().map { reduce(day, $0.offset, $0.element) }
    }
    return days.indices.map { day in
      days[day].runs.indices.map { run in
        (0..<phones.seedCount).map { perPair[day * phones.seedCount + $0][run] }
      }
    }
  }

  private static func outcomes(of day: Day, _ phones: Phones, seed: UInt64) throws -> [Outcome] {
    let world = try SimulationTrial(
      device: phones.device, network: phones.network, scenario: day.scenario, parameters: phones.parameters, seed: seed)
    let capacity = Battery(parameters: world.device.battery).usableEnergy.joules
    return try day.runs.map { run in
      var phone = try world.devices(run.strategy).phone
      if let other = run.beside { phone.apps.append(try other.appDefinition()) }
      var (drained, asleep) = ([Double](), [Double]())
      drained.reserveCapacity(run.instants.count)
      let record = PhoneSimulation.ledgers(of: phone, world: world.world, at: run.instants, horizon: run.end) {
        ledger in
        let joules = EnergyBreakdown(ledger: ledger, prices: phone.prices).total.joules
        drained.append(capacity > 0 ? 100 * joules / capacity : .infinity)
        asleep.append(ledger.dwell(.processor, state: ApplicationProcessor.State.suspended.rawValue).hours)
      }
      return Outcome(
        seed: seed, drained: drained, asleep: asleep, record: record, usableEnergy: capacity, motion: world.world.motion
      )
    }
  }
}
