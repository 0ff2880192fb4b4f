import DeviceModel
import FileFormats
import GeoJoule
import Quantities
import Simulation
import Strategies
import World

/// How much each power of a device counts under a strategy at rest, from a simulation.
///
/// Energy is linear in the powers for given times in each state: a power that is raised by a little, at the same times,
/// tells how many hours (or events) it counts. Rates are those of the whole simulated day, so it must be one of rest.
struct DrainExposure {
  /// Per hour: hours in a state, or events.
  let perHour: [Double]
  /// In watts, of everything that is not estimated.
  let fixedPower: Double
  /// In watts, of everything.
  let power: Double

  init(
    keys: [String], device: DeviceProfile, network: NetworkProfile, scenario: Scenario, strategy: StrategySpecification
  ) throws(InputError) {
    do {
      let request = ComparisonRequest(
        device: device, network: network, scenario: scenario, strategies: [strategy], seedCount: 1, parameters: .fixed)
      let record = try SingleRun(request).record
      let hours = (record.horizon - .start).seconds / 3600
      let joules = EnergyBreakdown(ledger: record.ledger, prices: record.prices).total.joules
      var perHour: [Double] = []
      var fixed = joules
      for key in keys {
        guard let value = device.values[key] else { continue }
        var raised = device
        let step = max(value.mean * 0.01, 1e-6)
        raised.values[key]?.mean = value.mean + step
        raised.values[key]?.range =
          min(value.range.lowerBound, value.mean)...max(value.range.upperBound, value.mean + step)
        let prices = try PowerTable(
          device: try raised.parameters(mode: .fixed), network: try network.parameters(mode: .fixed))
        let gain = (EnergyBreakdown(ledger: record.ledger, prices: prices).total.joules - joules) / step
        fixed -= gain * value.mean
        // A power counts in hours, an energy in events.
        let isPower = DeviceSchema.schema(of: key)?.dimension == .power
        perHour.append((isPower ? gain / 3600 : gain) / hours)
      }
      self.perHour = perHour
      fixedPower = max(0, fixed / hours / 3600)
      power = joules / hours / 3600
    } catch {
      throw InputError(
        file: nil, message: "the strategy '\(strategy.name)' cannot be simulated: \(error)",
        remedy: "choose another device, network or scenario")
    }
  }
}
