package import Core

/// How far a number can be trusted.
package enum Trust: String, CaseIterable, Sendable {
  /// Measured by this project on named data.
  case measured
  /// Read in a paper, a data set or a tool's published constants.
  case published
  /// Declared by the manufacturer.
  case declared
  /// Fitted by this project to named data.
  case fitted
  /// Judgement, anchored on the source named.
  case estimate
}

/// One number of a profile, with its uncertainty and where it comes from. All numbers are in SI units.
package struct ProfileValue: Sendable, Equatable {
  /// How the value varies from device to device; `fixed` does not.
  package enum Distribution: String, CaseIterable, Sendable { case normal, lognormal, fixed }

  /// The mean of the value itself (not of its logarithm).
  package var mean: Double
  /// The standard deviation of the value itself; 0 when it does not vary.
  package var deviation: Double
  /// Draws are truncated to this range.
  package var range: ClosedRange<Double>
  /// How draws vary.
  package var distribution: Distribution
  /// How far the number can be trusted.
  package var trust: Trust
  /// Where it comes from; never empty.
  package var source: String

  /// The largest deviation of a log-normal value, as a multiple of its mean: the 97.5 % quantile is then some 4500
  /// times the 2.5 % quantile, beyond any spread between phones.
  package static let largestLogNormalSpread = 10.0

  /// Not checked: the profile's `validate()` does.
  package init(
    mean: Double, deviation: Double, range: ClosedRange<Double>, distribution: Distribution, trust: Trust,
    source: String
  ) {
    self.mean = mean
    self.deviation = deviation
    self.range = range
    self.distribution = distribution
    self.trust = trust
    self.source = source
  }
}

/// The numbers of one run by key path, read with their types.
struct ParameterValues: Sendable {
  let values: [String: Double]

  func has(section: String) -> Bool {
    let prefix = section + "."
    return values.keys.contains { $0.hasPrefix(prefix) }
  }

  func optional(_ key: String) -> Double? { values[key] }

  func number(_ key: String) throws(ProfileFault) -> Double {
    guard let value = values[key] else {
      throw ProfileFault(key: key, message: "the key is missing", remedy: "add \(key)")
    }
    return value
  }

  func power(_ key: String) throws(ProfileFault) -> Power { .watts(try number(key)) }
  func energy(_ key: String) throws(ProfileFault) -> Energy { .joules(try number(key)) }
  func time(_ key: String) throws(ProfileFault) -> TimeSpan { .seconds(try number(key)) }
  func rate(_ key: String) throws(ProfileFault) -> DataRate { .bitsPerSecond(try number(key)) }
  func size(_ key: String) throws(ProfileFault) -> DataSize { .bytes(try number(key)) }
  func distance(_ key: String) throws(ProfileFault) -> Distance { .metres(try number(key)) }
}

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
