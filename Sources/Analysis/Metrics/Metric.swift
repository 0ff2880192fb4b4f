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
  case movingErrorP50, movingErrorP95, movingCoverage, movingAgeP95

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
