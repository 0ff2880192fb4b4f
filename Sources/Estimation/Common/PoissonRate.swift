import CGSL

/// A rate of events of which so many were counted over an exposure, with Garwood's exact interval ("Fiducial limits for the
/// Poisson distribution", Biometrika 28, 1936): half of the chi-square's quantiles with 2 n and 2 n + 2 degrees of freedom.
package struct PoissonRate: Sendable, Hashable {
  package let count: Int
  /// Above 0, in the caller's unit.
  package let exposure: Double
  /// Events per unit of exposure.
  package let value: Double
  /// Covers at least 95 %.
  package let interval95: ClosedRange<Double>

  /// - Throws: `badInput` for a negative count or an exposure that is not above 0.
  package init(count: Int, exposure: Double) throws(EstimationError) {
    guard count >= 0, exposure > 0, exposure.isFinite else {
      throw .badInput("\(count) events in an exposure of \(exposure)")
    }
    self.count = count
    self.exposure = exposure
    value = Double(count) / exposure
    let low =
      try count > 0 ? ChiSquare.quantile(0.025, degreesOfFreedom: 2 * Double(count)) / 2 : 0
    let high = try ChiSquare.quantile(0.975, degreesOfFreedom: 2 * Double(count) + 2) / 2
    interval95 = low / exposure...high / exposure
  }

  /// Of the rate; for no event that of a single one, which is what none can exclude.
  package var standardError: Double { Double(max(1, count)).squareRoot() / exposure }

  /// As a parameter of a fit.
  package func parameter(_ name: String, unit: String) -> FittedParameter {
    FittedParameter(
      name: name, value: value, standardError: standardError, interval95: interval95, intervalMethod: .poisson,
      unit: unit)
  }

  /// The exposure between events as a parameter; `nil` without an event.
  package func spacing(_ name: String, unit: String, scale: Double = 1) -> FittedParameter? {
    guard count > 0, value > 0, interval95.lowerBound > 0 else { return nil }
    let mean = scale / value
    return FittedParameter(
      name: name, value: mean, standardError: mean / Double(count).squareRoot(),
      interval95: scale / interval95.upperBound...scale / interval95.lowerBound, intervalMethod: .poisson, unit: unit)
  }

  /// The 90 % prediction range of a count over another exposure, this rate being known no better than its own count says:
  /// quantiles of the negative binomial distribution after Jeffreys's prior (shape n + 1/2).
  ///
  /// - Throws: `badInput` for an exposure that is not above 0.
  package func prediction(over other: Double) throws(EstimationError) -> ClosedRange<Int> {
    guard other > 0, other.isFinite else { throw .badInput("an exposure of \(other)") }
    GSL.prepare()
    let share = exposure / (exposure + other)
    func quantile(_ p: Double) -> Int {
      var (low, high) = (-1, 16)
      while gsl_cdf_negative_binomial_P(UInt32(high), share, Double(count) + 0.5) < p, high < 1 << 30 { high *= 2 }
      while high - low > 1 {
        let middle = (low + high) / 2
        if gsl_cdf_negative_binomial_P(UInt32(middle), share, Double(count) + 0.5) < p {
          low = middle
        } else {
          high = middle
        }
      }
      return high
    }
    let low = quantile(0.05)
    return low...max(low, quantile(0.95))
  }
}
