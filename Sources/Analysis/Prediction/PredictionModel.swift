package import DeviceModel
import RealModule

/// Turns figures over seeds into prediction ranges, which are meant to hold about 90 % of real runs.
///
/// A drain of which location takes the share l has, in a real run, a logarithm with the variance V = W + l^2 T + (1 - l)^2 R
/// around the predicted one, where W is that of the whole phone, T that of location's share and R that of the rest
/// (`Discrepancy`). Drawn parameters supply a part of it, s (`ParameterSpread`); what remains, max(0, V - s), is laid over the
/// figures. n drawn phones spread by (1 - 1/n) s around a mean that is off by s / n, so 2 s / n is added. The variation between
/// days, which the seeds hold, is added.
///
/// Of two settings of one phone, W cancels in the ratio: what is left is (l1 - l2)^2 (T + R), less what drawn parameters supply.
/// So the range of two equal settings has no width.
///
/// Pure and without random numbers: quantiles are those of the mixture of lognormal distributions, one around each figure.
package struct PredictionModel: Sendable, Hashable {
  /// The share of real runs that a range is to contain.
  package static let level = 0.9
  /// The ends of the range, as shares of runs below.
  static let ends = ((1 - level) / 2, (1 + level) / 2)

  package let discrepancy: Discrepancy
  /// Of the figures that the model is given.
  package let spread: ParameterSpread

  /// - Parameter spread: `.none` where all figures are of the phone with its mean parameters.
  package init(_ discrepancy: Discrepancy, spread: ParameterSpread) {
    self.discrepancy = discrepancy
    self.spread = spread
  }

  /// - Parameter isDrawn: whether each seed draws a phone.
  /// - Throws: `ProfileFault` for a profile that cannot be used.
  package init(device: DeviceProfile, network: NetworkProfile, isDrawn: Bool) throws(ProfileFault) {
    self.init(device.discrepancy, spread: isDrawn ? try ParameterSpread(of: device, on: network) : .none)
  }

  /// The model that promises rest on. How far real phones deviate is itself known only as well as the profile says: the expected
  /// square of a deviation is its mean's and its own deviation's together. Where a profile says none, it is 0.3 of the mean,
  /// as in the catalogue's estimates.
  ///
  /// - Parameter isDrawn: whether each seed draws a phone.
  /// - Throws: `ProfileFault` for a profile that cannot be used.
  package static func ofPromises(
    device: DeviceProfile, network: NetworkProfile, isDrawn: Bool
  ) throws(ProfileFault) -> PredictionModel {
    func expected(_ key: String, _ mean: Double) -> Double {
      let deviation = device.values["\(Discrepancy.section).\(key)"]?.deviation ?? 0.3 * mean
      return (mean * mean + deviation * deviation).squareRoot()
    }
    let own = device.discrepancy
    return PredictionModel(
      Discrepancy(
        phone: expected("phone", own.phone), occasion: expected("occasion", own.occasion),
        run: expected("run", own.run), tracking: expected("tracking", own.tracking), rest: expected("rest", own.rest)),
      spread: isDrawn ? try ParameterSpread(of: device, on: network) : .none)
  }

  /// The log-deviation of a real run's drain around the predicted one, drawn parameters included.
  ///
  /// - Parameter share: location's share of the drain, 0 to 1.
  package func total(share: Double) -> Double {
    max(discrepancy.variance(share: share), spread.variance(share: share)).squareRoot()
  }

  /// The log-deviation that is laid over each of `count` figures.
  ///
  /// - Parameter share: location's share of the drain, 0 to 1.
  package func remainder(share: Double, count: Int) -> Double {
    remainder(total: discrepancy.variance(share: share), known: spread.variance(share: share), count: count)
  }

  /// The variances of a real run's logarithm: beyond what drawn parameters supply, and what they supply.
  ///
  /// - Parameter share: location's share of the drain, 0 to 1.
  func logVariances(share: Double) -> (remaining: Double, drawn: Double) {
    let drawn = spread.variance(share: share)
    return (max(0, discrepancy.variance(share: share) - drawn), drawn)
  }

  /// The log-deviation that is laid over each of `count` ratios of two settings of one phone; 0 where the shares are equal.
  package func ratioRemainder(shares: (Double, Double), count: Int) -> Double {
    let square = (shares.0 - shares.1) * (shares.0 - shares.1)
    return remainder(total: square * discrepancy.contrast, known: square * spread.contrast, count: count)
  }

  private func remainder(total: Double, known: Double, count: Int) -> Double {
    (max(0, total - known) + 2 * known / Double(max(1, count))).squareRoot()
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
