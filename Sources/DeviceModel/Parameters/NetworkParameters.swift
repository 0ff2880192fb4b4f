package import Core
import RealModule

/// A cellular network's numbers in one run. `NetworkSchema` says what each is.
package struct NetworkParameters: Sendable, Equatable {
  /// Timers of a connected mode that ends in discontinuous reception.
  package struct LTETimers: Sendable, Equatable {
    package var inactivity: TimeSpan
    package var shortDRX: TimeSpan
    package var tail: TimeSpan
  }

  /// Timers, thresholds and rates of a 3G network.
  package struct UMTSTimers: Sendable, Equatable {
    package var fachPromotion: TimeSpan
    package var dch: TimeSpan
    package var fach: TimeSpan
    package var uplinkThreshold: DataSize
    package var downlinkThreshold: DataSize
    package var fachUplinkRate: DataRate
    package var fachDownlinkRate: DataRate
  }

  /// 5G beside LTE, 3GPP option 3.
  package struct NSATimers: Sendable, Equatable {
    package var switchToNR: TimeSpan
    package var tail: TimeSpan
  }

  /// 5G alone, 3GPP option 2.
  package struct SATimers: Sendable, Equatable {
    package var tail: TimeSpan
    package var inactive: TimeSpan
    package var resume: TimeSpan
  }

  /// How the rates follow the received power r: rate x 10^(slope (min(r, saturation) - reference) / 10 dB).
  package struct Throughput: Sendable, Equatable {
    /// Where the profile's rates hold, in dBm.
    package var reference: Double
    /// In dBm; above it rates do not grow.
    package var saturation: Double?
    /// Powers of ten per 10 dB, 0 or more.
    package var uplinkSlope: Double
    /// Powers of ten per 10 dB, 0 or more.
    package var downlinkSlope: Double

    /// Factor of the rates at a received power in dBm.
    func factor(_ slope: Double, at level: Double) -> Double {
      Double.pow(10, slope * (min(level, saturation ?? level) - reference) / 10)
    }
  }

  /// Which received power in dBm counts as which coverage, where the profile says.
  package struct CoverageLevels: Sendable, Equatable {
    package var weakBelow: Double?
    package var noneBelow: Double?
  }

  /// A further radio access along the way.
  package struct Access: Sendable, Equatable {
    package var network: NetworkParameters
    /// Of the way.
    package var share: Double
    /// Mean way on it at a time.
    package var stay: Distance
    /// Shares of its stays that another access follows; the network itself follows the rest.
    package var next: [RadioTechnology: Double]
  }

  /// What the technology adds to the common timers.
  package enum Timers: Sendable, Equatable {
    case lte(LTETimers)
    case umts(UMTSTimers)
    case nrNSA(NSATimers)
    case nrSA(SATimers)
  }

  /// Radius of a cell by layout.
  package struct CellRadius: Sendable, Equatable {
    package var urban: Distance
    package var suburban: Distance
    package var rural: Distance
  }

  package var name: String
  package var technology: RadioTechnology
  package var pagingCycle: TimeSpan
  package var promotion: TimeSpan
  package var uplinkRate: DataRate
  package var downlinkRate: DataRate
  package var timers: Timers
  package var cellRadius: CellRadius
  /// `nil` where rates do not depend on the received power.
  package var throughput: Throughput?
  /// Rates in weak coverage over those in good, where `throughput` does not say them.
  package var weakRates: Double
  package var coverage: CoverageLevels
  /// Overrides of the device's powers in SI units, by device key path; see `CellularParameters.values`.
  package var powers: [String: Double]
  /// Further accesses along the way, in the order of `RadioTechnology`.
  package var accesses: [Access]

  init(
    name: String, technology: RadioTechnology, values: ParameterValues, accesses networks: [NetworkProfile.Access]
  ) throws(ProfileFault) {
    self.name = name
    self.technology = technology
    pagingCycle = try values.time("paging_cycle")
    promotion = try values.time("promotion_time")
    uplinkRate = try values.rate("uplink_rate")
    downlinkRate = try values.rate("downlink_rate")
    switch technology {
    case .lte:
      timers = .lte(
        LTETimers(
          inactivity: try values.time("inactivity_timer"), shortDRX: try values.time("short_drx_time"),
          tail: try values.time("tail_time")))
    case .umts:
      timers = .umts(
        UMTSTimers(
          fachPromotion: try values.time("fach_promotion_time"), dch: try values.time("dch_timer"),
          fach: try values.time("fach_timer"), uplinkThreshold: try values.size("uplink_threshold"),
          downlinkThreshold: try values.size("downlink_threshold"),
          fachUplinkRate: try values.rate("fach_uplink_rate"),
          fachDownlinkRate: try values.rate("fach_downlink_rate")))
    case .nrNSA:
      timers = .nrNSA(
        NSATimers(switchToNR: try values.time("switch_time"), tail: try values.time("tail_time")))
    case .nrSA:
      timers = .nrSA(
        SATimers(
          tail: try values.time("tail_time"), inactive: try values.time("inactive_time"),
          resume: try values.time("resume_time")))
    }
    cellRadius = CellRadius(
      urban: try values.distance("cell_radius.urban"), suburban: try values.distance("cell_radius.suburban"),
      rural: try values.distance("cell_radius.rural"))
    throughput = values.optional("throughput.reference").map {
      Throughput(
        reference: $0, saturation: values.optional("throughput.saturates_at"),
        uplinkSlope: values.optional("throughput.uplink_slope") ?? 0,
        downlinkSlope: values.optional("throughput.downlink_slope") ?? 0)
    }
    weakRates = values.optional("throughput.weak") ?? 1
    coverage = CoverageLevels(
      weakBelow: values.optional("coverage.weak_below"), noneBelow: values.optional("coverage.none_below"))
    powers = [:]
    for (key, value) in values.values where key.hasPrefix("power.") {
      powers[String(key.dropFirst("power.".count))] = value
    }
    accesses = []
    for entry in networks {
      let network = try entry.parameters()
      let section = "access.\(network.technology.rawValue)"
      var next: [RadioTechnology: Double] = [:]
      for other in RadioTechnology.allCases { next[other] = values.optional("\(section).next.\(other.rawValue)") }
      accesses.append(
        Access(
          network: network, share: try values.number("\(section).share"),
          stay: try values.distance("\(section).stay"), next: next))
    }
  }
}

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

/// The cellular technology a network uses. The raw value is the name in files and the device's modem section.
@usableFromInline package enum RadioTechnology: String, CaseIterable, Sendable {
  case lte
  case umts
  case nrNSA = "nr_nsa"
  case nrSA = "nr_sa"

  /// The name people use.
  package var title: String {
    switch self {
    case .lte: "LTE"
    case .umts: "3G"
    case .nrNSA: "5G NSA"
    case .nrSA: "5G SA"
    }
  }

  /// From 1 on; 0 stands for a network's main access.
  @usableFromInline var number: UInt8 {
    switch self {
    case .lte: 1
    case .umts: 2
    case .nrNSA: 3
    case .nrSA: 4
    }
  }
}
