/// Power, kept in watts.
public struct Power: PhysicalQuantity {
  public var watts: Double

  @inlinable public init(siValue: Double) { watts = siValue }
  @inlinable public var siValue: Double { watts }

  public static let quantityName = "power"
  public static let units = [
    UnitSymbol("W", 1),
    UnitSymbol("mW", 0.001),
    UnitSymbol("uW", 1e-06),
    UnitSymbol("kW", 1000.0),
  ]

  @inlinable public static func watts(_ value: Double) -> Power { Power(siValue: value) }
  @inlinable public static func milliwatts(_ value: Double) -> Power { Power(siValue: value * 0.001) }
  @inlinable public static func microwatts(_ value: Double) -> Power { Power(siValue: value * 1e-06) }

  /// In mW.
  @inlinable public var milliwatts: Double { watts / 0.001 }
  /// In uW.
  @inlinable public var microwatts: Double { watts / 1e-06 }
}
