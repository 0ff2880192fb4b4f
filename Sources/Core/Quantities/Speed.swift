/// Speed, kept in metres per second.
package struct Speed: PhysicalQuantity {
  /// In metres per second.
  package var metresPerSecond: Double

  /// From a number in metres per second.
  package init(siValue: Double) { metresPerSecond = siValue }
  package var siValue: Double { metresPerSecond }

  /// The name in messages.
  package static let quantityName = "speed"
  /// What may be written behind a number, the unit of `siValue` first.
  package static let units = [
    UnitSymbol("m/s", 1),
    UnitSymbol("km/h", 1 / 3.6),
    UnitSymbol("mph", 0.44704, written: false),
  ]

  /// From a number in metres per second.
  package static func metresPerSecond(_ value: Double) -> Speed { Speed(siValue: value) }
  package static func kilometresPerHour(_ value: Double) -> Speed { Speed(siValue: value * (1 / 3.6)) }

  /// In km/h.
  package var kilometresPerHour: Double { metresPerSecond / (1 / 3.6) }
}
