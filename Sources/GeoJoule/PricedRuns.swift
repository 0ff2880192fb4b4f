package import Analysis
package import DeviceModel
import Core
import Strategies
import World

/// Every strategy of a request on every one of its seeds, kept so that it can be priced again.
///
/// Prices (`ParameterSchema.isPrice`) do not feed back into what happens in a run, unless an app reads the battery: phones
/// that differ in nothing else share one simulation, exactly.
package struct PricedRuns: Sendable {
  private struct Run: Sendable {
    let ledger: LedgerLines
    /// Without energies.
    let figures: RunMetrics
    let goodFixes: Int
  }

  /// By strategy, then by seed.
  private let runs: [[Run]]

  /// Simulates; the parameters are taken at their means.
  ///
  /// - Parameters:
  ///   - request: the phone and the strategies; the days are those of `days`.
  ///   - measuresAccuracy: also errors and ages of positions, which takes about as long as the run itself.
  /// - Throws: `ProfileFault` for a profile that cannot be used, `UnknownStrategyKind`.
  package init(_ request: ComparisonRequest, on days: TrialDays, measuresAccuracy: Bool) throws {
    let meter = RunMeter(measuresAccuracy ? Metric.allCases : [])
    var runs = [[Run]](repeating: [], count: request.strategies.count)
    for index in 0..<request.seedCount {
      let day = try days.day(
        seed: request.firstSeed + UInt64(index), device: request.device, network: request.network)
      for (place, strategy) in request.strategies.enumerated() {
        let (record, figures) = try day.run(strategy, meter: meter)
        runs[place].append(
          Run(
            ledger: LedgerLines(record.ledger),
            figures: measuresAccuracy ? figures : RunMetrics(seed: record.seed, duration: record.horizon - .start),
            goodFixes: record.goodFixes))
      }
    }
    self.runs = runs
  }

  /// The figures by strategy and seed, with the energies that a phone's prices give.
  ///
  /// - Parameters:
  ///   - device: one that differs from the simulated one in prices only.
  ///   - network: likewise.
  /// - Throws: `ProfileFault` for a profile that cannot be used.
  package func metrics(device: DeviceProfile, network: NetworkProfile) throws -> [[RunMetrics]] {
    let device = try device.parameters(mode: .fixed)
    let prices = try PowerTable(device: device, network: try network.parameters(mode: .fixed))
    return runs.map { runs in
      runs.map { run in
        var figures = run.figures
        RunMeter.price(
          EnergyBreakdown(run.ledger, prices: prices), battery: device.battery, duration: figures.duration,
          goodFixes: run.goodFixes, into: &figures)
        return figures
      }
    }
  }
}
