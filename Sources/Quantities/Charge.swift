/// Charge, kept in coulombs.
public struct Charge: PhysicalQuantity {
  public var coulombs: Double

  @inlinable public init(siValue: Double) { coulombs = siValue }
  @inlinable public var siValue: Double { coulombs }

  public static let quantityName = "charge"
  public static let units = [
    UnitSymbol("C", 1),
    UnitSymbol("mAh", 3.6),
    UnitSymbol("Ah", 3600),
  ]

  @inlinable public static func coulombs(_ value: Double) -> Charge { Charge(siValue: value) }
  @inlinable public static func milliampereHours(_ value: Double) -> Charge { Charge(siValue: value * 3.6) }

  /// In mAh.
  @inlinable public var milliampereHours: Double { coulombs / 3.6 }
}
