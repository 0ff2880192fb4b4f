/// Every key a device profile may have, in the order of tables and files.
///
/// Sections that are present say what the device has: no `gnss` key, no satellite receiver. `lte`, `umts`, `nr_nsa` and
/// `nr_sa` name the modems. Powers are what the component adds to the phone; those of `processor` are on top of
/// `processor.suspended` (sources F: increments over the suspended processor).
package enum DeviceSchema {
  /// Sections of modems; each also needs `cellular`.
  package static let modemSections = ["lte", "umts", "nr_nsa", "nr_sa"]
  /// Quality classes of the sky that have their own error model.
  package static let skyClasses = ["open_sky", "suburban", "urban", "canyon", "indoor"]

  /// In the order of tables and files.
  package static let all: [ParameterSchema] =
    phone + gnss + wifi + cellular + bluetooth + errors + discrepancy

  /// The schema of a key, or `nil` when there is no such key.
  package static func schema(of key: String) -> ParameterSchema? { byKey[key] }

  private static let byKey = Dictionary(uniqueKeysWithValues: all.map { ($0.key, $0) })

  private static let phone: [ParameterSchema] = [
    .init("battery.energy", .energy, 360...720_000, .always, "Nominal energy of the battery when new"),
    .init("battery.voltage", .voltage, 1...20, .always, "Nominal voltage, for charge in mAh"),
    .init("battery.health", .ratio, 0.1...1.2, .always, "Usable share of the nominal energy"),
    .init("battery.charging_power", .power, 0...200, .always, "Power of the charger at the battery"),
    .init(
      "battery.gauge_plateau", .ratio, 0...0.3, .optional,
      "Share of the charge that is used before a full gauge falls; varies from run to run; absent: none"),
    .init(
      "battery.gauge_first_drop", .ratio, 0...0.3, .optional,
      "Share by which a full gauge falls at once, beside the drain; varies from run to run; absent: none"),
    .init("base.drain", .power, PhysicalRange.power, .always, "What the phone draws besides the other components"),
    .init(
      "base.background_location", .power, PhysicalRange.power, .optional,
      "What the system's own use of location draws all the time, such as learning places; absent: within base.drain"),
    .init(
      "base.travelling", .power, PhysicalRange.power, .optional,
      "What it draws on top of that while it travels: hand-overs, motion, what the system does then; absent: nothing"),
    .init("processor.suspended", .power, PhysicalRange.power, .always, "Processor suspended, memory refreshed"),
    .init("processor.awake_idle", .power, PhysicalRange.power, .always, "Awake without work, above suspended"),
    .init(
      "processor.location_session", .power, PhysicalRange.power, .always,
      "Awake with a location session of one fix a second, above suspended"),
    .init(
      "processor.wifi_session", .power, PhysicalRange.power, .optional,
      "An app with a location session from Wi-Fi, above suspended; absent: it is suspended between positions"),
    .init(
      "processor.dozing_session", .power, PhysicalRange.power, .optional,
      "An app whose positions each second are held back while the phone dozes, above suspended; absent: nothing"),
    .init("processor.active", .power, 0...20, .always, "Code of an app runs, above suspended"),
    .init("processor.resume_time", .timeSpan, 0...10, .always, "From suspended to running"),
    .init("processor.resume_energy", .energy, PhysicalRange.energy, .always, "Energy of one resume, above suspended"),
    .init("processor.linger", .timeSpan, PhysicalRange.timer, .always, "Awake after the last work before suspending"),
    .init(
      "processor.background_launch", .energy, PhysicalRange.energy, .always,
      "Energy of launching an app in the background, above suspended"),
    .init("processor.launch_time", .timeSpan, 1e-3...60, .always, "Time a background launch takes"),
    .init("processor.wifi_fix", .energy, PhysicalRange.energy, .always, "Computing one position from a Wi-Fi scan"),
    .init(
      "processor.navigation_fix", .energy, PhysicalRange.energy, .optional,
      "Fusing the motion sensors into one satellite fix, as bestForNavigation does; absent: none to fuse"),
    .init("processor.delivery_time", .timeSpan, 0...60, .always, "Time the app's code runs per delivered callback"),
  ]

  private static let gnss: [ParameterSchema] =
    [
      .init("gnss.acquiring", .power, PhysicalRange.power, .withAny(["gnss"]), "Searching for satellites"),
      .init("gnss.tracking_strong", .power, PhysicalRange.power, .withAny(["gnss"]), "Tracking in strong signal"),
      .init(
        "gnss.weak_multiplier", .ratio, 0.1...100, .withAny(["gnss"]),
        "Tracking power in weak signal over that in strong signal"),
      .init(
        "gnss.duty_cycled", .power, PhysicalRange.power, .optional,
        "Average power of duty-cycled tracking; absent: the receiver cannot"),
      .init("gnss.sleep", .power, PhysicalRange.power, .withAny(["gnss"]), "After a stop, until switched off"),
      .init(
        "gnss.sleep_time", .timeSpan, PhysicalRange.timer, .withAny(["gnss"]), "How long the sleep after a stop is"),
      .init(
        "gnss.batch_capacity", .count, 0...100_000, .optional,
        "Fixes the chip can keep while the processor sleeps; absent: none"),
      .init(
        "gnss.used_near_phone", .ratio, 0...1, .optional,
        "For a watch: 1 when it uses its own receiver beside the phone too, 0 or absent when it takes the phone's"),
      .init("gnss.give_up", .timeSpan, 1...600, .withAny(["gnss"]), "Acquisition is given up after this time"),
      .init("gnss.retry_pause", .timeSpan, 0...3600, .withAny(["gnss"]), "Pause before the next attempt"),
      .init(
        "gnss.balanced_interval", .timeSpan, 0...3600, .optional,
        "Android: balanced requests up to this interval take satellites on the move; absent: none does"),
      .init(
        "gnss.indoor_hold.median", .timeSpan, 1...86_400, .optional,
        "Median time that tracking lasts indoors, where the receiver could hardly acquire; absent: for ever"),
      .init(
        "gnss.indoor_hold.log_deviation", .ratio, 0...2, .optional,
        "Deviation of the logarithm of that time, from building to building"),
      .init("gnss.ephemeris_validity", .timeSpan, 600...86_400, .withAny(["gnss"]), "Age at which ephemerides expire"),
      .init(
        "gnss.hot_limit", .timeSpan, 0...86_400, .withAny(["gnss"]),
        "Age of the last fix up to which a start with valid ephemerides is hot"),
      .init(
        "gnss.extended_validity", .timeSpan, 3600...3.2e7, .optional,
        "Age at which predicted orbits kept on the phone expire; absent: it keeps none"),
      .init("gnss.almanac_validity", .timeSpan, 86_400...3.2e7, .withAny(["gnss"]), "Age at which the almanac expires"),
      .init("gnss.assistance_size", .dataSize, 0...10_000_000, .withAny(["gnss"]), "Download of one assisted start"),
    ]
    + ["hot", "assisted", "warm", "cold"].flatMap { start -> [ParameterSchema] in
      [
        .init(
          "gnss.ttff.\(start).median", .timeSpan, 0.1...600, .withAny(["gnss"]),
          "Median time to first fix, \(start) start, open sky"),
        .init(
          "gnss.ttff.\(start).log_deviation", .ratio, 0...2, .withAny(["gnss"]),
          "Deviation of the logarithm of the time to first fix, \(start) start, from attempt to attempt"),
      ]
    }
    + [
      .init(
        "gnss.ttff.extended.median", .timeSpan, 0.1...600, .optional,
        "Median time to first fix with predicted orbits kept on the phone, open sky; absent: the phone keeps none"),
      .init(
        "gnss.ttff.extended.log_deviation", .ratio, 0...2, .optional,
        "Deviation of the logarithm of that time, from attempt to attempt"),
    ]
    + skyClasses.dropFirst().map {
      .init(
        "gnss.ttff_multiplier.\($0)", .ratio, PhysicalRange.multiplier, .withAny(["gnss"]),
        "Time to first fix there over that in the open")
    }
    + skyClasses.dropFirst().map {
      .init(
        "gnss.failure.\($0)", .ratio, PhysicalRange.probability, .withAny(["gnss"]),
        "Probability that an attempt fails there")
    }

  private static let wifi: [ParameterSchema] = [
    .init("wifi.power_save", .power, PhysicalRange.power, .withAny(["wifi"]), "Associated or looking, mostly asleep"),
    .init("wifi.active", .power, PhysicalRange.power, .withAny(["wifi"]), "Awake without traffic; also the tail"),
    .init("wifi.receive", .power, PhysicalRange.power, .withAny(["wifi"]), "Receiving"),
    .init("wifi.transmit", .power, PhysicalRange.power, .withAny(["wifi"]), "Transmitting"),
    .init("wifi.tail_time", .timeSpan, 0...60, .withAny(["wifi"]), "Awake after the last packet"),
    .init("wifi.scan_full", .energy, PhysicalRange.energy, .withAny(["wifi"]), "Energy of a scan of all channels"),
    .init("wifi.scan_full_time", .timeSpan, 0.01...60, .withAny(["wifi"]), "Time of a scan of all channels"),
    .init("wifi.scan_partial", .energy, PhysicalRange.energy, .withAny(["wifi"]), "Energy of a scan of few channels"),
    .init("wifi.scan_partial_time", .timeSpan, 0.01...60, .withAny(["wifi"]), "Time of a scan of few channels"),
    .init("wifi.rate_uplink", .dataRate, PhysicalRange.dataRate, .withAny(["wifi"]), "Throughput of sending"),
    .init("wifi.rate_downlink", .dataRate, PhysicalRange.dataRate, .withAny(["wifi"]), "Throughput of receiving"),
  ]

  private static let anyCellular = ParameterSchema.Requirement.withAny(["cellular"] + modemSections)
  static let cellular: [ParameterSchema] =
    [
      .init(
        "cellular.idle", .power, PhysicalRange.power, anyCellular, "Camping on a cell, averaged over paging cycles"),
      .init(
        "cellular.weak_multiplier", .ratio, PhysicalRange.multiplier, anyCellular,
        "Idle power in weak signal over that in strong signal"),
      .init("cellular.searching", .power, PhysicalRange.power, anyCellular, "Looking for a cell without coverage"),
      .init(
        "cellular.weak_transfer_multiplier", .ratio, PhysicalRange.multiplier, anyCellular,
        "Power of promotion, transfer and tail, and energy per bit of the uplink, in weak signal over that in strong signal"
      ),
      .init(
        "cellular.handover", .energy, PhysicalRange.energy, .optional,
        "Energy of a change of cell while connected; absent: none"),
    ]
    + powers("lte", ["promotion", "transferring", "connected", "short_drx", "long_drx"])
    + perBit("lte")
    + powers("umts", ["promotion", "fach_promotion", "dch", "fach"])
    + powers("nr_nsa", ["promotion", "switch", "connected", "tail"])
    + perBit("nr_nsa")
    + powers("nr_sa", ["promotion", "connected", "tail", "inactive", "resume"])
    + perBit("nr_sa")

  private static func powers(_ section: String, _ states: [String]) -> [ParameterSchema] {
    states.map {
      .init(
        "\(section).\($0)", .power, PhysicalRange.power, .withAny([section]),
        "Power of the modem in \($0), averaged over its cycles")
    }
  }

  private static func perBit(_ section: String) -> [ParameterSchema] {
    ["uplink", "downlink"].map {
      .init(
        "\(section).\($0)", .energyPerBit, PhysicalRange.energyPerBit, .withAny([section]),
        "Energy per bit \($0): power linear in throughput, on top of the state's power")
    }
  }

  private static let bluetooth: [ParameterSchema] = [
    .init("bluetooth.idle", .power, PhysicalRange.power, .withAny(["bluetooth"]), "On, neither scanning nor linked"),
    .init(
      "bluetooth.beacon_scan", .power, PhysicalRange.power, .withAny(["bluetooth"]),
      "Looking for beacons now and then, above idle"),
    .init(
      "bluetooth.foreground_scan", .power, PhysicalRange.power, .withAny(["bluetooth"]),
      "Ranging beacons, the whole radio"),
    .init(
      "bluetooth.link", .power, PhysicalRange.power, .withAny(["bluetooth"]),
      "Linked to a watch or accessory, above idle"),
    .init("bluetooth.message", .energy, PhysicalRange.energy, .withAny(["bluetooth"]), "Energy of one message"),
    .init("bluetooth.message_time", .timeSpan, 1e-4...10, .withAny(["bluetooth"]), "Time of one message"),
  ]

  private static let errors: [ParameterSchema] = satelliteErrors + wifiErrors + wifiGrades + otherErrors

  private static let satelliteErrors: [ParameterSchema] =
    [
      .init("error.white", .distance, 0...100, .withAny(["gnss"]), "White noise of a satellite fix, per axis"),
      .init(
        "error.leg_log_deviation", .ratio, 0...2, .optional,
        "Deviation of the logarithm of the satellite error's size from leg to leg; absent: none"),
      .init(
        "error.vehicle.outlier_probability", .ratio, PhysicalRange.probability, .optional,
        "Share of satellite fixes in a vehicle that are outliers; absent: as outside"),
      .init(
        "error.vehicle.outlier_multiplier", .ratio, PhysicalRange.multiplier, .optional,
        "Error of such an outlier over that of other fixes"),
      .init(
        "error.start.multiplier.median", .ratio, PhysicalRange.multiplier, .optional,
        "Error of the first satellite fix after a start over that of later ones, while moving; absent: 1"),
      .init(
        "error.start.multiplier.log_deviation", .ratio, 0...2, .optional,
        "Deviation of the logarithm of it, from start to start"),
      .init(
        "error.start.time", .timeSpan, 0...3600, .optional, "Time constant with which the logarithm of it decays"),
    ]
    + skyClasses.flatMap { sky -> [ParameterSchema] in
      [
        .init("error.\(sky).fast", .distance, 0...500, .withAny(["gnss"]), "Fast Gauss-Markov error, per axis"),
        .init("error.\(sky).slow", .distance, 0...500, .withAny(["gnss"]), "Slow Gauss-Markov error, per axis"),
        .init(
          "error.\(sky).outlier_probability", .ratio, PhysicalRange.probability, .withAny(["gnss"]),
          "Share of fixes that are outliers"),
        .init(
          "error.\(sky).outlier_multiplier", .ratio, PhysicalRange.multiplier, .withAny(["gnss"]),
          "Error of an outlier over that of other fixes"),
      ]
    }

  private static let wifiErrors: [ParameterSchema] =
    ["few", "some", "many"].map {
      .init(
        "error.wifi.\($0).sigma", .distance, 0...2000, .withAny(["wifi"]),
        "Error of a Wi-Fi fix with \($0) access points, per axis")
    }
    + [
      .init(
        "error.wifi.outlier_probability", .ratio, PhysicalRange.probability, .withAny(["wifi"]),
        "Share of Wi-Fi fixes that are outliers"),
      .init(
        "error.wifi.outlier_multiplier", .ratio, PhysicalRange.multiplier, .withAny(["wifi"]),
        "Error of a Wi-Fi outlier over that of other fixes"),
      .init(
        "error.wifi.log_deviation", .ratio, 0...2, .optional,
        "Deviation of the logarithm of a Wi-Fi error's length; absent: that of two normal axes"),
      .init(
        "error.wifi.trip_failure", .ratio, PhysicalRange.probability, .optional,
        "Share of trips that begin without positions from scans; absent: none"),
      .init(
        "error.wifi.failure_time", .timeSpan, 1...86_400, .optional,
        "Mean time for which such a trip goes on without; absent: to its end"),
    ]

  /// Speeds at which Wi-Fi positions are graded: below 15 m/s, up to 20, above.
  static let wifiSpeeds = ["slow", "brisk", "fast"]

  private static let wifiGrades: [ParameterSchema] =
    wifiSpeeds.flatMap { speed -> [ParameterSchema] in
      [("fair", "165 m"), ("rough", "200 to 500 m"), ("poor", "500 to 1500 m"), ("none", "nothing")].map {
        grade, radius in
        .init(
          "error.wifi.\(speed).\(grade)", .ratio, PhysicalRange.probability, .optional,
          "Share of scans at that speed whose position is reported with \(radius); absent: none")
      }
    }
    + ["fair", "rough", "poor"].flatMap { grade -> [ParameterSchema] in
      [
        .init(
          "error.wifi.\(grade)_ratio.median", .ratio, 0.01...10, .optional,
          "Error of such a position over its reported radius"),
        .init(
          "error.wifi.\(grade)_ratio.log_deviation", .ratio, 0...2, .optional,
          "Deviation of the logarithm of that ratio, from position to position"),
        .init(
          "error.wifi.\(grade)_lag", .timeSpan, 0...120, .optional, "How old such a position is when it is delivered"),
      ]
    }

  private static let otherErrors: [ParameterSchema] = [
    .init(
      "error.cell.bias_ratio", .ratio, 0...2, .withAny(["cellular"]),
      "Bias of a cell fix, per axis and tower, over the cell's radius"),
    .init(
      "error.report.median", .ratio, 0.05...20, .optional,
      "Reported radius over the true 68 % radius; absent: cautious and in steps, as iPhones report"),
    .init(
      "error.report.log_deviation", .ratio, 0...2, .optional,
      "Deviation of the logarithm of that ratio, from time to time"),
  ]

  /// What a phone with nothing to do draws.
  package static let resting = [
    "base.drain", "processor.suspended", "wifi.power_save", "cellular.idle", "bluetooth.idle",
  ]

  /// Read where a range is reported and nowhere else: see `Discrepancy`.
  private static let discrepancy: [ParameterSchema] =
    [
      ("phone", "Log-deviation of real drain over predicted drain between phones of this kind"),
      ("occasion", "Log-deviation between occasions, such as days, of one phone"),
      ("run", "Log-deviation between runs of one phone on one occasion"),
      ("tracking", "Further log-deviation of location's share of the drain while tracking"),
    ].map { .init("discrepancy.\($0)", .ratio, 0...1, .withAny(["discrepancy"]), $1) }
    + [
      ("rest", 2, "Further log-deviation between runs of what the phone draws besides location; absent: none"),
      ("location", 1, "Further log-deviation between runs of location's share of the drain; absent: none"),
    ].map { .init("discrepancy.\($0)", .ratio, 0...$1, .optional, $2) }
}
