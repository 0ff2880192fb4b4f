/// Distance, kept in metres.
package struct Distance: PhysicalQuantity {
  /// In metres.
  package var metres: Double

  /// From a number in metres.
  package init(siValue: Double) { metres = siValue }
  package var siValue: Double { metres }

  /// The name in messages.
  package static let quantityName = "distance"
  /// What may be written behind a number, the unit of `siValue` first.
  package static let units = [
    UnitSymbol("m", 1),
    UnitSymbol("km", 1000.0),
    UnitSymbol("cm", 0.01),
    UnitSymbol("mi", 1609.344, written: false),
    UnitSymbol("ft", 0.3048, written: false),
  ]

  /// From a number in metres.
  package static func metres(_ value: Double) -> Distance { Distance(siValue: value) }
  package static func kilometres(_ value: Double) -> Distance { Distance(siValue: value * 1000.0) }

  /// In km.
  package var kilometres: Double { metres / 1000.0 }
}
