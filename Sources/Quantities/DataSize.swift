/// Data size, kept in bytes.
public struct DataSize: PhysicalQuantity {
  public var bytes: Double

  @inlinable public init(siValue: Double) { bytes = siValue }
  @inlinable public var siValue: Double { bytes }

  public static let quantityName = "data size"
  public static let units = [
    UnitSymbol("B", 1),
    UnitSymbol("kB", 1000.0),
    UnitSymbol("MB", 1000000.0),
  ]

  @inlinable public static func bytes(_ value: Double) -> DataSize { DataSize(siValue: value) }
  @inlinable public static func kilobytes(_ value: Double) -> DataSize { DataSize(siValue: value * 1000.0) }

  /// In kB.
  @inlinable public var kilobytes: Double { bytes / 1000.0 }
}
