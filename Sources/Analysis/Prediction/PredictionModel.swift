package import DeviceModel
import Core

/// Turns figures over seeds into prediction ranges, which are meant to hold about 90 % of real runs.
///
/// A drain of which location takes the share l has, in a real run, a logarithm with the variance V = W + l^2 T + (1 - l)^2 R
/// around the predicted one, where W is that of the whole phone, T that of location's share and R that of the rest
/// (`Discrepancy`). Drawn parameters supply a part of it, s (`ParameterSpread`); what remains, max(0, V - s), is laid over the
/// figures. n drawn phones spread by (1 - 1/n) s around a mean that is off by s / n, so 2 s / n is added. The variation between
/// days, which the seeds hold, is added. V is an estimate itself: its quantiles are Student's t.
///
/// Pure and without random numbers: quantiles are those of the mixture of lognormal distributions, one around each figure.
package struct PredictionModel: Sendable, Hashable {
  /// The share of real runs that a range is to contain.
  package static let level = 0.9
  /// The ends of the range, as shares of runs below.
  package static let ends = ((1 - level) / 2, (1 + level) / 2)

  package let discrepancy: Discrepancy
  /// Standard errors of the discrepancy; `none` takes it as known.
  package let errors: Discrepancy
  /// Of the figures that the model is given.
  package let spread: ParameterSpread

  /// - Parameter spread: `.none` where all figures are of the phone with its mean parameters.
  package init(_ discrepancy: Discrepancy, errors: Discrepancy = .none, spread: ParameterSpread) {
    self.discrepancy = discrepancy
    self.errors = errors
    self.spread = spread
  }

  /// - Parameter isDrawn: whether each seed draws a phone.
  /// - Throws: `ProfileFault` for a profile that cannot be used.
  package init(device: DeviceProfile, network: NetworkProfile, isDrawn: Bool) throws(ProfileFault) {
    self.init(
      device.discrepancy, errors: device.discrepancyErrors,
      spread: isDrawn ? try ParameterSpread(of: device, on: network) : .none)
  }

  /// The log-deviation of a real run's drain around the predicted one, drawn parameters included.
  ///
  /// - Parameter share: location's share of the drain, 0 to 1.
  package func total(share: Double) -> Double {
    max(variance(share: share, level: Self.ends.1), spread.variance(share: share)).squareRoot()
  }

  /// The log-deviation that is laid over each of `count` figures.
  ///
  /// - Parameters:
  ///   - share: location's share of the drain, 0 to 1.
  ///   - level: the share of runs that the figure is to hold on one side.
  package func remainder(share: Double, count: Int, level: Double = ends.1) -> Double {
    remainder(total: variance(share: share, level: level), known: spread.variance(share: share), count: count)
  }

  /// The variances of a real run's logarithm: beyond what drawn parameters supply, and what they supply.
  ///
  /// - Parameter share: location's share of the drain, 0 to 1.
  func logVariances(share: Double) -> (remaining: Double, drawn: Double) {
    let drawn = spread.variance(share: share)
    return (max(0, variance(share: share, level: Self.ends.1) - drawn), drawn)
  }

  private func remainder(total: Double, known: Double, count: Int) -> Double {
    (max(0, total - known) + 2 * known / Double(max(1, count))).squareRoot()
  }

  private func variance(share: Double, level: Double) -> Double {
    Self.widened(
      discrepancy.variance(share: share), errorVariance: discrepancy.errorVariance(errors, share: share), level: level)
  }

  /// The variance of the normal distribution that has the same quantile as Student's t with an estimated variance V. The degrees
  /// of freedom are those of a sample that knows V as well, 2 V^2 / Var(V) (Satterthwaite, Biometrics Bulletin 2, 1946).
  ///
  /// - Parameter level: as far from a half as an end of a range; nearer than 0.75, the factor of 0.75 holds.
  private static func widened(_ variance: Double, errorVariance: Double, level: Double) -> Double {
    guard errorVariance > 0, variance > 0 else { return variance }
    let (tail, freedom) = (max(level, 1 - level, 0.75), 2 * variance * variance / errorVariance)
    let factor = StudentT.quantile(tail, degreesOfFreedom: max(1, freedom)) / NormalDistribution.quantile(tail)
    return variance * factor * factor
  }

  /// The prediction range of a drain, an energy or a power of the whole phone.
  ///
  /// - Parameters:
  ///   - values: one for each seed.
  ///   - shares: location's share of each, 0 to 1; for what location use adds, 1.
  /// - Returns: `nil` without a finite value.
  package func range(_ values: [Double], shares: [Double]) -> ClosedRange<Double>? {
    Self.range(quantiles([Self.ends.0, Self.ends.1], of: values, shares: shares))
  }

  /// The prediction range of a figure of runs; `nil` for figures other than the whole phone's energy, power and drain.
  ///
  /// - Parameter none: runs of the same worlds without location use; a marginal figure needs the one of its seed.
  package func range(of metric: BudgetMetric, runs: [RunMetrics], none: [RunMetrics]) -> ClosedRange<Double>? {
    guard metric.metric.isWholePhone else { return nil }
    var (values, shares) = ([Double](), [Double]())
    for (run, value) in zip(runs, metric.values(of: runs, none: none)) {
      guard let value = value.value else { continue }
      values.append(value)
      // A run that does not say it is taken for location alone, which is the widest.
      shares.append(metric.isMarginal ? 1 : run.locationShare ?? 1)
    }
    return range(values, shares: shares)
  }

  /// The values below which such shares of real runs lie.
  ///
  /// - Parameters:
  ///   - levels: above 0, below 1.
  ///   - values: one for each seed.
  ///   - shares: location's share of each value, 0 to 1.
  package func quantiles(_ levels: [Double], of values: [Double], shares: [Double]) -> [Double]? {
    let parts = zip(values, shares).map {
      LognormalMixture.Part(median: $0, logDeviation: remainder(share: $1, count: values.count))
    }
    return LognormalMixture(parts)?.quantiles(levels)
  }

  private static func range(_ ends: [Double]?) -> ClosedRange<Double>? {
    guard let ends, ends.count == 2 else { return nil }
    return min(ends[0], ends[1])...max(ends[0], ends[1])
  }
}
