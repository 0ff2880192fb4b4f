public import Analysis
public import DeviceModel
public import Strategies
public import World

/// Some limits on some strategies, under one set of conditions.
public struct BudgetCase: Sendable {
  /// The budget's name in its file.
  public let budget: String
  public let scenario: Scenario
  public let device: DeviceProfile
  public let network: NetworkProfile
  public let strategies: [StrategySpecification]
  /// The strategies with their hashes, in the same order.
  public let strategyInputs: [Baseline.Input]
  /// The other inputs with their hashes.
  public let conditions: Baseline.Conditions
  public let seeds: SeedPlan
  public let firstSeed: UInt64
  /// Every limit, those switched off included.
  public let limits: [BudgetLimit]

  /// The limits that are not switched off.
  public var activeLimits: [BudgetLimit] { limits.filter { $0.level != .off } }
  /// Whether any of them is against a baseline.
  public var needsBaseline: Bool { activeLimits.contains { $0.bound.isRelative } }
}
