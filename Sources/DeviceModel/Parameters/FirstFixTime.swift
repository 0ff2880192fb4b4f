public import Quantities
import RealModule

/// How long one kind of acquisition takes: log-normal from attempt to attempt.
public struct FirstFixTime: Sendable, Equatable {
  public var median: TimeSpan
  /// Deviation of the natural logarithm.
  public var logDeviation: Double
  /// Attempts in the open take no less and no more.
  public var range: ClosedRange<TimeSpan>

  public init(median: TimeSpan, logDeviation: Double, range: ClosedRange<TimeSpan>) {
    self.median = median
    self.logDeviation = logDeviation
    self.range = range
  }

  /// The time of the attempt with the standard normal score `z`: median * exp(logDeviation * z), kept within the
  /// range, times `multiplier` for the surroundings.
  public func time(score z: Double, multiplier: Double = 1) -> TimeSpan {
    let open = median * Double.exp(logDeviation * z)
    return min(max(open, range.lowerBound), range.upperBound) * multiplier
  }
}
