import Analysis
import DeviceModel
import World

/// The days of one scenario on which many phones are tried, made once. Confined to one worker.
package final class TrialDays {
  private struct Key: Hashable {
    let seed: UInt64
    let environment: RadioEnvironment
  }

  private let scenario: Scenario
  private var worlds: [Key: WorldRealization] = [:]

  package init(_ scenario: Scenario) { self.scenario = scenario }

  /// A seed's day with a phone at its means. Of the network, only the radio environment shapes the world.
  func day(seed: UInt64, device: DeviceProfile, network: NetworkProfile) throws -> SimulationTrial {
    let device = try device.parameters(mode: .fixed)
    let network = try network.parameters(mode: .fixed)
    let key = Key(seed: seed, environment: RadioEnvironment(network))
    if let world = worlds[key] { return SimulationTrial(world: world, device: device, network: network) }
    let made = SimulationTrial(device: device, network: network, scenario: scenario, seed: seed)
    if worlds.count >= 64 { worlds.removeAll() }
    worlds[key] = made.world
    return made
  }
}
