/// Power, kept in watts.
@usableFromInline package struct Power: PhysicalQuantity {
  /// In watts.
  @usableFromInline package var watts: Double

  /// From a number in watts.
  @inlinable package init(siValue: Double) { watts = siValue }
  @usableFromInline package var siValue: Double { watts }

  /// The name in messages.
  @usableFromInline package static let quantityName = "power"
  /// What may be written behind a number, the unit of `siValue` first.
  @usableFromInline package static let units = [
    UnitSymbol("W", 1),
    UnitSymbol("mW", 0.001),
    UnitSymbol("uW", 1e-06),
    UnitSymbol("kW", 1000.0),
  ]

  /// From a number in watts.
  @inlinable package static func watts(_ value: Double) -> Power { Power(siValue: value) }
  package static func milliwatts(_ value: Double) -> Power { Power(siValue: value * 0.001) }
  package static func microwatts(_ value: Double) -> Power { Power(siValue: value * 1e-06) }

  /// In mW.
  package var milliwatts: Double { watts / 0.001 }
  /// In uW.
  package var microwatts: Double { watts / 1e-06 }
}
