/// Data rate, kept in bits per second.
public struct DataRate: PhysicalQuantity {
  public var bitsPerSecond: Double

  @inlinable public init(siValue: Double) { bitsPerSecond = siValue }
  @inlinable public var siValue: Double { bitsPerSecond }

  public static let quantityName = "data rate"
  public static let units = [
    UnitSymbol("bit/s", 1),
    UnitSymbol("kbit/s", 1000.0),
    UnitSymbol("Mbit/s", 1000000.0),
    UnitSymbol("Gbit/s", 1000000000.0),
  ]

  @inlinable public static func bitsPerSecond(_ value: Double) -> DataRate { DataRate(siValue: value) }
  @inlinable public static func megabitsPerSecond(_ value: Double) -> DataRate { DataRate(siValue: value * 1000000.0) }

  /// In Mbit/s.
  @inlinable public var megabitsPerSecond: Double { bitsPerSecond / 1000000.0 }
}
