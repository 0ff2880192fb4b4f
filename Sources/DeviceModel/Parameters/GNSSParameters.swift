package import Core

/// A satellite receiver's numbers in one run. `DeviceSchema` says what each is.
package struct GNSSParameters: Sendable, Equatable {
  package var acquiring: Power
  package var trackingStrong: Power
  package var weakMultiplier: Double
  /// Average power of duty-cycled tracking; `nil` when the receiver cannot.
  package var dutyCycled: Power?
  package var sleep: Power
  package var sleepTime: TimeSpan
  /// Fixes the chip keeps while the processor sleeps; 0 when it cannot.
  package var batchCapacity: Int
  /// A watch uses it beside its phone too; else it takes the phone's positions there.
  package var usedNearPhone: Bool
  package var giveUp: TimeSpan
  package var retryPause: TimeSpan
  /// Up to which interval Android's balanced requests take satellites on the move; `nil` for never.
  package var balancedInterval: TimeSpan?
  /// How long tracking lasts after the receiver has come indoors; `nil` for ever.
  package var indoorHold: LogNormalTime?
  package var ephemerisValidity: TimeSpan
  package var hotLimit: TimeSpan
  package var extendedValidity: TimeSpan
  package var almanacValidity: TimeSpan
  package var assistanceSize: DataSize
  package var hot: LogNormalTime
  package var assisted: LogNormalTime
  /// Predicted orbits kept on the phone; `nil` for a receiver without.
  package var extended: LogNormalTime?
  package var warm: LogNormalTime
  package var cold: LogNormalTime
  package var firstFixMultiplier: SkyTable<Double>
  /// Probability that an attempt fails. Underground every attempt fails; there is no entry for it.
  package var failureProbability: SkyTable<Double>

  init(_ values: ParameterValues, profile: [String: ProfileValue]) throws(ProfileFault) {
    acquiring = try values.power("gnss.acquiring")
    trackingStrong = try values.power("gnss.tracking_strong")
    weakMultiplier = try values.number("gnss.weak_multiplier")
    dutyCycled = values.optional("gnss.duty_cycled").map { .watts($0) }
    sleep = try values.power("gnss.sleep")
    sleepTime = try values.time("gnss.sleep_time")
    batchCapacity = Int((values.optional("gnss.batch_capacity") ?? 0).rounded())
    usedNearPhone = (values.optional("gnss.used_near_phone") ?? 0) >= 0.5
    giveUp = try values.time("gnss.give_up")
    retryPause = try values.time("gnss.retry_pause")
    balancedInterval = values.optional("gnss.balanced_interval").map { .seconds($0) }
    ephemerisValidity = try values.time("gnss.ephemeris_validity")
    hotLimit = try values.time("gnss.hot_limit")
    almanacValidity = try values.time("gnss.almanac_validity")
    extendedValidity = .seconds(values.optional("gnss.extended_validity") ?? 0)
    assistanceSize = try values.size("gnss.assistance_size")
    func spread(_ key: String) throws(ProfileFault) -> LogNormalTime {
      let median = try values.time("\(key).median")
      let range = profile["\(key).median"]?.range ?? 0...Double.infinity
      return LogNormalTime(
        median: median, logDeviation: try values.number("\(key).log_deviation"),
        range: .seconds(range.lowerBound) ... .seconds(range.upperBound))
    }
    hot = try spread("gnss.ttff.hot")
    assisted = try spread("gnss.ttff.assisted")
    warm = try spread("gnss.ttff.warm")
    cold = try spread("gnss.ttff.cold")
    extended = values.optional("gnss.ttff.extended.median") == nil ? nil : try spread("gnss.ttff.extended")
    indoorHold = values.optional("gnss.indoor_hold.median") == nil ? nil : try spread("gnss.indoor_hold")
    firstFixMultiplier = try SkyTable(openSky: 1) { sky throws(ProfileFault) in
      try values.number("gnss.ttff_multiplier.\(sky)")
    }
    failureProbability = try SkyTable(openSky: 0) { sky throws(ProfileFault) in
      try values.number("gnss.failure.\(sky)")
    }
  }

  /// How long an acquisition of this kind takes in the open.
  package func firstFixTime(_ start: GNSSReceiver.StartType) -> LogNormalTime {
    switch start {
    case .hot: hot
    case .assisted: assisted
    case .extended: extended ?? warm
    case .warm: warm
    case .cold: cold
    }
  }
}

/// One entry per quality of sky view, from the open to indoors.
package struct SkyTable<Entry: Sendable>: Sendable {
  /// Horizon to horizon.
  package var openSky: Entry
  /// Houses and trees around.
  package var suburban: Entry
  /// Streets of a town.
  package var urban: Entry
  /// Among high buildings.
  package var canyon: Entry
  /// Under a roof.
  package var indoor: Entry

  /// One entry for each view of the sky but underground, where there is no signal.
  package init(openSky: Entry, suburban: Entry, urban: Entry, canyon: Entry, indoor: Entry) {
    self.openSky = openSky
    self.suburban = suburban
    self.urban = urban
    self.canyon = canyon
    self.indoor = indoor
  }

  /// - Parameter openSky: used in place of a missing `<prefix>.open_sky`.
  init(
    openSky: Entry? = nil, _ read: (String) throws(ProfileFault) -> Entry
  ) throws(ProfileFault) {
    if let openSky {
      self.openSky = openSky
    } else {
      self.openSky = try read("open_sky")
    }
    suburban = try read("suburban")
    urban = try read("urban")
    canyon = try read("canyon")
    indoor = try read("indoor")
  }
}

extension SkyTable: Equatable where Entry: Equatable {}
