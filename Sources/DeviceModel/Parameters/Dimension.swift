package import Quantities

/// What kind of number a parameter is; decides which units its text may have.
package enum Dimension: String, CaseIterable, Sendable {
  case power, energy, energyPerBit, timeSpan, ratio, count, voltage, dataRate, dataSize, distance, speed, level

  /// The kind's name in messages.
  package var quantityName: String {
    switch self {
    case .power: Power.quantityName
    case .energy: Energy.quantityName
    case .energyPerBit: EnergyPerBit.quantityName
    case .timeSpan: TimeSpan.quantityName
    case .ratio: "plain number"
    case .count: "count"
    case .voltage: Voltage.quantityName
    case .dataRate: DataRate.quantityName
    case .dataSize: DataSize.quantityName
    case .distance: Distance.quantityName
    case .speed: Speed.quantityName
    case .level: "received power"
    }
  }

  /// The accepted units, the SI unit first; empty for plain numbers and counts.
  package var units: [UnitSymbol] {
    switch self {
    case .power: Power.units
    case .energy: Energy.units
    case .energyPerBit: EnergyPerBit.units
    case .timeSpan: TimeSpan.units
    case .ratio, .count: []
    case .voltage: Voltage.units
    case .dataRate: DataRate.units
    case .dataSize: DataSize.units
    case .distance: Distance.units
    case .speed: Speed.units
    case .level: [UnitSymbol("dBm", 1)]
    }
  }

  /// Reads a value with its unit and returns it in SI units.
  ///
  /// - Throws: `QuantityError` for a missing, unknown or superfluous unit, and for anything that is not a finite number.
  package func parse(_ text: String) throws(QuantityError) -> Double {
    guard units.isEmpty else { return try UnitText.parse(text, quantity: quantityName, units: units) }
    let (number, unit) = try UnitText.split(text, quantity: quantityName)
    guard unit.isEmpty else {
      throw QuantityError(message: "'\(text)' has a unit, but a \(quantityName) has none", remedy: "remove '\(unit)'")
    }
    return number
  }

  /// Number and unit for people, as in `45 mW`.
  package func describe(_ siValue: Double) -> String {
    units.isEmpty ? DecimalText.significant(siValue, digits: 6) : UnitText.describe(siValue, units: units)
  }
}
