public import DeviceModel
import LocationServices
import Core
import Simulation

/// A figure of one run, named as the comparison's columns are, unit included.
///
/// Shares have their threshold in the name. Some thresholds are standard; reports, limits and needs measure others beside them.
public enum Metric: Sendable, Hashable {
  /// The whole phone over the run, without the screen.
  case energy
  /// 100 x energy / usable energy of the battery / hours.
  case drainPercentPerHour
  case averagePower
  /// The energy of one component.
  case component(Component)
  /// Distance from the truth to the position the app holds, at an instant of every second from the first delivery on.
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
  /// From the beginning of a search for one position, such as a check-in, until a good one came; mean of the searches that bring
  /// one at the standard limits, over all runs together.
  case timeToGoodFix
  /// What the app drew in the run, without its time on the screen, for each of these searches.
  case energyPerGoodFix
  /// The watch's share of a run with a watch: its whole energy without the display, its own battery's drain, how often
  /// its processor woke, how many messages and contexts crossed the link, and when its battery was empty.
  case watchEnergy, watchDrainPercentPerHour, watchWakeupsPerHour, linkMessagesPerHour, watchBatteryEmpty
  /// From a true event (a crossing held for 20 s, an arrival, a departure) to its delivery; of those delivered, over all runs
  /// together.
  case eventLatencyP50, eventLatencyP95
  /// True events that were not delivered before their opposite, all true events, and deliveries that belong to no true event, per
  /// run.
  case missedEvents, trueEvents, falseEvents
  /// The track's error and coverage, and the age of the position held, over the seconds in which the user moves; over all
  /// seconds where the user never does. A gap at rest loses nothing of the way, and an old position is the right one there.
  case movingErrorP50, movingErrorP95, movingCoverage, movingAgeP95
  /// Share of the run in which the status bar shows the user that location is in use.
  case indicatorShare
  /// Share of the run in which the satellite receiver searches or tracks.
  case receiverShare
  /// Android: the most hours in any 24 h of the run that the app holds a partial wake lock of its own behind the screen.
  case wakeLocks
  /// Share of the moving time in which the recorded track lies within so many metres of the truth; what it does not cover counts
  /// as not.
  case track(within: Double)
  /// Whether the length of the recorded track is within this share of the true way, and the track within 30 m of it for half of the
  /// moving time: over runs, the share of days.
  case distance(within: Double)
  /// Share of the time in which the position held, or that at the app's server, is right.
  case now(NowShare)
  /// How much too long or too short the recorded track is, as a share of the user's way.
  case distanceError
  /// Share of true events that are reported within so many seconds, over all runs together; missed ones are not. Entries or exits
  /// alone where `entries` says so.
  case events(within: Double, entries: Bool? = nil)
  /// Share of the searches for one position in which the newest position after so many seconds, or at the end of the search, is
  /// within so many metres of the user; over all runs together.
  case search(within: Double, seconds: Double)
  /// Percent of the battery that so many hours off the charger take: the drain times the hours. `nil` takes the run's, 16 at
  /// most.
  case battery(hours: Double?)
}

extension Metric {
  /// Every figure that reports have, those with a threshold at the standard ones.
  package static let allCases: [Metric] =
    [.energy, .drainPercentPerHour, .averagePower] + Component.allCases.map(Metric.component) + [
      .errorP50, .errorP68, .errorP95, .ageP50, .ageP95, .trackErrorP50, .trackErrorP95,
      .trackCoverage, .deliveriesPerHour, .locationsPerHour, .wakeupsPerHour, .uploadsPerHour, .firstFix, .availability,
      .batteryEmpty, .lifetime, .timeToGoodFix, standardSearch, .energyPerGoodFix, .watchEnergy,
      .watchDrainPercentPerHour, .watchWakeupsPerHour, .linkMessagesPerHour, .watchBatteryEmpty, .eventLatencyP50,
      .eventLatencyP95, .missedEvents, .trueEvents, .falseEvents, .movingErrorP50, .movingErrorP95, .movingCoverage,
      .movingAgeP95, .indicatorShare, .receiverShare, .wakeLocks, .track(within: 10), .track(within: 30),
      .now(NowShare(metres: 100)),
      .now(NowShare(metres: 100, isAllDay: true)), .now(NowShare(metres: 100, isAtServer: true)),
      .now(NowShare(metres: 100, isAllDay: true, isAtServer: true)), .distanceError,
    ] + [nil, true, false].map { .events(within: 300, entries: $0) }

  static let standard = Set(allCases)
  /// Sums of joules over the ledger, or such a sum divided by time or the battery.
  package static let additive = fromPrices.map(\.0).filter { $0 != .energyPerGoodFix }

  /// 50 m separate one venue from the next; half a minute is as long as `requestLocation` looks (estimates).
  package static let standardSearch = Metric.search(within: searchMetres, seconds: searchSeconds)
  static let (searchMetres, searchSeconds) = (50.0, 30.0)

  /// A waking day, in hours: the most that a figure of the battery counts where nobody names its hours.
  package static let standardHours = 16.0

  package var descriptor: MetricDescriptor { Self.descriptors[self] ?? described }

  private static let descriptors = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.described) })

  /// As people read them: by their places in tables, then those that tables do not show.
  package static let byRank = inRank(allCases)

  /// The same of some.
  package static func inRank(_ metrics: [Metric]) -> [Metric] {
    metrics.enumerated().sorted { ($0.element.descriptor.rank, $0.offset) < ($1.element.descriptor.rank, $1.offset) }
      .map(\.element)
  }

  private static func words(_ component: Component) -> String {
    switch component {
    case .gnss: "the satellite receiver"
    case .wifi: "Wi-Fi"
    case .cellular: "the cellular radio"
    case .bluetooth: "Bluetooth"
    case .processor: "the processor"
    case .base: "memory and power management"
    }
  }

  private var described: MetricDescriptor {
    switch self {
    case .energy:
      .init(
        "energy", .joules, note: "Energy of the whole phone over the run, screen off.", isWholePhone: true,
        .price { $0.total.joules })
    case .drainPercentPerHour:
      .init(
        "drain", .percentPerHour, ["drain"], rank: 20,
        note: "Battery drain of the whole phone, screen off.", isWholePhone: true, .price { $0.drainPercentPerHour })
    case .battery(let hours):
      .init(
        hours.map { "battery_in_\(Self.time($0 * 3600))" } ?? "battery", .percent,
        title: hours.map {
          "battery in \(Self.time($0 * 3600, " "))"
        } ?? "battery",
        note: "Battery that the hours off the charger take, screen off: the mean drain times the hours.",
        isWholePhone: true, .run { _ in nil })
    case .averagePower:
      .init(
        "average_power", .milliwatts, ["power"], rank: 24, note: "Mean power of the whole phone, screen off.",
        isWholePhone: true, .price { $0.averagePower })
    case .component(let part):
      .init(part.name, .joules, note: "Energy of \(Self.words(part)).", .price { $0.joules(of: part) })
    case .errorP50:
      .init(
        "error_p50", .metres, ["error", "now p50"], rank: 30,
        note: "Median distance from the truth to the position held.", .quantile(.error, 500))
    case .errorP68:
      .init(
        "error_p68", .metres, title: "error now p68",
        note: "68 % of the time the position held is nearer to the truth.",
        .quantile(.error, 680))
    case .errorP95:
      .init(
        "error_p95", .metres, ["error", "now"], rank: 10,
        note:
          "95 % of the time the position that the app holds is nearer to the truth. For apps that act on it at once.",
        .quantile(.error, 950))
    case .ageP50:
      .init(
        "age_p50", .seconds, title: "age all day p50", note: "Median age of the position held.",
        .quantile(.age, 500))
    case .ageP95:
      .init(
        "age_p95", .seconds, ["age", "all day"], rank: 32,
        note: "95 % of the time the position held is younger, stops included.", .quantile(.age, 950))
    case .trackErrorP50:
      .init(
        "track_error_p50", .metres, title: "error track p50, all day",
        note: "Median distance from the truth to the recorded track, stops included.",
        .quantile(.trackError, 500))
    case .trackErrorP95:
      .init(
        "track_error_p95", .metres, title: "error track, all day",
        note: "95 % of the time the recorded track is nearer, stops included.",
        .quantile(.trackError, 950))
    case .trackCoverage:
      .init(
        "track_coverage", .share, title: "covers track, all day",
        note: "Share of the day that the recorded track covers, stops included.",
        .positions { $0.seconds > 0 ? Double($0.squaredTrackErrors.count) / Double($0.seconds) : nil })
    case .deliveriesPerHour:
      .init(
        "deliveries", .perHour, ["calls"], rank: 36, note: "Deliveries to the app.",
        .run { $0.perHour($0.record.deliveries) })
    case .locationsPerHour:
      .init(
        "locations", .perHour, ["fixes"], rank: 35, note: "Positions delivered.",
        .run { $0.perHour($0.record.fixCount) })
    case .wakeupsPerHour:
      .init(
        "wakeups", .perHour, ["wakes"], rank: 37, note: "How often the processor wakes.", isBetterLower: true,
        .run { $0.perHour($0.record.wakeups) })
    case .uploadsPerHour:
      .init(
        "uploads", .perHour, ["uploads"], rank: 38, note: "Uploads of the app.",
        .run { $0.perHour($0.record.uploads) })
    case .firstFix:
      .init(
        "first_fix", .seconds, ["first", "fix"], rank: 34, note: "Time from the start to the first delivery.",
        .run { $0.isEmpty ? nil : $0.record.firstFix?.seconds })
    case .availability:
      .init(
        "availability", .share, ["held", "now"], rank: 15,
        note: "Share of the day in which the app holds a position.",
        .run { $0.share(of: $0.timeWithPosition) })
    case .batteryEmpty:
      .init(
        "battery_empty", .hours, ["empty", "after"], rank: 40,
        note: "When the battery, full at first, is empty.", .run { $0.record.batteryEmpty.map { $0.seconds / 3600 } })
    case .lifetime:
      .init(
        "lifetime", .hours, note: "How long the battery lasts, for runs that end when it is empty.",
        .run { $0.record.endedEmpty ? $0.record.horizon.seconds / 3600 : nil })
    case .timeToGoodFix:
      .init(
        "time_to_good_fix", .seconds, ["time to", "good fix"], rank: 42,
        note: "Mean time to a position within 50 m, of searches that have one within 30 s.",
        .pooled(.searchTime(Self.searchMetres, Self.searchSeconds)))
    case .energyPerGoodFix:
      .init(
        "energy_per_good_fix", .joules,
        note:
          "Energy of the app for each search with a position within 50 m in 30 s; its time on the screen is left out.",
        .price { $0.energyPerGoodFix })
    case .watchEnergy:
      .init("watch_energy", .joules, note: "Energy of the watch, display off.", .run { $0.watchEnergy?.joules })
    case .watchDrainPercentPerHour:
      .init(
        "watch_drain", .percentPerHour, ["watch"], rank: 2,
        note: "Drain of the watch's own battery, without a predicted range.",
        .run { $0.watchDrainPercentPerHour })
    case .watchWakeupsPerHour:
      .init(
        "watch_wakeups", .perHour, note: "How often the watch's processor wakes.",
        .run { run in run.record.watch.flatMap { run.perHour($0.wakeups) } })
    case .linkMessagesPerHour:
      .init(
        "link_messages", .perHour, note: "Messages and contexts between watch and phone.",
        .run { run in run.record.watch.flatMap { run.perHour($0.messages) } })
    case .watchBatteryEmpty:
      .init(
        "watch_battery_empty", .hours, note: "When the watch's battery is empty.",
        .run { $0.record.watch?.batteryEmpty.map { $0.seconds / 3600 } })
    case .eventLatencyP50:
      .init(
        "event_latency_p50", .seconds, ["late", "p50"], rank: 12,
        note: "Median time from an entry, exit or visit to its report.", .pooled(.eventLatency(perMille: 500)))
    case .eventLatencyP95:
      .init(
        "event_latency_p95", .seconds, ["late", "p95"], rank: 33, note: "95 % of events are reported sooner.",
        .pooled(.eventLatency(perMille: 950)))
    case .missedEvents:
      .init(
        "missed_events", .count, ["missed"], rank: 13,
        note: "Entries, exits and visits not reported in time, of those under 'true events'.", isBetterLower: true,
        .run { $0.events.map { Double($0.missed) } })
    case .trueEvents:
      .init(
        "true_events", .count, ["true", "events"], rank: 18,
        note: "Entries, exits and visits that took place while the app watched for them.",
        .run { $0.events.map { Double($0.outcomes.count) } })
    case .falseEvents:
      .init(
        "false_events", .count, ["false", "reports"], rank: 14, note: "Reports without an entry, exit or visit.",
        isBetterLower: true,
        .run { $0.events.map { Double($0.falseDeliveries) } })
    case .movingErrorP50:
      .init(
        "moving_error_p50", .metres, ["error", "track p50"], rank: 31,
        note: "Median distance from the truth to the recorded track while the user moves.", .quantile(.movingError, 500)
      )
    case .movingErrorP95:
      .init(
        "moving_error_p95", .metres, ["error", "track"], rank: 11,
        note: "95 % of the moving time the recorded track is nearer to the truth. Delays and stops do not count.",
        .quantile(.movingError, 950))
    case .movingCoverage:
      .init(
        "moving_coverage", .share, ["covers", "track"], rank: 17,
        note: "Share of the moving time that the recorded track covers; gaps over 5 min are not covered.",
        .positions { $0.movingCoverage })
    case .movingAgeP95:
      .init(
        "moving_age_p95", .seconds, ["age", "now"], rank: 16,
        note: "95 % of the moving time the position held is younger. Times: s below 100 s, min below 100 min, then h.",
        .quantile(.movingAge, 950))
    case .indicatorShare:
      .init(
        "indicator_share", .share, title: "location shown",
        note: "Share of the run in which the status bar shows that location is in use: iOS's arrow, Android's icon.",
        isBetterLower: true,
        .run { $0.share(of: $0.record.indicators.arrow) })
    case .receiverShare:
      .init(
        "receiver_share", .share, title: "satellites on",
        note: "Share of the run in which the satellite receiver searches or tracks.", isBetterLower: true,
        .run { run in
          let ledger = run.record.ledger
          let idle = [GNSSReceiver.State.off, .sleeping].map { ledger.dwell(.gnss, state: $0.rawValue) }
          return run.share(of: run.duration - idle[0] - idle[1])
        })
    case .wakeLocks:
      .init(
        "wake_lock", .hours, ["wake", "locks"],
        note: "Android: hours in 24 of the app's own wake locks, screen off; 2 are excessive (vitals, October 2025).",
        isBetterLower: true, .run { $0.record.wakeLocks?.most(within: .hours(24)).hours })
    case .track(let metres):
      .init(
        "track_in_\(Self.metres(metres))", .share, ["track", "in \(Self.metres(metres, " "))"],
        rank: metres == 10 ? 47 : 3,
        note:
          "Share of the moving time with the recorded track within \(Self.metres(metres, " ")); gaps count as outside.",
        .positions { $0.trackShare(within: metres) })
    case .now(let share): Self.described(share)
    case .distanceError:
      .init(
        "distance_error", .excess, ["distance", "error"], rank: 4,
        note: "How much too long or too short the recorded track is, of the way. A step counts from both radii on; "
          + "time at rest is left out.",
        .positions { $0.lengths.excess.map { abs($0) } })
    case .distance(let share):
      .init(
        "distance_in_\(Self.percent(share))_percent", .share, ["distance", "in \(Self.percent(share)) %"], rank: 48,
        note: "Share of days whose recorded track is at most \(Self.percent(share)) % too long or too short, and "
          + "within 30 m for half of the moving time.",
        // A length beside the road is right by chance alone.
        .positions { day in
          guard let excess = day.lengths.excess else { return nil }
          return abs(excess) <= share && (day.trackShare(within: 30) ?? 0) >= 0.5 ? 1 : 0
        })
    case .search(let metres, let seconds):
      .init(
        "searches_in_\(Self.metres(metres))_\(Self.time(seconds))", .share,
        ["searches in", "\(Self.metres(metres, " "))/\(Self.time(seconds, " "))"], rank: 43,
        note: "Share of searches that have a position within \(Self.metres(metres, " ")) of the user after "
          + "\(Self.time(seconds, " ")), or at their end.",
        .pooled(.searchesFound(metres, seconds)))
    case .events(let seconds, let entries):
      .init(
        "\(Self.eventsWord(entries))_in_\(Self.time(seconds))", .share,
        [Self.eventsWord(entries), "in \(Self.time(seconds, " "))"],
        rank: entries.map { $0 ? 45 : 46 } ?? 5,
        note:
          "Share of \(entries.map { $0 ? "entries and arrivals" : "exits and departures" } ?? "entries, exits and visits") "
          + "reported within \(Self.time(seconds, " ")).",
        .pooled(.eventsInTime(seconds, entries: entries)))
    }
  }

  /// What a share of events, or of entries or exits alone, is of.
  package static func eventsWord(_ entries: Bool?) -> String { entries.map { $0 ? "entries" : "exits" } ?? "events" }

  private static func described(_ share: NowShare) -> MetricDescriptor {
    let (metres, time) = (Self.metres(share.metres), share.longestAge.map { Self.time($0) })
    let limits = [metres, time].compactMap(\.self)
    let what = share.isAtServer ? "server" : "now"
    let within =
      "within \(Self.metres(share.metres, " "))"
      + (share.longestAge.map { " when taken and at most \(Self.time($0, " ")) old" } ?? " of the user")
    return .init(
      "\(what)_in_\(limits.joined(separator: "_"))_\(share.isAllDay ? "all_day" : "moving")", .share,
      [
        "\(what) in",
        ([Self.metres(share.metres, " ")] + (share.longestAge.map { [Self.time($0, " ")] } ?? []))
          .joined(separator: "/") + ",", share.isAllDay ? "all day" : "moving",
      ], rank: (share.isAtServer ? 8 : 6) + (share.isAllDay ? 1 : 0),
      note: "Share of the \(share.isAllDay ? "day" : "moving time") with the position "
        + "\(share.isAtServer ? "at the app's server" : "held") \(within).",
      .positions { sampler in
        !share.isAtServer || sampler.squaredServerErrors.count > 0 ? sampler.share(share) : nil
      })
  }

  /// Whether the figure compares positions with the truth second by second.
  package var needsPositions: Bool {
    switch descriptor.source {
    case .quantile, .positions: true
    case .price, .run, .pooled: false
    }
  }

  /// Whether it says how often, or how far, positions were right.
  package var isShareOfTime: Bool {
    switch self {
    case .track, .distance, .now, .distanceError: true
    default: false
    }
  }

  /// Whether it says something of a recorded track.
  package var isAboutTrack: Bool {
    switch self {
    case .track, .distance, .distanceError, .trackCoverage, .movingCoverage, .trackErrorP50, .trackErrorP95,
      .movingErrorP50, .movingErrorP95:
      true
    default: false
    }
  }

  /// Whether it says nothing of a run without a position.
  package var isAboutPositions: Bool { isAboutTrack || isShareOfTime || self == .availability }

  /// The column's name in files.
  public var column: String { descriptor.column }
  /// Whether the figure is the whole phone's energy, power or drain, which has a prediction range.
  package var isWholePhone: Bool { descriptor.isWholePhone }
  /// Between which the figure is in any run.
  package var limits: ClosedRange<Double> { descriptor.limits }
}
