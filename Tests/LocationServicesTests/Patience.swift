import LocationServices
import Quantities

/// Luck in automatic pausing alone.
struct Patience: ServiceLuck {
  let variation: (Int) -> Double

  func pauseVariation(stretch: Int) -> Double { variation(stretch) }
  func refreshDelay(due: Instant) -> TimeSpan { .zero }
}
