/// Data rate, kept in bits per second.
package struct DataRate: PhysicalQuantity {
  /// In bits per second.
  package var bitsPerSecond: Double

  /// From a number in bits per second.
  package init(siValue: Double) { bitsPerSecond = siValue }
  package var siValue: Double { bitsPerSecond }

  /// The name in messages.
  package static let quantityName = "data rate"
  /// What may be written behind a number, the unit of `siValue` first.
  package static let units = [
    UnitSymbol("bit/s", 1),
    UnitSymbol("kbit/s", 1000.0),
    UnitSymbol("Mbit/s", 1000000.0),
    UnitSymbol("Gbit/s", 1000000000.0),
  ]

  /// From a number in bits per second.
  package static func bitsPerSecond(_ value: Double) -> DataRate { DataRate(siValue: value) }
  package static func megabitsPerSecond(_ value: Double) -> DataRate { DataRate(siValue: value * 1000000.0) }

  /// In Mbit/s.
  package var megabitsPerSecond: Double { bitsPerSecond / 1000000.0 }
}
