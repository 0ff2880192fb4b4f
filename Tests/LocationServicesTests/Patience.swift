import LocationServices
import Core

/// Random outcomes of automatic pausing alone.
struct Patience: RandomOutcomes {
  let variation: (Int) -> Double

  func pauseVariation(stretch: Int) -> Double { variation(stretch) }
  func refreshDelay(due: Instant) -> TimeSpan { .zero }
}
