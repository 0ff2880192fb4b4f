import DeviceModel

/// Profiles with distinct odd numbers, so that a value used in the wrong place shows.
enum SampleProfiles {
  static func value(_ mean: Double, deviation: Double = 0) -> ProfileValue {
    ProfileValue(
      mean: mean, deviation: deviation, range: deviation > 0 ? mean / 2...mean * 2 : mean...mean,
      distribution: deviation > 0 ? .lognormal : .fixed, trust: .estimate, source: "made up for tests")
  }

  static func profile(_ values: [String: Double], name: String = "sample") -> DeviceProfile {
    DeviceProfile(name: name, summary: "", defaultNetwork: "sample", values: values.mapValues { value($0) })
  }

  static func network(_ technology: RadioTechnology, _ values: [String: Double]) -> NetworkProfile {
    let common: [String: Double] = [
      "paging_cycle": 1.28, "promotion_time": 0.26, "uplink_rate": 8e6, "downlink_rate": 16e6,
      "cell_radius.urban": 710, "cell_radius.suburban": 2030, "cell_radius.rural": 8090,
    ]
    return NetworkProfile(
      name: "sample-\(technology.rawValue)", summary: "", technology: technology,
      values: common.merging(values) { _, own in own }.mapValues { value($0) })
  }

  /// Tail of 11.3 s: connected 0.13 s, short DRX 0.07 s, long DRX 11.1 s.
  static let lte = network(.lte, ["inactivity_timer": 0.13, "short_drx_time": 0.07, "tail_time": 11.3])

  /// Huang et al. 2012 as the catalogue's lte-2012 has it, with its own powers.
  static let lte2012 = network(
    .lte,
    [
      "promotion_time": 0.2601, "inactivity_timer": 0.1, "short_drx_time": 0.02, "tail_time": 11.576,
      "power.cellular.idle": 0.02, "power.lte.promotion": 1.2107, "power.lte.transferring": 1.28804,
      "power.lte.connected": 1.06, "power.lte.short_drx": 1.06, "power.lte.long_drx": 1.06,
      "power.lte.uplink": 438.39e-9, "power.lte.downlink": 51.97e-9,
    ])

  /// DCH 5.3 s, FACH 6.7 s, thresholds 151 and 119 B, FACH rates 8 and 16 kbit/s (1 ms and 0.5 ms per byte).
  static let umts = network(
    .umts,
    [
      "promotion_time": 2.1, "fach_promotion_time": 1.3, "dch_timer": 5.3, "fach_timer": 6.7,
      "uplink_threshold": 151, "downlink_threshold": 119, "fach_uplink_rate": 8e3, "fach_downlink_rate": 16e3,
    ])

  static let nrNSA = network(.nrNSA, ["switch_time": 1.7, "tail_time": 10.3])
  static let nrSA = network(.nrSA, ["tail_time": 10.3, "inactive_time": 4.9, "resume_time": 0.11])

  /// The network with others as further accesses: share of the way, metres at a time.
  static func network(
    _ main: NetworkProfile, with others: [(network: NetworkProfile, share: Double, stay: Double)]
  ) -> NetworkProfile {
    var result = main
    for (network, share, stay) in others {
      let section = "access.\(network.technology.rawValue)"
      result.accesses[network.technology] = network
      result.values["\(section).share"] = value(share)
      result.values["\(section).stay"] = value(stay)
    }
    return result
  }

  /// 3G at 4 us a byte up and 2 us down, where the others take 1 and 0.5 us.
  static let slowUMTS: NetworkProfile = {
    var network = umts
    network.values["uplink_rate"] = value(2e6)
    network.values["downlink_rate"] = value(4e6)
    return network
  }()

  static let phoneValues: [String: Double] = {
    var values: [String: Double] = [
      "battery.energy": 36_000, "battery.voltage": 3.7, "battery.health": 0.9, "battery.charging_power": 7.1,
      "base.drain": 0.023,
      "processor.suspended": 0.011, "processor.awake_idle": 0.113, "processor.location_session": 0.157,
      "processor.active": 0.409, "processor.resume_time": 0.07, "processor.resume_energy": 0.031,
      "processor.linger": 1.7, "processor.background_launch": 2.3, "processor.launch_time": 1.9,
      "processor.wifi_fix": 0.19, "processor.delivery_time": 0.053,
      "gnss.acquiring": 0.149, "gnss.tracking_strong": 0.043, "gnss.weak_multiplier": 3.1,
      "gnss.duty_cycled": 0.017, "gnss.sleep": 0.0051, "gnss.sleep_time": 2.3, "gnss.batch_capacity": 307,
      "gnss.give_up": 37, "gnss.retry_pause": 29, "gnss.ephemeris_validity": 14_400, "gnss.hot_limit": 1800,
      "gnss.almanac_validity": 15_552_000, "gnss.assistance_size": 10_300,
      "wifi.power_save": 0.0061, "wifi.active": 0.139, "wifi.receive": 0.359, "wifi.transmit": 1.21,
      "wifi.tail_time": 0.23, "wifi.scan_full": 0.76, "wifi.scan_full_time": 2.5, "wifi.scan_partial": 0.099,
      "wifi.scan_partial_time": 0.33, "wifi.rate_uplink": 8e6, "wifi.rate_downlink": 16e6,
      "cellular.idle": 0.0083, "cellular.weak_multiplier": 2.9, "cellular.searching": 0.171,
      "cellular.weak_transfer_multiplier": 1.5,
      "lte.promotion": 0.71, "lte.transferring": 0.53, "lte.connected": 0.47, "lte.short_drx": 0.37,
      "lte.long_drx": 0.29, "lte.uplink": 77e-9, "lte.downlink": 11.5e-9,
      "umts.promotion": 0.531, "umts.fach_promotion": 0.547, "umts.dch": 0.797, "umts.fach": 0.401,
      "nr_nsa.promotion": 0.701, "nr_nsa.switch": 1.01, "nr_nsa.connected": 1.31, "nr_nsa.tail": 0.263,
      "nr_nsa.uplink": 32.2e-9, "nr_nsa.downlink": 11.3e-9,
      "nr_sa.promotion": 0.811, "nr_sa.connected": 1.09, "nr_sa.tail": 0.503, "nr_sa.inactive": 0.061,
      "nr_sa.resume": 0.83, "nr_sa.uplink": 31e-9, "nr_sa.downlink": 11.1e-9,
      "bluetooth.idle": 0.0019, "bluetooth.beacon_scan": 0.0017, "bluetooth.foreground_scan": 0.053,
      "bluetooth.link": 0.0013, "bluetooth.message": 0.0037, "bluetooth.message_time": 0.03,
      "error.white": 0.41, "error.wifi.few.sigma": 67, "error.wifi.some.sigma": 23, "error.wifi.many.sigma": 13,
      "error.wifi.outlier_probability": 0.031, "error.wifi.outlier_multiplier": 19, "error.cell.bias_ratio": 0.37,
    ]
    for (index, sky) in DeviceSchema.skyClasses.enumerated() {
      let step = Double(index + 1)
      values["error.\(sky).fast"] = 1.5 * step
      values["error.\(sky).slow"] = 1.7 * step
      values["error.\(sky).outlier_probability"] = 0.01 * step
      values["error.\(sky).outlier_multiplier"] = 3 + step
      guard sky != "open_sky" else { continue }
      values["gnss.ttff_multiplier.\(sky)"] = 1 + 0.3 * step
      values["gnss.failure.\(sky)"] = 0.03 * step
    }
    for (start, median) in [("hot", 1.3), ("assisted", 4.1), ("warm", 27), ("cold", 31)] {
      values["gnss.ttff.\(start).median"] = median
      values["gnss.ttff.\(start).log_deviation"] = 0.4
    }
    return values
  }()

  static let phone = profile(phoneValues)
}
