/// Data size, kept in bytes.
package struct DataSize: PhysicalQuantity {
  /// In bytes.
  package var bytes: Double

  /// From a number in bytes.
  package init(siValue: Double) { bytes = siValue }
  package var siValue: Double { bytes }

  /// The name in messages.
  package static let quantityName = "data size"
  /// What may be written behind a number, the unit of `siValue` first.
  package static let units = [
    UnitSymbol("B", 1),
    UnitSymbol("kB", 1000.0),
    UnitSymbol("MB", 1000000.0),
  ]

  /// From a number in bytes.
  package static func bytes(_ value: Double) -> DataSize { DataSize(siValue: value) }
  package static func kilobytes(_ value: Double) -> DataSize { DataSize(siValue: value * 1000.0) }

  /// In kB.
  package var kilobytes: Double { bytes / 1000.0 }
}
