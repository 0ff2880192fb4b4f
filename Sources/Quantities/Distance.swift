/// Distance, kept in metres.
public struct Distance: PhysicalQuantity {
  /// In metres.
  public var metres: Double

  /// From a number in metres.
  @inlinable public init(siValue: Double) { metres = siValue }
  @inlinable public var siValue: Double { metres }

  /// The name in messages.
  public static let quantityName = "distance"
  /// What may be written behind a number, the unit of `siValue` first.
  public static let units = [
    UnitSymbol("m", 1),
    UnitSymbol("km", 1000.0),
    UnitSymbol("cm", 0.01),
    UnitSymbol("mi", 1609.344, written: false),
    UnitSymbol("ft", 0.3048, written: false),
  ]

  /// From a number in metres.
  @inlinable public static func metres(_ value: Double) -> Distance { Distance(siValue: value) }
  @inlinable public static func kilometres(_ value: Double) -> Distance { Distance(siValue: value * 1000.0) }

  /// In km.
  @inlinable public var kilometres: Double { metres / 1000.0 }
}
