/// Data rate, kept in bits per second.
public struct DataRate: PhysicalQuantity {
  /// In bits per second.
  public var bitsPerSecond: Double

  /// From a number in bits per second.
  @inlinable public init(siValue: Double) { bitsPerSecond = siValue }
  @inlinable public var siValue: Double { bitsPerSecond }

  /// The name in messages.
  public static let quantityName = "data rate"
  /// What may be written behind a number, the unit of `siValue` first.
  public static let units = [
    UnitSymbol("bit/s", 1),
    UnitSymbol("kbit/s", 1000.0),
    UnitSymbol("Mbit/s", 1000000.0),
    UnitSymbol("Gbit/s", 1000000000.0),
  ]

  /// From a number in bits per second.
  @inlinable public static func bitsPerSecond(_ value: Double) -> DataRate { DataRate(siValue: value) }
  @inlinable public static func megabitsPerSecond(_ value: Double) -> DataRate { DataRate(siValue: value * 1000000.0) }

  /// In Mbit/s.
  @inlinable public var megabitsPerSecond: Double { bitsPerSecond / 1000000.0 }
}
