package import Quantities

/// A battery as a store of energy: percent and charge of what was drawn.
///
/// Percent = 100 E / (nominal energy * health); charge = E / nominal voltage (sources A7). Rate effects (Peukert) are
/// left out: location loads are 0.01 to 0.08 C, where they are below half a percent.
package struct Battery: Sendable, Equatable {
  package let parameters: BatteryParameters

  package init(parameters: BatteryParameters) { self.parameters = parameters }

  /// What a full battery of this age gives.
  package var usableEnergy: Energy { parameters.energy * parameters.health }

  /// Percent of a full battery; may pass 100.
  package func percent(of energy: Energy) -> Double { 100 * (energy / usableEnergy) }

  /// Charge at the battery's own voltage.
  package func charge(of energy: Energy) -> Charge { energy / parameters.voltage }
}
