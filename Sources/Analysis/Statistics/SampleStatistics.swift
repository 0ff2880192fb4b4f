/// What a number did over the seeds: its mean and two intervals that answer different questions.
public struct SampleStatistics: Sendable, Hashable {
  /// Under so many values a 95 % range of quantiles says nothing, and there is none.
  package static let leastCountForQuantiles = 40

  /// How many seeds had a value.
  public let count: Int
  /// The arithmetic mean.
  public let mean: Double
  /// Student's 95 % interval of the mean: simulation noise, which shrinks with more seeds. `nil` for one value. It ends
  /// where values must end: no mean of shares is above 100 %.
  public let meanInterval: ClosedRange<Double>?
  /// From the 2.5 % to the 97.5 % quantile of the values: ignorance of the phone and randomness of the day, which do not
  /// shrink. `nil` under `leastCountForQuantiles` values.
  ///
  /// From the kth smallest to the kth largest of n values, k = floor((n + 1) / 40): the narrowest symmetric range into
  /// which another seed falls with a probability, (n + 1 - 2k) / (n + 1), of at least 95 % (Wilks, "Determination of
  /// sample sizes for setting tolerance limits", Annals of Mathematical Statistics 12, 1941). With 40 seeds it is all
  /// of them, with 200 it leaves out four at either end.
  public let quantileRange: ClosedRange<Double>?

  /// Sums run in the order given, so equal values in equal order give equal bits.
  ///
  /// - Parameters:
  ///   - values: finite; `nil` is returned when there are none.
  ///   - limits: between which every value is.
  package init?(_ values: [Double], within limits: ClosedRange<Double> = -.infinity ... .infinity) {
    guard !values.isEmpty else { return nil }
    count = values.count
    let mean = values.reduce(0, +) / Double(values.count)
    self.mean = mean
    if values.count > 1 {
      let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      let standardError = (squares / Double(values.count - 1) / Double(values.count)).squareRoot()
      let half = StudentT.quantile(0.975, degreesOfFreedom: Double(values.count - 1)) * standardError
      meanInterval = ((mean - half)...(mean + half)).clamped(to: limits)
    } else {
      meanInterval = nil
    }
    if values.count >= Self.leastCountForQuantiles {
      let sorted = values.sorted()
      let outside = (values.count + 1) / 40 - 1
      quantileRange = sorted[outside]...sorted[values.count - 1 - outside]
    } else {
      quantileRange = nil
    }
  }

  /// A figure of rare things, pooled over `count` runs.
  init(pooled mean: Double, of count: Int, interval: ClosedRange<Double>?) {
    (self.mean, self.count, meanInterval, quantileRange) = (mean, count, interval, nil)
  }

  init(pooled mean: Double, of count: Int, standardError: Double?, within limits: ClosedRange<Double>) {
    let interval = standardError.flatMap { error -> ClosedRange<Double>? in
      guard count > 1 else { return nil }
      let half = StudentT.quantile(0.975, degreesOfFreedom: Double(count - 1)) * error
      return ((mean - half)...(mean + half)).clamped(to: limits)
    }
    self.init(pooled: mean, of: count, interval: interval)
  }
}
