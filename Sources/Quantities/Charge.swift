/// Charge, kept in coulombs.
public struct Charge: PhysicalQuantity {
  /// In coulombs.
  public var coulombs: Double

  /// From a number in coulombs.
  @inlinable public init(siValue: Double) { coulombs = siValue }
  @inlinable public var siValue: Double { coulombs }

  /// The name in messages.
  public static let quantityName = "charge"
  /// What may be written behind a number, the unit of `siValue` first.
  public static let units = [
    UnitSymbol("C", 1),
    UnitSymbol("mAh", 3.6),
    UnitSymbol("Ah", 3600),
  ]

  /// From a number in coulombs.
  @inlinable public static func coulombs(_ value: Double) -> Charge { Charge(siValue: value) }
  @inlinable public static func milliampereHours(_ value: Double) -> Charge { Charge(siValue: value * 3.6) }

  /// In mAh.
  @inlinable public var milliampereHours: Double { coulombs / 3.6 }
}
