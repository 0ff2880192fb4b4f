public import DeviceModel

/// A figure of one run, named as the comparison's columns are, unit included.
public enum Metric: Int, CaseIterable, Sendable, Hashable {
  /// The whole phone over the run, without the screen.
  case energy
  /// 100 x energy / usable energy of the battery / hours.
  case drainPercentPerHour
  case averagePower
  case gnssEnergy, wifiEnergy, cellularEnergy, bluetoothEnergy, processorEnergy, baseEnergy
  /// Distance from the truth to the position the app holds, at every whole second from the first delivery on.
  case errorP50, errorP68, errorP95
  /// How old the position the app holds is, at the same seconds.
  case ageP50, ageP95
  /// Distance from the truth to the track through all delivered fixes by their own time.
  case trackErrorP50, trackErrorP95
  /// Share of the run's seconds that the track covers.
  case trackCoverage
  case deliveriesPerHour, locationsPerHour, wakeupsPerHour, uploadsPerHour
  /// From the run's start to the first delivery.
  case firstFix
  /// Share of the run in which the app holds a position.
  case availability
  /// From the run's start until the battery, full at the start, was empty.
  case batteryEmpty
  /// How long the battery lasted, for runs that end when it is empty.
  case lifetime
  /// From the beginning of a search for a good position, such as a check-in, to that position; mean of those found.
  case timeToGoodFix
  /// Share of the searches that found one.
  case goodFixShare
  /// What the app drew in the run, without its time on the screen, for each good position found.
  case energyPerGoodFix
  /// The watch's share of a run with a watch: its whole energy without the display, its own battery's drain, how often
  /// its processor woke, how many messages, contexts and other parcels crossed the link, and when its battery was empty.
  case watchEnergy, watchDrainPercentPerHour, watchWakeupsPerHour, linkParcelsPerHour, watchBatteryEmpty
  /// From a true event (a crossing held for 20 s, an arrival, a departure) to its delivery; of those delivered.
  case eventLatencyP50, eventLatencyP95
  /// True events that were not delivered before their opposite, and deliveries that belong to no true event, per run.
  case missedEvents, falseEvents
  /// The track's error and coverage, and the age of the position held, over the seconds in which the user moves; over all
  /// seconds where the user never does. A gap at rest loses nothing of the way, and an old position is the right one there.
  case wayErrorP50, wayErrorP95, wayCoverage, wayAgeP95

  /// The column's name in files.
  public var column: String {
    switch self {
    case .energy: "energy_J"
    case .drainPercentPerHour: "drain_percent_per_hour"
    case .averagePower: "average_power_mW"
    case .gnssEnergy: "gnss_J"
    case .wifiEnergy: "wifi_J"
    case .cellularEnergy: "cellular_J"
    case .bluetoothEnergy: "bluetooth_J"
    case .processorEnergy: "processor_J"
    case .baseEnergy: "base_J"
    case .errorP50: "error_p50_m"
    case .errorP68: "error_p68_m"
    case .errorP95: "error_p95_m"
    case .ageP50: "age_p50_s"
    case .ageP95: "age_p95_s"
    case .trackErrorP50: "track_error_p50_m"
    case .trackErrorP95: "track_error_p95_m"
    case .trackCoverage: "track_coverage"
    case .deliveriesPerHour: "deliveries_per_hour"
    case .locationsPerHour: "locations_per_hour"
    case .wakeupsPerHour: "wakeups_per_hour"
    case .uploadsPerHour: "uploads_per_hour"
    case .firstFix: "first_fix_s"
    case .availability: "availability"
    case .batteryEmpty: "battery_empty_h"
    case .lifetime: "lifetime_h"
    case .timeToGoodFix: "time_to_good_fix_s"
    case .goodFixShare: "good_fix_share"
    case .energyPerGoodFix: "energy_per_good_fix_J"
    case .watchEnergy: "watch_energy_J"
    case .watchDrainPercentPerHour: "watch_drain_percent_per_hour"
    case .watchWakeupsPerHour: "watch_wakeups_per_hour"
    case .linkParcelsPerHour: "link_parcels_per_hour"
    case .watchBatteryEmpty: "watch_battery_empty_h"
    case .eventLatencyP50: "event_latency_p50_s"
    case .eventLatencyP95: "event_latency_p95_s"
    case .missedEvents: "missed_events"
    case .falseEvents: "false_events"
    case .wayErrorP50: "way_error_p50_m"
    case .wayErrorP95: "way_error_p95_m"
    case .wayCoverage: "way_coverage"
    case .wayAgeP95: "way_age_p95_s"
    }
  }

  /// Whether the figure is the whole phone's energy, power or drain, which has a prediction range.
  public var isWholePhone: Bool { self == .energy || self == .averagePower || self == .drainPercentPerHour }

  /// Between which the figure is in any run.
  public var limits: ClosedRange<Double> {
    switch self {
    case .trackCoverage, .availability, .goodFixShare, .wayCoverage: 0...1
    default: -.infinity ... .infinity
    }
  }

  /// The energy of one component.
  public static func energy(of component: Component) -> Metric {
    switch component {
    case .gnss: .gnssEnergy
    case .wifi: .wifiEnergy
    case .cellular: .cellularEnergy
    case .bluetooth: .bluetoothEnergy
    case .processor: .processorEnergy
    case .base: .baseEnergy
    }
  }
}
