/// Energy per bit, kept in joules per bit.
/// A power that grows linearly with throughput is an energy per bit: 1 mW/(Mbit/s) = 1 nJ/bit.
package struct EnergyPerBit: PhysicalQuantity {
  /// In joules per bit.
  package var joulesPerBit: Double

  /// From a number in joules per bit.
  package init(siValue: Double) { joulesPerBit = siValue }
  package var siValue: Double { joulesPerBit }

  /// The name in messages.
  package static let quantityName = "energy per bit"
  /// What may be written behind a number, the unit of `siValue` first.
  package static let units = [
    UnitSymbol("J/bit", 1),
    UnitSymbol("nJ/bit", 1e-09),
    UnitSymbol("uJ/bit", 1e-06),
    UnitSymbol("mW/(Mbit/s)", 1e-09),
  ]

  /// From a number in joules per bit.
  package static func joulesPerBit(_ value: Double) -> EnergyPerBit { EnergyPerBit(siValue: value) }
  package static func nanojoulesPerBit(_ value: Double) -> EnergyPerBit {
    EnergyPerBit(siValue: value * 1e-09)
  }
  /// The slope of power over throughput: 1 mW per Mbit/s is 1 nJ per bit.
  package static func milliwattsPerMegabitPerSecond(_ value: Double) -> EnergyPerBit {
    EnergyPerBit(siValue: value * 1e-09)
  }

  /// In nJ/bit.
  package var nanojoulesPerBit: Double { joulesPerBit / 1e-09 }
  /// In mW/(Mbit/s).
  package var milliwattsPerMegabitPerSecond: Double { joulesPerBit / 1e-09 }
}
