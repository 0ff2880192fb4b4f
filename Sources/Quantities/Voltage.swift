/// Voltage, kept in volts.
public struct Voltage: PhysicalQuantity {
  /// In volts.
  public var volts: Double

  /// From a number in volts.
  @inlinable public init(siValue: Double) { volts = siValue }
  @inlinable public var siValue: Double { volts }

  /// The name in messages.
  public static let quantityName = "voltage"
  /// What may be written behind a number, the unit of `siValue` first.
  public static let units = [
    UnitSymbol("V", 1),
    UnitSymbol("mV", 0.001),
  ]

  /// From a number in volts.
  @inlinable public static func volts(_ value: Double) -> Voltage { Voltage(siValue: value) }
  @inlinable public static func millivolts(_ value: Double) -> Voltage { Voltage(siValue: value * 0.001) }

  /// In mV.
  @inlinable public var millivolts: Double { volts / 0.001 }
}
