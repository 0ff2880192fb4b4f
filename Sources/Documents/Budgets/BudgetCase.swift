package import Analysis
package import DeviceModel
package import Strategies
package import World

/// Some limits on some strategies, under one set of conditions.
package struct BudgetCase: Sendable {
  /// What a command line would say for the inputs; strategies are in the case's order.
  package struct Words: Sendable {
    package let scenario: String
    package let device: String
    /// `nil` for the device's own.
    package let network: String?
    package let strategies: [String]

    package init(scenario: String, device: String, network: String?, strategies: [String]) {
      (self.scenario, self.device, self.network, self.strategies) = (scenario, device, network, strategies)
    }
  }

  /// The budget's name in its file.
  package let budget: String
  package let scenario: Scenario
  package let device: DeviceProfile
  package let network: NetworkProfile
  package let strategies: [StrategySpecification]
  /// The strategies with their hashes, in the same order.
  package let strategyInputs: [Baseline.Input]
  /// The other inputs with their hashes.
  package let conditions: Baseline.Conditions
  package let seeds: SeedPlan
  package let firstSeed: UInt64
  /// Every limit, those switched off included.
  package let limits: [BudgetLimit]
  package let words: Words

  /// - Parameter conditions: the other inputs than the strategies, with their hashes.
  package init(
    budget: String, scenario: Scenario, device: DeviceProfile, network: NetworkProfile,
    strategies: [StrategySpecification], conditions: Baseline.Conditions, seeds: SeedPlan, firstSeed: UInt64 = 1,
    limits: [BudgetLimit], words: Words
  ) {
    (self.budget, self.scenario, self.device, self.network) = (budget, scenario, device, network)
    (self.strategies, strategyInputs) = (strategies, strategies.map(InputFingerprint.strategy))
    (self.conditions, self.seeds, self.firstSeed, self.limits) = (conditions, seeds, firstSeed, limits)
    self.words = words
  }

  /// The limits that are not switched off.
  package var activeLimits: [BudgetLimit] { limits.filter { $0.level != .off } }
  /// Whether any of them is against a baseline.
  package var needsBaseline: Bool { activeLimits.contains { $0.bound.isRelative } }
}
