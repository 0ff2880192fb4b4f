import Core

/// What a profile may say under one key path: its kind, the physically possible range, who needs it.
package struct ParameterSchema: Sendable, Equatable {
  /// When a profile must have the key.
  package enum Requirement: Sendable, Equatable {
    case always
    /// When any of these sections (for a network: technologies) is present.
    case withAny([String])
    case optional
  }

  /// Such as `gnss.tracking_strong`; also the parameter's name in draws and fits.
  package let key: String
  /// Decides which units the value may have.
  package let dimension: Dimension
  /// What is physically possible, in SI units; a value outside is a mistake, not a rare device.
  package let validRange: ClosedRange<Double>
  /// Which profiles must have it.
  package let requirement: Requirement
  /// One line for people.
  package let documentation: String
  /// What a number of it is in where it is shown: the SI unit, for plain numbers what they are numbers of.
  package let unit: String
  /// The part of the key before its first point.
  package let section: String

  /// Key, kind, possible range in SI units, who needs it, one line for people.
  package init(
    _ key: String, _ dimension: Dimension, _ validRange: ClosedRange<Double>, _ requirement: Requirement,
    _ documentation: String, unit: String? = nil
  ) {
    self.key = key
    self.dimension = dimension
    self.validRange = validRange
    self.requirement = requirement
    self.documentation = documentation
    self.unit = unit ?? dimension.units.first?.symbol ?? ""
    section = Self.section(of: key)
  }

  /// The width of the valid range: a value that varies more is a mistake. In SI units.
  package var largestDeviation: Double { validRange.upperBound - validRange.lowerBound }

  static func section(of key: String) -> String {
    key.utf8.firstIndex(of: UInt8(ascii: ".")).map { String(key[..<$0]) } ?? key
  }
}

/// Shorthand for the physical ranges of the schemas, all in SI units.
enum PhysicalRange {
  /// Up to 10 W.
  static let power = 0.0...10.0
  /// Up to 60 J.
  static let energy = 0.0...60.0
  /// Up to 100 uJ/bit.
  static let energyPerBit = 0.0...1e-4
  /// Up to 10 minutes.
  static let timer = 0.0...600.0
  /// 1 kbit/s to 10 Gbit/s.
  static let dataRate = 1e3...1e10
  static let probability = 0.0...1.0
  /// RSRP as phones report it (3GPP TS 36.133, TS 38.133), in dBm.
  static let level = -156.0 ... -31.0
  static let multiplier = 1.0...100.0
}

extension ParameterSchema {
  /// Whether the value is a price only: it changes what a ledger costs, never what happens in a run.
  ///
  /// Powers and energies do not feed back into the timeline, so a run with another price need not be simulated again.
  package var isPrice: Bool {
    switch dimension {
    case .power, .energy, .energyPerBit: true
    default:
      section == "battery" || section == Discrepancy.section
        || Self.priceMultipliers.contains(where: { key == $0 || key == "power." + $0 })
    }
  }

  private static let priceMultipliers = [
    "gnss.weak_multiplier", "cellular.weak_multiplier", "cellular.weak_transfer_multiplier",
  ]
}
