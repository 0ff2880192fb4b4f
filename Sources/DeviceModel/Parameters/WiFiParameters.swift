package import Core

/// A Wi-Fi radio's numbers in one run. `DeviceSchema` says what each is.
package struct WiFiParameters: Sendable, Equatable {
  package var powerSave: Power
  package var active: Power
  package var receive: Power
  package var transmit: Power
  package var tailTime: TimeSpan
  package var scanFull: Energy
  package var scanFullTime: TimeSpan
  package var scanPartial: Energy
  package var scanPartialTime: TimeSpan
  package var uplinkRate: DataRate
  package var downlinkRate: DataRate

  init(_ values: ParameterValues) throws(ProfileFault) {
    powerSave = try values.power("wifi.power_save")
    active = try values.power("wifi.active")
    receive = try values.power("wifi.receive")
    transmit = try values.power("wifi.transmit")
    tailTime = try values.time("wifi.tail_time")
    scanFull = try values.energy("wifi.scan_full")
    scanFullTime = try values.time("wifi.scan_full_time")
    scanPartial = try values.energy("wifi.scan_partial")
    scanPartialTime = try values.time("wifi.scan_partial_time")
    uplinkRate = try values.rate("wifi.rate_uplink")
    downlinkRate = try values.rate("wifi.rate_downlink")
  }
}

/// How good the positions from scans in vehicles are by the speed at which they are made.
///
/// A scan takes seconds, in which a car passes what it hears: above 20 m/s measured iPhones 6 reported 65 m for one position in
/// twelve, else more, or told an old position with a growing radius, or had only the cell's. From the 100 m phones of
/// MobilityNet against the satellite fixes of the phone beside (`reports/validation/position-errors.md`); no position of
/// another phone is known to be graded so.
package struct WiFiGrades: Sendable, Equatable {
  /// Shares of scans whose position is worse than by the access points heard, each from 0 to 1; the rest is as good as those.
  package struct Shares: Sendable, Equatable {
    /// No position at all: the cell's is told.
    package var none: Double
    /// Reported 500 to 1500 m.
    package var poor: Double
    /// Reported 200 to 500 m.
    package var rough: Double
    /// Reported 165 m; up to 15 m/s cars had 18 % of these, buses 2 %.
    package var fair: Double
  }

  /// The error of one grade.
  package struct Grade: Sendable, Equatable {
    /// Length of the error over the reported radius.
    package var ratio: ErrorParameters.Spread
    /// How old the position is that is told as the newest, in seconds.
    package var lag: Double
  }

  /// Limits between slow, brisk and fast, in m/s.
  package static let briskFrom = 15.0
  package static let fastFrom = 20.0

  package var slow: Shares
  package var brisk: Shares
  package var fast: Shares
  package var fair: Grade
  package var rough: Grade
  package var poor: Grade

  package init(slow: Shares, brisk: Shares, fast: Shares, fair: Grade, rough: Grade, poor: Grade) {
    (self.slow, self.brisk, self.fast) = (slow, brisk, fast)
    (self.fair, self.rough, self.poor) = (fair, rough, poor)
  }

  /// `nil` for a profile that says nothing of any speed.
  init?(_ values: ParameterValues) {
    guard DeviceSchema.wifiSpeeds.contains(where: { values.has(section: "error.wifi.\($0)") }) else { return nil }
    func shares(_ speed: String) -> Shares {
      func share(_ grade: String) -> Double { values.optional("error.wifi.\(speed).\(grade)") ?? 0 }
      return Shares(none: share("none"), poor: share("poor"), rough: share("rough"), fair: share("fair"))
    }
    func grade(_ name: String) -> Grade {
      Grade(
        ratio: .init(
          median: values.optional("error.wifi.\(name)_ratio.median") ?? 0.4,
          logDeviation: values.optional("error.wifi.\(name)_ratio.log_deviation") ?? 0),
        lag: values.optional("error.wifi.\(name)_lag") ?? 0)
    }
    self.init(
      slow: shares("slow"), brisk: shares("brisk"), fast: shares("fast"), fair: grade("fair"), rough: grade("rough"),
      poor: grade("poor"))
  }
}
