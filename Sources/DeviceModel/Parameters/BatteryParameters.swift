package import Quantities

/// A battery's numbers in one run.
package struct BatteryParameters: Sendable, Equatable {
  /// Nominal energy when new.
  package var energy: Energy
  /// Nominal voltage.
  package var voltage: Voltage
  /// Usable share of the nominal energy.
  package var health: Double
  /// What the charger puts in.
  package var chargingPower: Power

  /// `health` is the share of the nominal energy that is left, 0 to 1.
  package init(energy: Energy, voltage: Voltage, health: Double, chargingPower: Power) {
    self.energy = energy
    self.voltage = voltage
    self.health = health
    self.chargingPower = chargingPower
  }

  init(_ values: ParameterValues) throws(ProfileFault) {
    energy = try values.energy("battery.energy")
    voltage = .volts(try values.number("battery.voltage"))
    health = try values.number("battery.health")
    chargingPower = try values.power("battery.charging_power")
  }
}
