import DeviceModel
import LocationServices
import Core
import World

/// The random outcomes of a realized day.
struct WorldOutcomes: RandomOutcomes {
  let world: WorldRealization

  func pauseVariation(stretch: Int) -> Double { world.latency("auto-pause", ordinal: stretch) }

  // One outcome for each minute of the day, whoever asks and however often.
  func refreshDelay(due: Instant) -> TimeSpan {
    BackgroundRefresh.delay(score: world.latency("background-refresh", ordinal: Int(due.seconds / 60)))
  }

  // Parts are numbered up to a million.
  func score(_ outcome: String, ordinal: Int, part: Int) -> Double {
    world.latency(outcome, ordinal: ordinal << 20 | part)
  }

  // One for the phone: it hardly changes within days, and all apps are shown the same.
  var placeOffset: PlaceOffset {
    PlaceOffset(
      east: world.latency("approximate-place-east", ordinal: 0),
      north: world.latency("approximate-place-north", ordinal: 0))
  }
}

/// How much later than asked the system grants a background app refresh.
///
/// Lognormal, median 10 min, log deviation 0.8, at most 6 h: estimate; Apple says only that the system chooses the time.
enum BackgroundRefresh {
  private static let delays = LogNormalTime(
    median: .minutes(10), logDeviation: 0.8, range: .seconds(1) ... .hours(6))

  /// - Parameter score: standard normal.
  static func delay(score: Double) -> TimeSpan { delays.time(score: score) }
}
