/// Angle, kept in radians.
package struct Angle: PhysicalQuantity {
  /// In radians.
  package var radians: Double

  /// From a number in radians.
  package init(siValue: Double) { radians = siValue }
  package var siValue: Double { radians }

  /// The name in messages.
  package static let quantityName = "angle"
  /// What may be written behind a number, the unit of `siValue` first.
  package static let units = [
    UnitSymbol("rad", 1),
    UnitSymbol("deg", 0.017453292519943295),
  ]

  /// From a number in radians.
  package static func radians(_ value: Double) -> Angle { Angle(siValue: value) }
  package static func degrees(_ value: Double) -> Angle { Angle(siValue: value * 0.017453292519943295) }

  /// In deg.
  package var degrees: Double { radians / 0.017453292519943295 }
}
