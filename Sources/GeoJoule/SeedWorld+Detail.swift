import Analysis
import Simulation
import Strategies

extension SeedWorld {
  /// Runs one strategy and keeps every segment and every payment of the phone, and of the watch if there is one.
  func detail(
    of strategy: StrategySpecification
  ) throws -> (record: RunRecord, payments: [EnergyPayment], watchPayments: [EnergyPayment]) {
    var (record, phone, watch) = try devices(strategy).run(observing: DetailKeeper(), DetailKeeper())
    record.timeline = phone.timeline
    record.watch?.timeline = watch?.timeline ?? []
    return (record, phone.payments, watch?.payments ?? [])
  }
}
