/// Energy per bit, kept in joules per bit.
/// A power that grows linearly with throughput is an energy per bit: 1 mW/(Mbit/s) = 1 nJ/bit.
public struct EnergyPerBit: PhysicalQuantity {
  /// In joules per bit.
  public var joulesPerBit: Double

  /// From a number in joules per bit.
  @inlinable public init(siValue: Double) { joulesPerBit = siValue }
  @inlinable public var siValue: Double { joulesPerBit }

  /// The name in messages.
  public static let quantityName = "energy per bit"
  /// What may be written behind a number, the unit of `siValue` first.
  public static let units = [
    UnitSymbol("J/bit", 1),
    UnitSymbol("nJ/bit", 1e-09),
    UnitSymbol("uJ/bit", 1e-06),
    UnitSymbol("mW/(Mbit/s)", 1e-09),
  ]

  /// From a number in joules per bit.
  @inlinable public static func joulesPerBit(_ value: Double) -> EnergyPerBit { EnergyPerBit(siValue: value) }
  @inlinable public static func nanojoulesPerBit(_ value: Double) -> EnergyPerBit {
    EnergyPerBit(siValue: value * 1e-09)
  }
  /// The slope of power over throughput: 1 mW per Mbit/s is 1 nJ per bit.
  @inlinable public static func milliwattsPerMegabitPerSecond(_ value: Double) -> EnergyPerBit {
    EnergyPerBit(siValue: value * 1e-09)
  }

  /// In nJ/bit.
  @inlinable public var nanojoulesPerBit: Double { joulesPerBit / 1e-09 }
  /// In mW/(Mbit/s).
  @inlinable public var milliwattsPerMegabitPerSecond: Double { joulesPerBit / 1e-09 }
}
