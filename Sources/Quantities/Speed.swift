/// Speed, kept in metres per second.
public struct Speed: PhysicalQuantity {
  public var metresPerSecond: Double

  @inlinable public init(siValue: Double) { metresPerSecond = siValue }
  @inlinable public var siValue: Double { metresPerSecond }

  public static let quantityName = "speed"
  public static let units = [
    UnitSymbol("m/s", 1),
    UnitSymbol("km/h", 1 / 3.6),
    UnitSymbol("mph", 0.44704, written: false),
  ]

  @inlinable public static func metresPerSecond(_ value: Double) -> Speed { Speed(siValue: value) }
  @inlinable public static func kilometresPerHour(_ value: Double) -> Speed { Speed(siValue: value * (1 / 3.6)) }

  /// In km/h.
  @inlinable public var kilometresPerHour: Double { metresPerSecond / (1 / 3.6) }
}
