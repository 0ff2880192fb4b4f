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
