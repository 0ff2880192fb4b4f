public import Quantities

/// What is luck in what the system does, the same for every strategy on one day.
public protocol ServiceLuck {
  /// A standard normal number for how patient automatic pausing is in the nth stretch of one way of moving.
  func pauseVariation(stretch: Int) -> Double
  /// How much later than asked the system grants a background app refresh that is due at an instant.
  func refreshDelay(due: Instant) -> TimeSpan
}

/// Neither good luck nor bad: average patience, refreshes when they were asked for.
public struct AverageLuck: ServiceLuck {
  public init() {}
  public func pauseVariation(stretch: Int) -> Double { 0 }
  public func refreshDelay(due: Instant) -> TimeSpan { .zero }
}
