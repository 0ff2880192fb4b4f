public import Quantities

/// A cellular network's numbers in one run.
public struct NetworkParameters: Sendable, Equatable {
  /// Timers of a connected mode that ends in discontinuous reception.
  public struct LTETimers: Sendable, Equatable {
    public var inactivity: TimeSpan
    public var shortDRX: TimeSpan
    /// From the last byte to idle.
    public var tail: TimeSpan
  }

  /// Timers, thresholds and rates of a 3G network.
  public struct UMTSTimers: Sendable, Equatable {
    public var fachPromotion: TimeSpan
    public var dch: TimeSpan
    public var fach: TimeSpan
    public var uplinkThreshold: DataSize
    public var downlinkThreshold: DataSize
    public var fachUplinkRate: DataRate
    public var fachDownlinkRate: DataRate
  }

  public struct NSATimers: Sendable, Equatable {
    public var switchToNR: TimeSpan
    public var tail: TimeSpan
  }

  public struct SATimers: Sendable, Equatable {
    public var tail: TimeSpan
    public var inactive: TimeSpan
    public var resume: TimeSpan
  }

  /// What the technology adds to the common timers.
  public enum Timers: Sendable, Equatable {
    case lte(LTETimers)
    case umts(UMTSTimers)
    case nrNSA(NSATimers)
    case nrSA(SATimers)
  }

  /// Radius of a cell by layout.
  public struct CellRadius: Sendable, Equatable {
    public var urban: Distance
    public var suburban: Distance
    public var rural: Distance
  }

  /// The profile's name.
  public var name: String
  public var technology: RadioTechnology
  public var pagingCycle: TimeSpan
  public var promotion: TimeSpan
  public var uplinkRate: DataRate
  public var downlinkRate: DataRate
  public var timers: Timers
  public var cellRadius: CellRadius
  /// Overrides of the device's powers in SI units, by device key path; see `CellularParameters.values`.
  public var powers: [String: Double]

  init(name: String, technology: RadioTechnology, values: ParameterValues) throws(ProfileFault) {
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
    powers = [:]
    for (key, value) in values.values where key.hasPrefix("power.") {
      powers[String(key.dropFirst("power.".count))] = value
    }
  }
}
