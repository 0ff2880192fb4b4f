/// Data size, kept in bytes.
package struct DataSize: PhysicalQuantity {
  /// In bytes.
  package var bytes: Double

  /// From a number in bytes.
  package init(siValue: Double) { bytes = siValue }
  package var siValue: Double { bytes }

  package static let quantityName = "data size"
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

/// Data rate, kept in bits per second.
package struct DataRate: PhysicalQuantity {
  /// In bits per second.
  package var bitsPerSecond: Double

  /// From a number in bits per second.
  package init(siValue: Double) { bitsPerSecond = siValue }
  package var siValue: Double { bitsPerSecond }

  package static let quantityName = "data rate"
  package static let units = [
    UnitSymbol("bit/s", 1),
    UnitSymbol("kbit/s", 1000.0),
    UnitSymbol("Mbit/s", 1000000.0),
    UnitSymbol("Gbit/s", 1000000000.0),
  ]

  /// From a number in bits per second.
  package static func bitsPerSecond(_ value: Double) -> DataRate { DataRate(siValue: value) }
}

// The products and quotients that exist in physics; no others compile.

/// How long the transfer takes; eight bits to a byte.
package func / (size: DataSize, rate: DataRate) -> TimeSpan {
  .seconds(size.bytes * 8 / rate.bitsPerSecond)
}
/// What the transfer costs; eight bits to a byte.
package func * (cost: EnergyPerBit, size: DataSize) -> Energy {
  .joules(cost.joulesPerBit * size.bytes * 8)
}
