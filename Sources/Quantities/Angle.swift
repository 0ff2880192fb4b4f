/// Angle, kept in radians.
public struct Angle: PhysicalQuantity {
  public var radians: Double

  @inlinable public init(siValue: Double) { radians = siValue }
  @inlinable public var siValue: Double { radians }

  public static let quantityName = "angle"
  public static let units = [
    UnitSymbol("rad", 1),
    UnitSymbol("deg", 0.017453292519943295),
  ]

  @inlinable public static func radians(_ value: Double) -> Angle { Angle(siValue: value) }
  @inlinable public static func degrees(_ value: Double) -> Angle { Angle(siValue: value * 0.017453292519943295) }

  /// In deg.
  @inlinable public var degrees: Double { radians / 0.017453292519943295 }
}
