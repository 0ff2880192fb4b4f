import Core

/// The mean of a few repetitions, with an interval by resampling.
///
/// The interval is the studentised bootstrap's (Efron and Tibshirani, "An Introduction to the Bootstrap", 1993, section
/// 12.5), which is right for few repetitions where plain quantiles are too narrow; below 6 repetitions Student's. A spread
/// below what the measurement resolves counts as that, and then the interval is Student's too: resamples of rounded values
/// show only how they were rounded.
struct RepeatedMean {
  let mean: Double
  let standardError: Double
  let interval: ClosedRange<Double>
  let method: IntervalMethod

  private static let resamples = 1_999

  /// - Parameters:
  ///   - values: at least 2.
  ///   - leastDeviation: of a single value; the standard deviation is taken as at least this.
  init(_ values: [Double], leastDeviation: Double, seed: UInt64) throws(EstimationError) {
    guard values.count >= 2 else { throw .tooFewSamples(have: values.count, need: 2) }
    let (mean, error) = Self.moments(values, leastDeviation)
    self.mean = mean
    standardError = error
    let isRounded = leastDeviation > 0 && error > Self.moments(values, 0).error
    if values.count < 6 || isRounded {
      let t = try GSL.studentQuantile(Double(values.count - 1))
      interval = mean - t * error...mean + t * error
      method = .studentT
      return
    }
    var random = Xoshiro256PlusPlus(seed: seed)
    var scores: [Double] = []
    scores.reserveCapacity(Self.resamples)
    for _ in 0..<Self.resamples {
      let drawn = values.map { _ in values[Int(random.uniform() * Double(values.count))] }
      let (centre, spread) = Self.moments(drawn, leastDeviation)
      if spread > 0 { scores.append((centre - mean) / spread) }
    }
    method = .bootstrap
    guard error > 0, scores.count > 100 else {
      interval = mean...mean
      return
    }
    scores.sort()
    let rank = Int(0.025 * Double(scores.count))
    interval = mean - scores[scores.count - 1 - rank] * error...mean - scores[rank] * error
  }

  private static func moments(_ values: [Double], _ leastDeviation: Double) -> (mean: Double, error: Double) {
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)
    return (mean, (max(variance, leastDeviation * leastDeviation) / count).squareRoot())
  }
}
