package import Core
import RealModule

/// A time that varies from attempt to attempt by a log-normal distribution truncated to a range: of a first fix, a
/// delivery or a recognition.
///
/// An attempt of rank p among all attempts takes F^-1(F(lo) + p (F(hi) - F(lo))), where F is the log-normal
/// distribution with the median m and the deviation s of the logarithm: ln t ~ N(ln m, s^2). No attempts pile up at the
/// ends of the range, as they would if times were only kept within it.
package struct LogNormalTime: Sendable, Equatable {
  /// Of the distribution before it is truncated; positive.
  package var median: TimeSpan { didSet { prepare() } }
  /// Deviation of the natural logarithm, before truncation; with 0 every attempt takes the median.
  package var logDeviation: Double { didSet { prepare() } }
  /// Attempts in the open take no less and no more.
  package var range: ClosedRange<TimeSpan> { didSet { prepare() } }
  // F at the ends of the range.
  private var below = 0.0
  private var above = 1.0

  /// A distribution by its median, the deviation of its logarithm and the range that it is truncated to.
  package init(median: TimeSpan, logDeviation: Double, range: ClosedRange<TimeSpan>) {
    self.median = median
    self.logDeviation = logDeviation
    self.range = range
    prepare()
  }

  private mutating func prepare() {
    guard logDeviation > 0 else { return }
    (below, above) = (cumulative(range.lowerBound), cumulative(range.upperBound))
  }

  private func cumulative(_ time: TimeSpan) -> Double {
    time > .zero ? NormalDistribution.cumulative(Double.log(time / median) / logDeviation) : 0
  }

  /// The time of the attempt with the standard normal score `z`, times `multiplier` for the surroundings.
  package func time(score z: Double, multiplier: Double = 1) -> TimeSpan {
    let rank = below + NormalDistribution.cumulative(z) * (above - below)
    let open = logDeviation > 0 ? median * Double.exp(logDeviation * NormalDistribution.quantile(rank)) : median
    return min(max(open, range.lowerBound), range.upperBound) * multiplier
  }
}
