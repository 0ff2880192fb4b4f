package import DeviceModel
package import FileFormats
import GeoJoule
package import Core
import RealModule
package import Strategies
package import World

/// How much each power of a device has counted under a strategy by certain times of a day, from simulations.
///
/// Energy is linear in the powers for given times in each state: a power that is raised by a little, at the same times,
/// tells how many hours (or events) it counts. Averages over several draws of the day's randomness.
package struct DrainExposure: Sendable {
  /// By time, then by key: hours in a state, or events, from the day's start.
  package private(set) var counts: [[Double]]
  /// By time: joules of everything that is not estimated.
  package private(set) var others: [Double]
  /// By time: joules of everything.
  package private(set) var total: [Double]
  /// How much the total of the last time varies from draw to draw, as a log-deviation; 0 with fewer than three draws.
  package private(set) var logDeviation = 0.0

  /// - Parameters:
  ///   - instants: in order of time, at least one.
  ///   - seeds: how many draws of the day are averaged, from seed 1 on.
  package init(
    keys: [String], device: DeviceProfile, network: NetworkProfile, scenario: Scenario,
    strategy: StrategySpecification, instants: [Instant], seeds: Int
  ) throws(InputError) {
    do {
      let plain = try network.parameters(mode: .fixed)
      let prices = try PowerTable(device: try device.parameters(mode: .fixed), network: plain)
      var raised: [(step: Double, mean: Double, unit: Double, prices: PowerTable)] = []
      for key in keys {
        guard let value = device.values[key] else { continue }
        var changed = device
        let step = max(value.mean * 0.01, 1e-6)
        changed.values[key]?.mean = value.mean + step
        // A power counts in hours, an energy in events.
        let unit = DeviceSchema.schema(of: key)?.dimension == .power ? 3600.0 : 1
        raised.append(
          (step, value.mean, unit, try PowerTable(device: try changed.parameters(mode: .fixed), network: plain)))
      }
      counts = instants.map { _ in keys.map { _ in 0 } }
      others = instants.map { _ in 0 }
      total = others
      var ends: [Double] = []
      for seed in 1...UInt64(max(1, seeds)) {
        let request = ComparisonRequest(
          device: device, network: network, scenario: scenario, strategies: [strategy], firstSeed: seed, seedCount: 1,
          parameters: .fixed)
        var place = 0
        try SingleRun.ledgers(request, at: instants) { ledger in
          let joules = EnergyBreakdown(ledger: ledger, prices: prices).total.joules
          var rest = joules
          for (k, other) in raised.enumerated() {
            let gain = (EnergyBreakdown(ledger: ledger, prices: other.prices).total.joules - joules) / other.step
            rest -= gain * other.mean
            counts[place][k] += max(0, gain) / other.unit / Double(seeds)
          }
          others[place] += rest / Double(seeds)
          total[place] += joules / Double(seeds)
          place += 1
          if place == instants.count, joules > 0 { ends.append(Double.log(joules)) }
        }
      }
      if ends.count > 2 {
        let mean = ends.reduce(0, +) / Double(ends.count)
        logDeviation = (ends.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(ends.count - 1)).squareRoot()
      }
      // Sums of what never falls; rounding must not make them fall.
      for place in counts.indices {
        others[place] = max(others[place], place > 0 ? others[place - 1] : 0)
        for k in keys.indices where place > 0 { counts[place][k] = max(counts[place][k], counts[place - 1][k]) }
      }
    } catch {
      throw InputError(
        file: nil, message: "the strategy '\(strategy.name)' cannot be simulated: \(error)",
        remedy: "choose another device, network or scenario")
    }
  }
}
