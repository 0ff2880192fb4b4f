package import DeviceModel
package import Quantities
import Simulation

extension SingleRun {
  /// Runs the request's strategy at `index` on its first seed and calls `use` with the ledger until each of the
  /// instants: what the phone had done by then.
  ///
  /// - Parameter instants: in order of time; those after the day's end count as its end.
  /// - Throws: `ProfileFault` for a profile that cannot be used, `UnknownStrategyKind`, and what `use` throws.
  package static func ledgers(
    _ request: ComparisonRequest, strategy index: Int = 0, at instants: [Instant], use: (EnergyLedger) throws -> Void
  ) throws {
    let day = try SimulationTrial(
      device: request.device, network: request.network, scenario: request.scenario, parameters: request.parameters,
      seed: request.firstSeed)
    try PhoneSimulation.ledgers(
      of: try day.devices(request.strategies[index]).phone, world: day.world, at: instants, use: use)
  }
}
