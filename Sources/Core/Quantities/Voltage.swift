/// Voltage, kept in volts.
package struct Voltage: PhysicalQuantity {
  /// In volts.
  package var volts: Double

  /// From a number in volts.
  package init(siValue: Double) { volts = siValue }
  package var siValue: Double { volts }

  /// The name in messages.
  package static let quantityName = "voltage"
  /// What may be written behind a number, the unit of `siValue` first.
  package static let units = [
    UnitSymbol("V", 1),
    UnitSymbol("mV", 0.001),
  ]

  /// From a number in volts.
  package static func volts(_ value: Double) -> Voltage { Voltage(siValue: value) }
  package static func millivolts(_ value: Double) -> Voltage { Voltage(siValue: value * 0.001) }

  /// In mV.
  package var millivolts: Double { volts / 0.001 }
}
