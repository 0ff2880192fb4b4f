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
  @inlinable public static func millijoules(_ value: Double) -> Energy { Energy(siValue: value * 0.001) }
  /// Of a number in watt-hours.
  @inlinable public static func wattHours(_ value: Double) -> Energy { Energy(siValue: value * 3600) }

  /// In mJ.
  @inlinable public var millijoules: Double { joules / 0.001 }
  /// In Wh.
  @inlinable public var wattHours: Double { joules / 3600 }
}
