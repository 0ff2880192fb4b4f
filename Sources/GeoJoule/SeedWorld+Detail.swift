import Analysis
import Simulation
import Strategies

extension SeedWorld {
  /// Runs one strategy and keeps every segment and every payment.
  func detail(
    of strategy: StrategySpecification
  ) throws -> (record: RunRecord, payments: [EnergyPayment]) {
    let phone = try PhoneConfiguration(device: device, network: network, apps: [strategy.appDefinition()])
    var (record, keeper) = PhoneSimulation(phone, world: world, observer: DetailKeeper()).run()
    record.timeline = keeper.timeline
    return (record, keeper.payments)
  }
}
