import LocationServices
import Quantities
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
