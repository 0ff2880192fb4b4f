/// Every key a network profile may have, in the order of tables and files.
///
/// Timers and rates belong to the network. Powers belong to the device, except where a paper measured both together:
/// then `power.<device key>` overrides the device.
package enum NetworkSchema {
  /// In the order of tables and files.
  package static let all: [ParameterSchema] = timers + rates + throughput + coverage + cells + accesses + powers

  /// The schema of a key, or `nil` when there is no such key.
  package static func schema(of key: String) -> ParameterSchema? { byKey[key] }

  /// Whether a network of this technology may have the key.
  package static func applies(_ schema: ParameterSchema, to technology: RadioTechnology) -> Bool {
    if schema.section == "power" {
      let modem = ParameterSchema.section(of: String(schema.key.dropFirst("power.".count)))
      return modem == "cellular" || modem == technology.rawValue
    }
    if schema.section == "access" {
      // What follows an access is another one; the main network takes the rest.
      return !schema.key.split(separator: ".").contains(Substring(technology.rawValue))
    }
    if case .withAny(let technologies) = schema.requirement { return technologies.contains(technology.rawValue) }
    return true
  }

  /// The key under which a file names the network of a further access.
  package static func accessName(_ technology: RadioTechnology) -> String { "access.\(technology.rawValue).network" }

  /// Radio accesses that the phone meets along the way besides the network's own; each names the network that it is.
  private static let accesses: [ParameterSchema] = RadioTechnology.allCases.flatMap { technology -> [ParameterSchema] in
    let (section, title) = ("access.\(technology.rawValue)", technology.title)
    let own: [ParameterSchema] = [
      .init("\(section).share", .ratio, 0...1, .optional, "Share of the way on \(title)"),
      .init(
        "\(section).stay", .distance, RadioAccessProcess.shortestStay...1e6, .optional,
        "Mean way on \(title) at a time; stays are exponential"),
    ]
    return own
      + RadioTechnology.allCases.filter { $0 != technology }.map { next in
        ParameterSchema(
          "\(section).next.\(next.rawValue)", .ratio, 0...1, .optional,
          "Share of the stays on \(title) that \(next.title) follows; the network itself follows the rest")
      }
  }

  /// Keys of values that only a transfer meets: promotions, tails and rates.
  static let transferKeys = Set((timers + rates + throughput).map(\.key)).subtracting(["paging_cycle"])

  private static let byKey = Dictionary(uniqueKeysWithValues: all.map { ($0.key, $0) })

  private static let timers: [ParameterSchema] = [
    .init(
      "paging_cycle", .timeSpan, 0.01...20, .always,
      "Period of paging in idle; its energy is in cellular.idle, half of it is the mean wait of a call to the phone"),
    .init("promotion_time", .timeSpan, 0...20, .always, "From idle to connected"),
    .init("inactivity_timer", .timeSpan, 0...60, .withAny(["lte"]), "Connected without traffic before short DRX"),
    .init("short_drx_time", .timeSpan, 0...60, .withAny(["lte"]), "Short DRX before long DRX"),
    .init(
      "tail_time", .timeSpan, 0...600, .withAny(["lte", "nr_nsa", "nr_sa"]),
      "From the last byte to the end of the connected mode"),
    .init("fach_promotion_time", .timeSpan, 0...20, .withAny(["umts"]), "From FACH to DCH"),
    .init("dch_timer", .timeSpan, 0...120, .withAny(["umts"]), "DCH without traffic before FACH"),
    .init("fach_timer", .timeSpan, 0...300, .withAny(["umts"]), "FACH without traffic before idle"),
    .init("uplink_threshold", .dataSize, 0...100_000, .withAny(["umts"]), "Largest upload that stays in FACH"),
    .init("downlink_threshold", .dataSize, 0...100_000, .withAny(["umts"]), "Largest download that stays in FACH"),
    .init("switch_time", .timeSpan, 0...20, .withAny(["nr_nsa"]), "From LTE to NR when data flow"),
    .init("inactive_time", .timeSpan, 0...600, .withAny(["nr_sa"]), "RRC_INACTIVE after the tail, before idle"),
    .init("resume_time", .timeSpan, 0...20, .withAny(["nr_sa"]), "From RRC_INACTIVE to connected"),
  ]

  private static let rates: [ParameterSchema] = [
    .init("uplink_rate", .dataRate, PhysicalRange.dataRate, .always, "Throughput of uploads"),
    .init("downlink_rate", .dataRate, PhysicalRange.dataRate, .always, "Throughput of downloads"),
    .init("fach_uplink_rate", .dataRate, PhysicalRange.dataRate, .withAny(["umts"]), "Throughput of uploads in FACH"),
    .init(
      "fach_downlink_rate", .dataRate, PhysicalRange.dataRate, .withAny(["umts"]), "Throughput of downloads in FACH"),
  ]

  /// How rates depend on the received power; without them they do not.
  private static let throughput: [ParameterSchema] = [
    .init("throughput.reference", .level, PhysicalRange.level, .optional, "Received power at which the rates hold"),
    .init(
      "throughput.saturates_at", .level, PhysicalRange.level, .optional, "Received power above which rates do not grow"),
    .init(
      "throughput.uplink_slope", .ratio, 0...5, .optional, "Powers of ten that the uplink rate changes by per 10 dB",
      unit: "lg per 10 dB"),
    .init(
      "throughput.downlink_slope", .ratio, 0...5, .optional,
      "Powers of ten that the downlink rate changes by per 10 dB", unit: "lg per 10 dB"),
    .init(
      "throughput.weak", .ratio, 0.01...1, .optional,
      "Rates in weak coverage over those in good, where they do not follow the received power"),
  ]

  private static let coverage: [ParameterSchema] = [
    .init("coverage.weak_below", .level, PhysicalRange.level, .optional, "Received power below which coverage is weak"),
    .init("coverage.none_below", .level, PhysicalRange.level, .optional, "Received power below which there is none"),
  ]

  private static let cells: [ParameterSchema] = ["urban", "suburban", "rural"].map {
    .init("cell_radius.\($0)", .distance, 50...100_000, .always, "Radius of a cell, \($0) layout")
  }

  private static let powers: [ParameterSchema] = DeviceSchema.cellular.map {
    .init("power.\($0.key)", $0.dimension, $0.validRange, .optional, "Overrides the device's \($0.key)")
  }
}
