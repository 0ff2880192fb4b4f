/// A cellular radio's numbers in one run: its modems' powers, in SI units, by device key path.
///
/// Kept by key because a network may override any of them (`power.lte.promotion` for `lte.promotion`).
package struct CellularParameters: Sendable, Equatable {
  /// Watts, joules per bit and ratios by key, such as `lte.promotion`, `cellular.idle`.
  package var values: [String: Double]

  /// The sections of a profile that are about the modem.
  static let sections = Set(["cellular"] + DeviceSchema.modemSections)

  /// Once, since each run takes them.
  private static let keys = DeviceSchema.all.map(\.key).filter { sections.contains(ParameterSchema.section(of: $0)) }

  init(_ values: ParameterValues) {
    var own = [String: Double](minimumCapacity: Self.keys.count)
    for key in Self.keys {
      if let value = values.values[key] { own[key] = value }
    }
    self.values = own
  }

  /// The technologies the device has modems for.
  package var technologies: [RadioTechnology] {
    RadioTechnology.allCases.filter { technology in
      values.keys.contains { $0.hasPrefix(technology.rawValue + ".") }
    }
  }
}
