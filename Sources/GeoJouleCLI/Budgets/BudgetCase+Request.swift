import Analysis
import Documents
import GeoJoule

extension BudgetCase {
  /// What is to be simulated; the number of seeds is the check's own.
  func request(jobs: Int) -> ComparisonRequest {
    ComparisonRequest(
      device: device, network: network, scenario: scenario, strategies: strategies, firstSeed: firstSeed,
      seedCount: 1, parameters: conditions.parameters, jobs: jobs)
  }
}
