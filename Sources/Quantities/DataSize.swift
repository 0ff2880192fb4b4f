/// Data size, kept in bytes.
public struct DataSize: PhysicalQuantity {
  /// In bytes.
  public var bytes: Double

  /// From a number in bytes.
  @inlinable public init(siValue: Double) { bytes = siValue }
  @inlinable public var siValue: Double { bytes }

  /// The name in messages.
  public static let quantityName = "data size"
  /// What may be written behind a number, the unit of `siValue` first.
  public static let units = [
    UnitSymbol("B", 1),
    UnitSymbol("kB", 1000.0),
    UnitSymbol("MB", 1000000.0),
  ]

  /// From a number in bytes.
  @inlinable public static func bytes(_ value: Double) -> DataSize { DataSize(siValue: value) }
  @inlinable public static func kilobytes(_ value: Double) -> DataSize { DataSize(siValue: value * 1000.0) }

  /// In kB.
  @inlinable public var kilobytes: Double { bytes / 1000.0 }
}
