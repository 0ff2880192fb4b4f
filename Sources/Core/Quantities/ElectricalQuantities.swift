/// Power, kept in watts.
@usableFromInline package struct Power: PhysicalQuantity {
  /// In watts.
  @usableFromInline package var watts: Double

  /// From a number in watts.
  @inlinable package init(siValue: Double) { watts = siValue }
  @usableFromInline package var siValue: Double { watts }

  @usableFromInline package static let quantityName = "power"
  @usableFromInline package static let units = [
    UnitSymbol("W", 1),
    UnitSymbol("mW", 0.001),
    UnitSymbol("uW", 1e-06),
    UnitSymbol("kW", 1000.0),
  ]

  /// From a number in watts.
  @inlinable package static func watts(_ value: Double) -> Power { Power(siValue: value) }
  package static func milliwatts(_ value: Double) -> Power { Power(siValue: value * 0.001) }

  /// In mW.
  package var milliwatts: Double { watts / 0.001 }
}

/// Energy, kept in joules.
public struct Energy: PhysicalQuantity {
  /// In joules.
  public var joules: Double

  /// From a number in joules.
  @inlinable public init(siValue: Double) { joules = siValue }
  /// The same, in joules.
  @inlinable public var siValue: Double { joules }

  /// The name in messages.
  public static let quantityName = "energy"
  /// What may be written behind a number, the unit of `siValue` first.
  public static let units = [
    UnitSymbol("J", 1),
    UnitSymbol("mJ", 0.001),
    UnitSymbol("uJ", 1e-06),
    UnitSymbol("kJ", 1000.0),
    UnitSymbol("Wh", 3600, written: false),
    UnitSymbol("mWh", 3.6, written: false),
  ]

  /// From a number in joules.
  @inlinable public static func joules(_ value: Double) -> Energy { Energy(siValue: value) }
  /// Of a number in millijoules.
  @inlinable package static func millijoules(_ value: Double) -> Energy { Energy(siValue: value * 0.001) }
  /// Of a number in watt-hours.
  @inlinable public static func wattHours(_ value: Double) -> Energy { Energy(siValue: value * 3600) }

  /// In mJ.
  @inlinable package var millijoules: Double { joules / 0.001 }
  /// In Wh.
  @inlinable public var wattHours: Double { joules / 3600 }
}

/// Charge, kept in coulombs.
package struct Charge: PhysicalQuantity {
  /// In coulombs.
  package var coulombs: Double

  /// From a number in coulombs.
  package init(siValue: Double) { coulombs = siValue }
  package var siValue: Double { coulombs }

  package static let quantityName = "charge"
  package static let units = [
    UnitSymbol("C", 1),
    UnitSymbol("mAh", 3.6),
    UnitSymbol("Ah", 3600),
  ]

  /// From a number in coulombs.
  package static func coulombs(_ value: Double) -> Charge { Charge(siValue: value) }
  package static func milliampereHours(_ value: Double) -> Charge { Charge(siValue: value * 3.6) }

  /// In mAh.
  package var milliampereHours: Double { coulombs / 3.6 }
}

/// Voltage, kept in volts.
package struct Voltage: PhysicalQuantity {
  /// In volts.
  package var volts: Double

  /// From a number in volts.
  package init(siValue: Double) { volts = siValue }
  package var siValue: Double { volts }

  package static let quantityName = "voltage"
  package static let units = [
    UnitSymbol("V", 1),
    UnitSymbol("mV", 0.001),
  ]

  /// From a number in volts.
  package static func volts(_ value: Double) -> Voltage { Voltage(siValue: value) }
}

/// Energy per bit, kept in joules per bit.
/// A power that grows linearly with throughput is an energy per bit: 1 mW/(Mbit/s) = 1 nJ/bit.
package struct EnergyPerBit: PhysicalQuantity {
  /// In joules per bit.
  package var joulesPerBit: Double

  /// From a number in joules per bit.
  package init(siValue: Double) { joulesPerBit = siValue }
  package var siValue: Double { joulesPerBit }

  package static let quantityName = "energy per bit"
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

  /// In nJ/bit.
  package var nanojoulesPerBit: Double { joulesPerBit / 1e-09 }
}

// The products and quotients that exist in physics; no others compile.

/// Joules are watts times seconds.
package func * (power: Power, span: TimeSpan) -> Energy { .joules(power.watts * span.seconds) }
package func / (energy: Energy, span: TimeSpan) -> Power { .watts(energy.joules / span.seconds) }
package func / (energy: Energy, power: Power) -> TimeSpan { .seconds(energy.joules / power.watts) }
package func * (charge: Charge, voltage: Voltage) -> Energy { .joules(charge.coulombs * voltage.volts) }
package func / (energy: Energy, voltage: Voltage) -> Charge { .coulombs(energy.joules / voltage.volts) }
