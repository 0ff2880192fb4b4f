/// Angle, kept in radians.
public struct Angle: PhysicalQuantity {
  /// In radians.
  public var radians: Double

  /// From a number in radians.
  @inlinable public init(siValue: Double) { radians = siValue }
  @inlinable public var siValue: Double { radians }

  /// The name in messages.
  public static let quantityName = "angle"
  /// What may be written behind a number, the unit of `siValue` first.
  public static let units = [
    UnitSymbol("rad", 1),
    UnitSymbol("deg", 0.017453292519943295),
  ]

  /// From a number in radians.
  @inlinable public static func radians(_ value: Double) -> Angle { Angle(siValue: value) }
  @inlinable public static func degrees(_ value: Double) -> Angle { Angle(siValue: value * 0.017453292519943295) }

  /// In deg.
  @inlinable public var degrees: Double { radians / 0.017453292519943295 }
}
