/// Power, kept in watts.
public struct Power: PhysicalQuantity {
  /// In watts.
  public var watts: Double

  /// From a number in watts.
  @inlinable public init(siValue: Double) { watts = siValue }
  @inlinable public var siValue: Double { watts }

  /// The name in messages.
  public static let quantityName = "power"
  /// What may be written behind a number, the unit of `siValue` first.
  public static let units = [
    UnitSymbol("W", 1),
    UnitSymbol("mW", 0.001),
    UnitSymbol("uW", 1e-06),
    UnitSymbol("kW", 1000.0),
  ]

  /// From a number in watts.
  @inlinable public static func watts(_ value: Double) -> Power { Power(siValue: value) }
  @inlinable public static func milliwatts(_ value: Double) -> Power { Power(siValue: value * 0.001) }
  @inlinable public static func microwatts(_ value: Double) -> Power { Power(siValue: value * 1e-06) }

  /// In mW.
  @inlinable public var milliwatts: Double { watts / 0.001 }
  /// In uW.
  @inlinable public var microwatts: Double { watts / 1e-06 }
}
