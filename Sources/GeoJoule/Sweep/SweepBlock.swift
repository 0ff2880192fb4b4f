/// Some cells of a sweep on some seeds, worked off by one worker.
///
/// A seed's day is made once for all cells that have it, and a timeline is simulated once for all phones that differ in
/// prices only; where nothing was transferred over the cellular network, also for all its timers and rates.
package struct SweepBlock {
  private let cells: [SweepCell]
  private let shares: Bool
  private let meter: RunMeter

  /// - Parameters:
  ///   - metrics: those that are asked for; positions are compared with the truth only where one of them needs it.
  ///   - shares: `false` simulates each run for itself. The figures are the same.
  package init(_ cells: [SweepCell], metrics: [Metric], shares: Bool = true) {
    self.cells = cells
    self.shares = shares
    meter = RunMeter(metrics)
  }

  /// The figures of all cells on one seed, in the order of the cells.
  ///
  /// - Throws: `ProfileFault`, `UnknownStrategyKind`, `WatchMissing`.
  package func run(seed: UInt64) throws -> [RunMetrics] {
    var results = [RunMetrics?](repeating: nil, count: cells.count)
    let phones = try cells.map { try $0.phone.numbers($0.parameters.mode(seed: seed)) }
    for places in cells.indices.grouped(by: { DayKey(cells[$0], phones[$0]) }) {
      let timelines = places.grouped(by: { TimelineKey(cells[$0], phones[$0]) })
      let day = Day(cells[places[0]], phones[places[0]], seed: seed)
      for places in timelines {
        try run(places, phones, on: day, into: &results)
      }
    }
    // Every cell is in one group.
    return results.compactMap(\.self)
  }

  /// Runs cells that differ in prices, and in what only a cellular transfer meets.
  private func run(
    _ places: [Int], _ phones: [PhoneNumbers], on day: Day, into results: inout [RunMetrics?]
  ) throws {
    let strategy = cells[places[0]].strategy
    var shared: SharedTimeline?
    if shares, places.count > 1 {
      shared = try SharedTimeline(
        strategy, on: try day.world(cells[places[0]], phones[places[0]]), shape: phones[places[0]].shape, meter: meter)
    }
    var others: [Int] = []
    for place in places {
      if let shared, !shared.stands(for: phones[place].shape) {
        others.append(place)
        continue
      }
      let own = try day.world(cells[place], phones[place])
      if let figures = shared?.figures(of: phones[place], notes: { own.notes(strategy, of: $0) }) {
        results[place] = figures
        continue
      }
      results[place] = try own.run(strategy, untilEmpty: cells[place].untilEmpty, meter: meter).figures
    }
    // Something was transferred: each of the other timers and rates has a timeline of its own.
    for places in others.grouped(by: { phones[$0].shape }) { try run(places, phones, on: day, into: &results) }
  }

  /// Of the network, only the radio environment shapes the day.
  private struct DayKey: Hashable {
    let scenario: Int
    let environment: RadioEnvironment

    init(_ cell: SweepCell, _ phone: PhoneNumbers) {
      scenario = cell.scenarioNumber
      environment = RadioEnvironment(phone.network)
    }
  }

  private struct TimelineKey: Hashable {
    let strategy: StrategySpecification
    let shape: PhoneShape
    let untilEmpty: Bool

    init(_ cell: SweepCell, _ phone: PhoneNumbers) {
      strategy = cell.strategy
      shape = phone.shape.withoutTransfers
      untilEmpty = cell.untilEmpty
    }
  }

  /// A seed's day, and the same day as the watch sees it once that is needed.
  private final class Day {
    private let world: WorldRealization
    private let environment: RadioEnvironment
    private let seed: UInt64
    private var watch: SimulationTrial.Watch?

    init(_ cell: SweepCell, _ phone: PhoneNumbers, seed: UInt64) {
      environment = RadioEnvironment(phone.network)
      self.seed = seed
      // Each run makes the latent values anew, which takes a tenth of its time: kept, they would be most of a sweep's memory.
      world = WorldRealization(scenario: cell.scenario, seed: seed, environment: environment, keepsLatents: false)
    }

    func world(_ cell: SweepCell, _ phone: PhoneNumbers) throws -> SimulationTrial {
      guard let choice = cell.watch, cell.strategy.usesWatch else {
        return SimulationTrial(world: world, device: phone.device, network: phone.network)
      }
      if watch == nil {
        watch = try SimulationTrial.Watch(
          choice, scenario: cell.scenario, parameters: cell.parameters, seed: seed, environment: environment,
          keepsLatents: false)
      }
      return SimulationTrial(world: world, device: phone.device, network: phone.network, watch: watch)
    }
  }
}

/// One strategy on one scenario with one phone, to be run on many seeds.
package struct SweepCell: Sendable {
  package let phone: PreparedPhone
  package let scenario: Scenario
  /// Cells of one sweep with equal numbers have the same scenario.
  package let scenarioNumber: Int
  package let strategy: StrategySpecification
  /// The same for all cells of a sweep.
  package let watch: WatchChoice?
  package let parameters: ParameterChoice
  /// Ends each run when a battery is empty.
  package let untilEmpty: Bool

  package init(
    phone: PreparedPhone, scenario: Scenario, scenarioNumber: Int, strategy: StrategySpecification,
    watch: WatchChoice? = nil, parameters: ParameterChoice = .drawn, untilEmpty: Bool = false
  ) {
    self.phone = phone
    self.scenario = scenario
    self.scenarioNumber = scenarioNumber
    self.strategy = strategy
    self.watch = watch
    self.parameters = parameters
    self.untilEmpty = untilEmpty
  }
}

/// A run that stands for all phones which differ from its own in prices only; one in which nothing was transferred over the
/// cellular network, also for those which differ in that network's timers and rates.
///
/// There is none where prices shape what happens: for an app that reads the battery, and beside a watch whose battery may
/// become empty. And it has no figures for a phone whose own battery may become empty in the run. In all these cases the
/// phone has to be simulated itself, so that sharing cannot change a result.
struct SharedTimeline {
  /// Without positions.
  private let record: RunRecord
  private let ledger: LedgerLines
  /// Without what depends on prices.
  private let figures: RunMetrics
  private let shape: PhoneShape

  /// Simulates the strategy with the day's phone.
  ///
  /// - Parameter shape: that of the phone.
  /// - Throws: `ProfileFault`, `UnknownStrategyKind`, `WatchMissing`.
  init?(_ strategy: StrategySpecification, on day: SimulationTrial, shape: PhoneShape, meter: RunMeter) throws {
    guard !strategy.readsBattery, day.world.user.savesPowerBelow == nil else { return nil }
    var record = try day.devices(strategy).record(horizon: nil, meter: meter)
    if let watch = record.watch,
      Self.mayEmpty(EnergyBreakdown(ledger: watch.ledger, prices: watch.prices), watch.battery)
    {
      return nil
    }
    // That of the day's phone, which is nobody else's.
    record.batteryEmpty = nil
    self.record = record
    ledger = LedgerLines(record.ledger)
    self.shape = shape
    figures = meter.measure(record, truth: day.truth, gaps: day.world.gaps)
  }

  /// Whether the same would have happened to a phone of this shape.
  func stands(for other: PhoneShape) -> Bool {
    record.cellularTransfers == 0 ? other.withoutTransfers == shape.withoutTransfers : other == shape
  }

  /// The figures with a phone's prices; `nil` when its battery may have become empty.
  ///
  /// - Parameters:
  ///   - phone: one that this run stands for.
  ///   - notes: what a reader must know of the run on this phone.
  func figures(of phone: PhoneNumbers, notes: (RunRecord) -> [String]) -> RunMetrics? {
    let breakdown = EnergyBreakdown(ledger, prices: phone.prices)
    if Self.mayEmpty(breakdown, phone.device.battery) { return nil }
    var figures = figures
    RunMeter.price(
      breakdown, battery: phone.device.battery, duration: figures.duration, into: &figures)
    figures.notes = notes(record)
    return figures
  }

  private static func mayEmpty(_ breakdown: EnergyBreakdown, _ battery: BatteryParameters) -> Bool {
    breakdown.total >= Battery(parameters: battery).usableEnergy
  }
}
