/// Distance, kept in metres.
public struct Distance: PhysicalQuantity {
  public var metres: Double

  @inlinable public init(siValue: Double) { metres = siValue }
  @inlinable public var siValue: Double { metres }

  public static let quantityName = "distance"
  public static let units = [
    UnitSymbol("m", 1),
    UnitSymbol("km", 1000.0),
    UnitSymbol("cm", 0.01),
    UnitSymbol("mi", 1609.344, written: false),
    UnitSymbol("ft", 0.3048, written: false),
  ]

  @inlinable public static func metres(_ value: Double) -> Distance { Distance(siValue: value) }
  @inlinable public static func kilometres(_ value: Double) -> Distance { Distance(siValue: value * 1000.0) }

  /// In km.
  @inlinable public var kilometres: Double { metres / 1000.0 }
}
