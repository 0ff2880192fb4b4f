import LocationServices
import Quantities
import World

/// The luck of a realized day.
struct WorldLuck: ServiceLuck {
  let world: WorldRealization

  func pauseVariation(stretch: Int) -> Double { world.latency("auto-pause", ordinal: stretch) }

  // The luck of a minute of the day, whoever asks and however often.
  func refreshDelay(due: Instant) -> TimeSpan {
    BackgroundRefresh.delay(score: world.latency("background-refresh", ordinal: Int(due.seconds / 60)))
  }
}
