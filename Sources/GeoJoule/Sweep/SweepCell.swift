package import DeviceModel
package import Strategies
package import World

/// One strategy on one scenario with one phone, to be run on many seeds.
package struct SweepCell: Sendable {
  package let phone: PreparedPhone
  package let scenario: Scenario
  /// Cells of one sweep with equal numbers have the same scenario.
  package let scenarioNumber: Int
  package let strategy: StrategySpecification
  /// The same for all cells of a sweep.
  package let watch: WatchChoice?
  package let parameters: ParameterChoice
  /// Ends each run when a battery is empty.
  package let untilEmpty: Bool

  package init(
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
