/// How a figure is rounded for people; files for machines keep every digit.
public enum FigureRounding: Sendable {
  /// Three significant digits.
  case three
  /// Two decimals, as percent of the battery per hour.
  case drain
  /// One decimal, as metres, seconds and counts.
  case plain
  /// A share, shown in percent.
  case share
  /// A figure in percent, whole from 10 on.
  case percent
  /// A change, with its sign.
  case change
  /// A change of a share, in percent with its sign.
  case changeOfShare
}

/// What a metric is called, where it stands in a report, and how it is rounded: the same in every format.
public struct MetricDescriptor: Sendable {
  /// The column's name in files, unit included.
  public let column: String
  /// What people read above it, in lines; empty for a figure that only files have.
  public let heading: [String]
  /// Below the heading; the unit of the rounded figure.
  public let unit: String
  public let rounding: FigureRounding
  /// The place among the columns that people read, the smallest first.
  public let rank: Int
  /// What it means, in one sentence.
  public let note: String
  /// Between which the figure is in any run.
  public let limits: ClosedRange<Double>
  /// Whether the figure is the whole phone's energy, power or drain, which has a prediction range.
  public let isWholePhone: Bool

  init(
    _ column: String, _ heading: [String] = [], _ unit: String = "", _ rounding: FigureRounding = .plain,
    rank: Int = .max, note: String, within limits: ClosedRange<Double> = 0 ... .infinity,
    isWholePhone: Bool = false
  ) {
    self.column = column
    self.heading = heading
    self.unit = unit
    self.rounding = rounding
    self.rank = rank
    self.note = note
    self.limits = limits
    self.isWholePhone = isWholePhone
  }
}

extension Metric {
  /// The one place that describes a metric.
  public var descriptor: MetricDescriptor { Self.descriptors[rawValue] }

  private static let descriptors = allCases.map(\.described)

  private var described: MetricDescriptor {
    switch self {
    case .energy:
      .init("energy_J", note: "Energy of the whole phone over the run, screen off.", isWholePhone: true)
    case .drainPercentPerHour:
      .init(
        "drain_percent_per_hour", ["drain"], "%/h", .drain, rank: 20,
        note: "Battery drain of the whole phone, screen off.", isWholePhone: true)
    case .averagePower:
      .init(
        "average_power_mW", ["power"], "mW", .three, rank: 24, note: "Mean power of the whole phone, screen off.",
        isWholePhone: true)
    case .gnssEnergy: .init("gnss_J", note: "Energy of the satellite receiver.")
    case .wifiEnergy: .init("wifi_J", note: "Energy of Wi-Fi.")
    case .cellularEnergy: .init("cellular_J", note: "Energy of the cellular radio.")
    case .bluetoothEnergy: .init("bluetooth_J", note: "Energy of Bluetooth.")
    case .processorEnergy: .init("processor_J", note: "Energy of the processor.")
    case .baseEnergy: .init("base_J", note: "Energy of memory and power management.")
    case .errorP50:
      .init(
        "error_p50_m", ["error", "now p50"], "m", rank: 30, note: "Median distance from the truth to the position held."
      )
    case .errorP68: .init("error_p68_m", note: "68 % of the time the position held is nearer to the truth.")
    case .errorP95:
      .init(
        "error_p95_m", ["error", "now"], "m", rank: 10,
        note:
          "95 % of the time the position that the app holds is nearer to the truth. For apps that act on it at once.")
    case .ageP50: .init("age_p50_s", note: "Median age of the position held.")
    case .ageP95:
      .init(
        "age_p95_s", ["age", "all day"], "s", rank: 32,
        note: "95 % of the time the position held is younger, stops included.")
    case .trackErrorP50:
      .init("track_error_p50_m", note: "Median distance from the truth to the recorded track, all day.")
    case .trackErrorP95:
      .init("track_error_p95_m", note: "95 % of the time the recorded track is nearer, stops included.")
    case .trackCoverage:
      .init("track_coverage", note: "Share of the day that the recorded track covers, stops included.", within: 0...1)
    case .deliveriesPerHour: .init("deliveries_per_hour", ["calls"], "/h", rank: 36, note: "Deliveries to the app.")
    case .locationsPerHour: .init("locations_per_hour", ["fixes"], "/h", rank: 35, note: "Positions delivered.")
    case .wakeupsPerHour: .init("wakeups_per_hour", ["wakes"], "/h", rank: 37, note: "How often the processor wakes.")
    case .uploadsPerHour: .init("uploads_per_hour", ["uploads"], "/h", rank: 38, note: "Uploads of the app.")
    case .firstFix:
      .init("first_fix_s", ["first", "fix"], "s", rank: 34, note: "Time from the start to the first delivery.")
    case .availability:
      .init(
        "availability", ["held", "now"], "%", .share, rank: 15,
        note: "Share of the day in which the app holds a position.", within: 0...1)
    case .batteryEmpty:
      .init(
        "battery_empty_h", ["empty", "after"], "h", .three, rank: 40, note: "When the battery, full at first, is empty."
      )
    case .lifetime: .init("lifetime_h", note: "How long the battery lasts, for runs that end when it is empty.")
    case .timeToGoodFix:
      .init(
        "time_to_good_fix_s", ["time to", "good fix"], "s", rank: 42,
        note: "Mean time from the start of a search, such as a check-in, to a good position.")
    case .goodFixShare:
      .init(
        "good_fix_share", ["searches", "found"], "%", .share, rank: 43,
        note: "Share of searches that find a good position.", within: 0...1)
    case .energyPerGoodFix:
      .init("energy_per_good_fix_J", note: "Energy of the app for each good position, its time on the screen left out.")
    case .watchEnergy: .init("watch_energy_J", note: "Energy of the watch, display off.")
    case .watchDrainPercentPerHour:
      .init(
        "watch_drain_percent_per_hour", ["watch"], "%/h", .drain, rank: 5, note: "Drain of the watch's own battery.")
    case .watchWakeupsPerHour: .init("watch_wakeups_per_hour", note: "How often the watch's processor wakes.")
    case .linkParcelsPerHour:
      .init("link_parcels_per_hour", note: "Messages, contexts and other parcels between watch and phone.")
    case .watchBatteryEmpty: .init("watch_battery_empty_h", note: "When the watch's battery is empty.")
    case .eventLatencyP50:
      .init(
        "event_latency_p50_s", ["late", "p50"], "s", rank: 12,
        note: "Median time from an entry, exit or visit to its report.")
    case .eventLatencyP95:
      .init("event_latency_p95_s", ["late", "p95"], "s", rank: 33, note: "95 % of events are reported sooner.")
    case .missedEvents:
      .init("missed_events", ["missed"], "/run", rank: 13, note: "Entries, exits and visits not reported in time.")
    case .falseEvents:
      .init("false_events", ["false"], "/run", rank: 14, note: "Reports without an entry, exit or visit.")
    case .movingErrorP50:
      .init(
        "moving_error_p50_m", ["error", "track p50"], "m", rank: 31,
        note: "Median distance from the truth to the recorded track while the user moves.")
    case .movingErrorP95:
      .init(
        "moving_error_p95_m", ["error", "track"], "m", rank: 11,
        note: "95 % of the moving time the recorded track is nearer to the truth. Delays and stops do not count.")
    case .movingCoverage:
      .init(
        "moving_coverage", ["covers", "track"], "%", .share, rank: 17,
        note: "Share of the moving time that the recorded track covers; gaps over 5 min are not covered.", within: 0...1
      )
    case .movingAgeP95:
      .init(
        "moving_age_p95_s", ["age", "now"], "s", rank: 16,
        note: "95 % of the moving time the position held is younger.")
    case .indicatorShare:
      .init(
        "indicator_share",
        note: "Share of the run in which the status bar shows that location is in use: iOS's arrow, Android's icon.",
        within: 0...1)
    }
  }

  /// The column's name in files.
  public var column: String { descriptor.column }
  /// Whether the figure is the whole phone's energy, power or drain, which has a prediction range.
  public var isWholePhone: Bool { descriptor.isWholePhone }
  /// Between which the figure is in any run.
  public var limits: ClosedRange<Double> { descriptor.limits }
}
