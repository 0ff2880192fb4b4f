import Analysis
import DeviceModel
import LocationServices
import Quantities
import Simulation
import Strategies
import World

/// One seed's day and phone, on which any number of strategies run. Confined to one worker.
struct SeedWorld {
  let world: WorldRealization
  let device: DeviceParameters
  let network: NetworkParameters

  /// - Throws: `ProfileFault` for a profile that cannot be used.
  init(
    device: DeviceProfile, network: NetworkProfile, scenario: Scenario, parameters: ParameterChoice, seed: UInt64
  ) throws {
    self.device = try device.parameters(mode: parameters.mode(seed: seed))
    self.network = try network.parameters(mode: parameters.mode(seed: seed))
    let radius = self.network.cellRadius
    world = WorldRealization(
      scenario: scenario, seed: seed,
      cellRadii: CellRadii(urban: radius.urban, suburban: radius.suburban, rural: radius.rural))
  }

  /// Runs one strategy; the battery's end is looked for only where the energy drawn makes it possible.
  ///
  /// - Parameter horizon: where the run ends; the end of the day when left out.
  func run(
    _ strategy: StrategySpecification, untilEmpty: Bool = false, horizon: Instant? = nil
  ) throws -> RunRecord {
    let phone = try configuration(strategy)
    var record = PhoneSimulation.record(of: phone, world: world, horizon: horizon)
    let drawn = EnergyBreakdown(ledger: record.ledger, prices: record.prices).total
    if drawn >= Battery(parameters: record.battery).usableEnergy {
      record.batteryEmpty = firstEmpty(phone, horizon: horizon)
      if untilEmpty, let end = record.batteryEmpty {
        record = PhoneSimulation.record(of: phone, world: world, horizon: end)
        record.batteryEmpty = end
        record.endedEmpty = true
      }
    }
    record.note = note(strategy)
    return record
  }

  /// Runs several apps on one phone.
  func run(_ strategies: [StrategySpecification]) throws -> RunRecord {
    let apps = try strategies.map { try $0.appDefinition() }
    let phone = try PhoneConfiguration(device: device, network: network, apps: apps)
    return PhoneSimulation.record(of: phone, world: world)
  }

  /// Runs one strategy and keeps its timeline.
  func runWithTimeline(_ strategy: StrategySpecification) throws -> RunRecord {
    var record = try runWithTimeline(try strategy.appDefinition())
    record.note = note(strategy)
    return record
  }

  /// Runs one app and keeps its timeline.
  func runWithTimeline(_ app: AppDefinition) throws -> RunRecord {
    let phone = try PhoneConfiguration(device: device, network: network, apps: [app])
    var (record, observer) = PhoneSimulation(phone, world: world, observer: TimelineKeeper()).run()
    record.timeline = observer.timeline
    record.batteryEmpty = firstEmpty(phone, horizon: nil)
    return record
  }

  private func firstEmpty(_ phone: PhoneConfiguration, horizon: Instant?) -> Instant? {
    PhoneSimulation(
      phone, world: world, horizon: horizon, observer: BatteryWatch(battery: phone.device.battery)
    ).run().observer.firstEmpty
  }

  private func configuration(_ strategy: StrategySpecification) throws -> PhoneConfiguration {
    try PhoneConfiguration(device: device, network: network, apps: [strategy.appDefinition()])
  }

  /// What a reader must know about the row: a service that the device lacks, and what the strategy's file says.
  private func note(_ strategy: StrategySpecification) -> String? {
    var notes: [String] = []
    if strategy.kind == "significant_change", device.cellular == nil {
      notes.append("significant change rests on cell towers: not available on \(device.name)")
    }
    if strategy.kind == "deferred", (device.gnss?.batchCapacity ?? 0) == 0 {
      notes.append("\(device.name) cannot keep fixes on a GNSS chip: updates are not deferred")
    }
    if let note = strategy.authorizationNote { notes.append(note) }
    if let note = strategy.note { notes.append(note) }
    return notes.isEmpty ? nil : notes.joined(separator: "; ")
  }
}
