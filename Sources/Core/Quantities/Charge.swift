/// Charge, kept in coulombs.
package struct Charge: PhysicalQuantity {
  /// In coulombs.
  package var coulombs: Double

  /// From a number in coulombs.
  package init(siValue: Double) { coulombs = siValue }
  package var siValue: Double { coulombs }

  /// The name in messages.
  package static let quantityName = "charge"
  /// What may be written behind a number, the unit of `siValue` first.
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
