/// Speed, kept in metres per second.
public struct Speed: PhysicalQuantity {
  /// In metres per second.
  public var metresPerSecond: Double

  /// From a number in metres per second.
  @inlinable public init(siValue: Double) { metresPerSecond = siValue }
  @inlinable public var siValue: Double { metresPerSecond }

  /// The name in messages.
  public static let quantityName = "speed"
  /// What may be written behind a number, the unit of `siValue` first.
  public static let units = [
    UnitSymbol("m/s", 1),
    UnitSymbol("km/h", 1 / 3.6),
    UnitSymbol("mph", 0.44704, written: false),
  ]

  /// From a number in metres per second.
  @inlinable public static func metresPerSecond(_ value: Double) -> Speed { Speed(siValue: value) }
  @inlinable public static func kilometresPerHour(_ value: Double) -> Speed { Speed(siValue: value * (1 / 3.6)) }

  /// In km/h.
  @inlinable public var kilometresPerHour: Double { metresPerSecond / (1 / 3.6) }
}
