/// Voltage, kept in volts.
public struct Voltage: PhysicalQuantity {
  public var volts: Double

  @inlinable public init(siValue: Double) { volts = siValue }
  @inlinable public var siValue: Double { volts }

  public static let quantityName = "voltage"
  public static let units = [
    UnitSymbol("V", 1),
    UnitSymbol("mV", 0.001),
  ]

  @inlinable public static func volts(_ value: Double) -> Voltage { Voltage(siValue: value) }
  @inlinable public static func millivolts(_ value: Double) -> Voltage { Voltage(siValue: value * 0.001) }

  /// In mV.
  @inlinable public var millivolts: Double { volts / 0.001 }
}
