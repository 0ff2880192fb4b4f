public import DeviceModel
public import Strategies
public import World

/// One strategy on one scenario with one phone, to be run on many seeds.
public struct SweepCell: Sendable {
  public let phone: PreparedPhone
  public let scenario: Scenario
  /// Cells of one sweep with equal numbers have the same scenario.
  public let scenarioNumber: Int
  public let strategy: StrategySpecification
  /// The same for all cells of a sweep.
  public let watch: WatchChoice?
  public let parameters: ParameterChoice
  /// Ends each run when a battery is empty.
  public let untilEmpty: Bool

  public init(
    phone: PreparedPhone, scenario: Scenario, scenarioNumber: Int, strategy: StrategySpecification,
    watch: WatchChoice? = nil, parameters: ParameterChoice = .drawn, untilEmpty: Bool = false
  ) {
    self.phone = phone
    self.scenario = scenario
    self.scenarioNumber = scenarioNumber
    self.strategy = strategy
    self.watch = watch
    self.parameters = parameters
    self.untilEmpty = untilEmpty
  }
}
