import CGSL
import Core
import RealModule

/// 95 % intervals of a share. Trials may be an effective number and need not be whole.
package enum BinomialInterval {
  /// Clopper and Pearson 1934: covers at least 95 %, often more.
  ///
  /// - Throws: `badInput` unless 0 <= successes <= trials and trials is above 0.
  package static func clopperPearson(
    successes: Double, trials: Double
  ) throws(EstimationError) -> ClosedRange<Double> {
    guard trials > 0, trials.isFinite, successes >= 0, successes <= trials else {
      throw .badInput("\(successes) successes in \(trials) trials")
    }
    let low =
      try successes > 0
      ? GSL.finite("beta quantile") { gsl_cdf_beta_Pinv(0.025, successes, trials - successes + 1) } : 0
    let high =
      try successes < trials
      ? GSL.finite("beta quantile") { gsl_cdf_beta_Pinv(0.975, successes + 1, trials - successes) } : 1
    return low...max(low, high)
  }

  /// Between which ranks of a sample, as shares of it, the share `p` of the distribution lies in 95 % of samples: exact for
  /// whole numbers of trials up to a step of the ranks (Hahn and Meeker, "Statistical Intervals", 1991, section 5.2).
  ///
  /// - Returns: `nil` for an end beyond all samples, which the data leave open.
  static func quantileRanks(_ p: Double, trials: Double) -> (low: Double?, high: Double?) {
    GSL.prepare()
    // Few trials: no rank is surely beyond the quantile.
    let low: Double? =
      1 - Double.pow(0.025, 1 / trials) > p
      ? nil : bisection(0, 1) { gsl_cdf_beta_Pinv(0.975, $0 * trials + 1, max(1e-9, (1 - $0) * trials)) >= p }
    let high: Double? =
      Double.pow(0.025, 1 / trials) < p
      ? nil : bisection(0, 1) { gsl_cdf_beta_Pinv(0.025, max(1e-9, $0 * trials), (1 - $0) * trials + 1) >= p }
    return (low, high)
  }
}

/// An error that a share of the measured ones stays below.
package struct MeasuredQuantile: Sendable, Hashable {
  package let share: Double
  package let metres: Double
  /// At 95 %, by the ranks of the effective samples; `nil` where they are too few for an end.
  package let low: Double?
  package let high: Double?

  /// - Parameter trials: how many independent samples the sample is worth.
  init(_ share: Double, of sample: MagnitudeSample, trials: Double) {
    let ranks = BinomialInterval.quantileRanks(share, trials: trials)
    self.share = share
    metres = sample.quantile(share)
    low = ranks.low.map { sample.quantile($0) }
    high = ranks.high.map { sample.quantile($0) }
  }
}

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
      (0..<1 << 30).partitioningIndex {
        gsl_cdf_negative_binomial_P(UInt32($0), share, Double(count) + 0.5) >= p
      }
    }
    let low = quantile(0.05)
    return low...max(low, quantile(0.95))
  }
}
