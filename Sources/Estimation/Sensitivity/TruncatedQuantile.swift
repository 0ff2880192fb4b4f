import EventKernel
import RealModule

/// The value that a share of a parameter's distribution stays below, as the simulator draws it: normal or lognormal with
/// a mean and deviation of the value itself, truncated to a range.
///
/// Lognormal: s^2 = ln(1 + (d/m)^2), mu = ln m - s^2/2.
public struct TruncatedQuantile: Sendable, Hashable {
  private let centre: Double
  private let spread: Double
  private let isLognormal: Bool
  private let low: Double
  private let high: Double
  private let range: ClosedRange<Double>

  /// - Parameters:
  ///   - mean: above 0 for a lognormal distribution.
  ///   - deviation: above 0.
  ///   - range: a lower end of 0 or less leaves a lognormal distribution open below.
  /// - Returns: `nil` for a distribution that is none.
  public init?(mean: Double, deviation: Double, range: ClosedRange<Double>, isLognormal: Bool) {
    guard deviation > 0, !isLognormal || mean > 0, range.lowerBound < range.upperBound else { return nil }
    self.isLognormal = isLognormal
    self.range = range
    if isLognormal {
      let variance = Double.log(onePlus: (deviation / mean) * (deviation / mean))
      (centre, spread) = (Double.log(mean) - variance / 2, variance.squareRoot())
      low = range.lowerBound > 0 ? NormalDistribution.cumulative((Double.log(range.lowerBound) - centre) / spread) : 0
      high = range.upperBound > 0 ? NormalDistribution.cumulative((Double.log(range.upperBound) - centre) / spread) : 0
    } else {
      (centre, spread) = (mean, deviation)
      low = NormalDistribution.cumulative((range.lowerBound - centre) / spread)
      high = NormalDistribution.cumulative((range.upperBound - centre) / spread)
    }
    guard high > low else { return nil }
  }

  /// - Parameter share: from 0 to 1.
  public func value(_ share: Double) -> Double {
    let p = min(1 - 1e-15, max(1e-15, low + min(1, max(0, share)) * (high - low)))
    let score = NormalDistribution.quantile(p)
    let value = isLognormal ? Double.exp(centre + spread * score) : centre + spread * score
    return min(range.upperBound, max(range.lowerBound, value))
  }
}
