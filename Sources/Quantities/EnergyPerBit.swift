/// Energy per bit, kept in joules per bit.
/// A power that grows linearly with throughput is an energy per bit: 1 mW/(Mbit/s) = 1 nJ/bit.
public struct EnergyPerBit: PhysicalQuantity {
  public var joulesPerBit: Double

  @inlinable public init(siValue: Double) { joulesPerBit = siValue }
  @inlinable public var siValue: Double { joulesPerBit }

  public static let quantityName = "energy per bit"
  public static let units = [
    UnitSymbol("J/bit", 1),
    UnitSymbol("nJ/bit", 1e-09),
    UnitSymbol("uJ/bit", 1e-06),
    UnitSymbol("mW/(Mbit/s)", 1e-09),
  ]

  @inlinable public static func joulesPerBit(_ value: Double) -> EnergyPerBit { EnergyPerBit(siValue: value) }
  @inlinable public static func nanojoulesPerBit(_ value: Double) -> EnergyPerBit {
    EnergyPerBit(siValue: value * 1e-09)
  }
  @inlinable public static func milliwattsPerMegabitPerSecond(_ value: Double) -> EnergyPerBit {
    EnergyPerBit(siValue: value * 1e-09)
  }

  /// In nJ/bit.
  @inlinable public var nanojoulesPerBit: Double { joulesPerBit / 1e-09 }
  /// In mW/(Mbit/s).
  @inlinable public var milliwattsPerMegabitPerSecond: Double { joulesPerBit / 1e-09 }
}
