/// Several apps on one phone: what each costs alone, and what its absence would save.
///
/// All runs of a seed see the same day, phone and errors. An app that is left out still is on the phone and does what the base
/// line does, so that only location is attributed, not launches or time on the screen.
///
/// What a run costs depends a little on the app's number: on the order of launches. So apps are numbered by name, whatever the
/// order in which they are given, and apps that are left out come last. Strategies that do the same have exactly the same
/// figures: what is booked to them is divided evenly.
package enum SharedRun {
  /// How many apps one phone runs.
  package static let appLimits = 2...(EnergyAttribution.appLimit - 1)

  /// Runs the request's strategies together, each alone, and all without each.
  ///
  /// A strategy may occur more than once: two apps that do the same. The same request gives the same result for any number of
  /// jobs.
  ///
  /// - Precondition: the number of strategies is within `appLimits`.
  /// - Throws: `ProfileFault` for a profile that cannot be used, `UnknownStrategyKind`, `CancellationError`.
  package static func run(
    _ request: ComparisonRequest, progress: (@Sendable (Int) -> Void)? = nil
  ) async throws -> Attribution {
    precondition(appLimits.contains(request.strategies.count), "a shared run has 2 to 7 apps")
    let seeds = try await boundedMap(request.seedCount, jobs: request.jobs, context: {}, progress: progress) {
      index, _ in
      try seed(request.firstSeed + UInt64(index), request)
    }
    var attribution = Attribution(
      apps: names(request.strategies.map(\.name)), duration: request.scenario.horizon - .start, seeds: seeds)
    attribution.prediction = try request.prediction
    return attribution
  }

  /// Apps of one name are numbered from the second on.
  static func names(_ strategies: [String]) -> [String] {
    strategies.indices.map { index in
      let earlier = strategies[..<index].count { $0 == strategies[index] }
      return earlier == 0 ? strategies[index] : "\(strategies[index]) (\(earlier + 1))"
    }
  }

  private static func seed(_ seed: UInt64, _ request: ComparisonRequest) throws -> SharedSeed {
    let day = try SimulationTrial(request, seed: seed)
    let strategies = request.strategies
    let first = firstAlike(strategies)
    let order = order(strategies)
    var totals: [[Int]: Double] = [:]
    // Equal sets of apps are run once: of two apps one alone is the other's absence.
    func total(_ apps: [Int]) throws -> Double {
      let alike = apps.map { first[$0] }
      if let known = totals[alike] { return known }
      let energy = Account(try day.run(phone(apps, of: strategies))).total
      totals[alike] = energy
      return energy
    }
    let record = try day.run(phone(order, of: strategies))
    let everyone = Account(record)
    let nobody = Account(try day.run(phone([], of: strategies)))
    let (base, together) = (nobody.total, everyone.total)
    let numbered = booked((1...order.count).map { everyone.booked(to: $0) - nobody.booked(to: $0) })
    return SharedSeed(
      seed: seed, battery: Battery(parameters: record.battery).usableEnergy.joules, together: together - base,
      alone: try strategies.indices.map { try total([$0]) - base },
      byAbsence: try strategies.indices.map { left in together - (try total(order.filter { $0 != left })) },
      booked: evenly(strategies.indices.map { numbered[order.firstIndex(of: $0) ?? 0] }, first))
  }

  /// By name, then by what a strategy does: equal apps have equal numbers in every order.
  private static func order(_ strategies: [StrategySpecification]) -> [Int] {
    func text(_ strategy: StrategySpecification) -> String {
      "\(strategy.kind) \(strategy.platform) \(strategy.parameters.sorted { $0.key < $1.key })"
    }
    return strategies.indices.sorted { a, b in
      (strategies[a].name, text(strategies[a]), a) < (strategies[b].name, text(strategies[b]), b)
    }
  }

  /// For each strategy the first one that does the same: their names, sentences, uses and written standard values do not matter.
  static func firstAlike(_ strategies: [StrategySpecification]) -> [Int] {
    let plain = strategies.map { strategy in
      var plain = strategy
      (plain.name, plain.summary, plain.use, plain.note, plain.decided) = ("", "", .live, nil, nil)
      for parameter in StrategyRegistry.kind(named: strategy.kind)?.parameters ?? [] {
        plain.parameters[parameter.key] = strategy.parameters[parameter.key] ?? parameter.standard
      }
      return plain
    }
    return plain.indices.map { index in plain.firstIndex(of: plain[index]) ?? index }
  }

  /// The mean over the apps that do the same as the same one.
  static func evenly(_ booked: [Double], _ first: [Int]) -> [Double] {
    first.map { same in
      let group = booked.indices.filter { first[$0] == same }
      return group.reduce(0) { $0 + booked[$1] } / Double(group.count)
    }
  }

  /// What is booked to each app for location, from what is booked to it above what would be without any location.
  ///
  /// While an app is on the screen it keeps the processor awake. Where another's location session does so as well, that time is
  /// booked to the other. So less is booked to the first than without any location, and as much too much to the others: it is
  /// taken off theirs, in proportion.
  static func booked(_ differences: [Double]) -> [Double] {
    let (spared, booked) = differences.reduce((0.0, 0.0)) { ($0.0 + min(0, $1), $0.1 + max(0, $1)) }
    guard spared < 0 else { return differences }
    let share = booked > -spared ? 1 + spared / booked : 0
    return differences.map { max(0, $0) * share }
  }

  /// The apps in this order, then the base line for each that is left out.
  private static func phone(_ apps: [Int], of strategies: [StrategySpecification]) -> [StrategySpecification] {
    apps.map { strategies[$0] }
      + Array(repeating: Comparison.baseline, count: strategies.count - apps.count)
  }

  /// One run's ledger with its prices.
  private struct Account {
    let breakdown: EnergyBreakdown
    let prices: PowerTable

    init(_ record: RunRecord) {
      breakdown = EnergyBreakdown(ledger: record.ledger, prices: record.prices)
      prices = record.prices
    }

    var total: Double { breakdown.total.joules }

    /// What is booked to an app, counted from 1: what its activities draw above the component at rest. What a component draws
    /// anyway is nobody's, whoever keeps it busy.
    func booked(to app: Int) -> Double {
      breakdown.lines.reduce(0) { sum, line in
        guard line.cause.app == app else { return sum }
        guard case .state(_, let bin, let span) = line.kind, let rest = line.component.restingState else {
          return sum + line.energy.joules
        }
        return sum + line.energy.joules - (prices.power(line.component, state: rest, bin: bin) * span).joules
      }
    }
  }
}
