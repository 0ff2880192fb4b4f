import RealModule

/// What a number did over the seeds: its mean and two intervals that answer different questions.
public struct SampleStatistics: Sendable, Hashable {
  /// Under so many values a 95 % range of quantiles says nothing, and there is none.
  package static let leastCountForQuantiles = 40

  /// How many seeds had a value.
  public let count: Int
  /// The arithmetic mean.
  public let mean: Double
  /// Student's 95 % interval of the mean: simulation noise, which shrinks with more seeds. `nil` for one value. It ends
  /// where values must end: no mean of shares is above 100 %. That of all-or-nothing shares is wider; see `ExactShare.widened`.
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
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let standardError = (squares / Double(values.count - 1) / Double(values.count)).squareRoot()
    meanInterval = Self.interval(of: mean, standardError, count: values.count).map {
      ExactShare.widened($0, of: values, within: limits)
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

  /// Runs whose shares are all alike count as one case each: no spread is no certainty.
  init(pooled mean: Double, of count: Int, standardError: Double?, within limits: ClosedRange<Double>) {
    let interval = standardError.flatMap { error in
      error < 1e-9 && limits.upperBound == 1
        ? Self.exact(mean, of: count) : Self.interval(of: mean, error, count: count)?.clamped(to: limits)
    }
    self.init(pooled: mean, of: count, interval: interval)
  }

  /// The share of days that are right (1) rather than wrong (0).
  init?(days: [Double]) {
    guard !days.isEmpty else { return nil }
    let share = days.reduce(0, +) / Double(days.count)
    self.init(pooled: share, of: days.count, interval: Self.exact(share, of: days.count))
  }

  private static func exact(_ share: Double, of count: Int) -> ClosedRange<Double>? {
    count > 1 ? ExactShare.interval(Int((share * Double(count)).rounded()), of: count) : nil
  }

  private static func interval(of mean: Double, _ standardError: Double, count: Int) -> ClosedRange<Double>? {
    guard count > 1 else { return nil }
    let half = StudentT.quantile(0.975, degreesOfFreedom: Double(count - 1)) * standardError
    return (mean - half)...(mean + half)
  }
}

/// The difference of a metric between two strategies on the same days with the same devices.
///
/// Runs are paired by seed. What both share (the day, the device, the errors) cancels, so far fewer seeds are needed
/// than for two separate means.
package enum PairedDifference {
  /// Statistics of `first` minus `second` over the seeds in which both have a value; `nil` when there is none.
  package static func of(_ metric: Metric, _ first: [RunMetrics], minus second: [RunMetrics]) -> SampleStatistics? {
    of({ $0[metric] }, first, minus: second)
  }

  /// The same for anything that a run tells.
  package static func of(
    _ figure: (RunMetrics) -> Double?, _ first: [RunMetrics], minus second: [RunMetrics]
  ) -> SampleStatistics? {
    SampleStatistics(values(figure, first, minus: second))
  }

  /// The differences themselves, in the order of the first runs.
  static func values(
    _ figure: (RunMetrics) -> Double?, _ first: [RunMetrics], minus second: [RunMetrics]
  ) -> [Double] {
    if first.count == second.count, zip(first, second).allSatisfy({ $0.seed == $1.seed }) {
      return zip(first, second).compactMap { run, partner in
        figure(run).flatMap { value in figure(partner).map { value - $0 } }
      }
    }
    let partners = Dictionary(second.map { ($0.seed, $0) }, uniquingKeysWith: { earlier, _ in earlier })
    return first.compactMap { run in
      guard let a = figure(run), let b = partners[run.seed].flatMap(figure) else { return nil }
      return a - b
    }
  }
}

/// The exact interval of a share (Clopper and Pearson, "The use of confidence or fiducial limits illustrated in the case of the
/// binomial", Biometrika 26, 1934): a little too wide rather than too narrow.
enum ExactShare {
  /// A share so near to 0 or 1 is printed as that.
  private static let hair = 0.001

  /// The interval of a mean, ended where its values must end. Where half of the shares or more are 0 or 1 to within a hair, or all
  /// are equal, it holds the exact interval of so many right days: n right ones do not exclude others that are all wrong. The
  /// limit: shares of 99 % on all days seen tell of no such days, and rare ones may be missing. docs/budgets.md has the coverage.
  static func widened(
    _ interval: ClosedRange<Double>, of values: [Double], within limits: ClosedRange<Double>, confidence: Double = 0.95
  ) -> ClosedRange<Double> {
    let interval = interval.clamped(to: limits)
    guard limits == 0...1, let first = values.first,
      values.count(where: { min($0, 1 - $0) <= hair }) * 2 >= values.count
        || values.allSatisfy({ abs($0 - first) < 1e-9 }),
      let exact = Self.interval(Int(values.reduce(0, +).rounded()), of: values.count, confidence: confidence)
    else { return interval }
    return min(interval.lowerBound, exact.lowerBound)...max(interval.upperBound, exact.upperBound)
  }

  /// - Parameters:
  ///   - hits: of `count`.
  ///   - confidence: above 0, below 1.
  /// - Returns: `nil` without any.
  static func interval(_ hits: Int, of count: Int, confidence: Double = 0.95) -> ClosedRange<Double>? {
    guard count > 0 else { return nil }
    /// The share at which the chance of such numbers is half of what is left.
    func edge(_ hits: ClosedRange<Int>, isRising: Bool) -> Double {
      var (low, high) = (0.0, 1.0)
      for _ in 0..<50 {
        let share = (low + high) / 2
        let chance = hits.reduce(0) { sum, hit in
          sum
            + Double.exp(
              logChoices(count, hit) + Double(hit) * Double.log(share) + Double(count - hit)
                * Double.log(onePlus: -share))
        }
        if (chance < (1 - confidence) / 2) == isRising { low = share } else { high = share }
      }
      return (low + high) / 2
    }
    return (hits == 0 ? 0 : edge(hits...count, isRising: true))...(hits == count ? 1 : edge(0...hits, isRising: false))
  }

  /// The logarithm of the number of ways to choose `k` of `n`.
  static func logChoices(_ n: Int, _ k: Int) -> Double {
    guard k >= 0, k <= n else { return -.infinity }
    return Double.logGamma(Double(n + 1)) - Double.logGamma(Double(k + 1)) - Double.logGamma(Double(n - k + 1))
  }
}

/// Spearman's rank correlation: Pearson's correlation of the ranks, equal values sharing the mean of theirs (Spearman, "The
/// proof and measurement of association between two things", American Journal of Psychology 15, 1904).
package enum RankCorrelation {
  /// From -1 to 1; `nil` for fewer than three pairs, and where one side is all equal.
  ///
  /// - Precondition: as many of one as of the other.
  package static func spearman(_ first: [Double], _ second: [Double]) -> Double? {
    precondition(first.count == second.count, "ranks come in pairs")
    guard first.count >= 3 else { return nil }
    let (a, b) = (ranks(first), ranks(second))
    let middle = Double(first.count + 1) / 2
    var (products, squaresA, squaresB) = (0.0, 0.0, 0.0)
    for (x, y) in zip(a, b) {
      products += (x - middle) * (y - middle)
      squaresA += (x - middle) * (x - middle)
      squaresB += (y - middle) * (y - middle)
    }
    guard squaresA > 0, squaresB > 0 else { return nil }
    return products / (squaresA * squaresB).squareRoot()
  }

  /// From 1 on.
  static func ranks(_ values: [Double]) -> [Double] {
    let order = values.indices.sorted { values[$0] < values[$1] }
    var ranks = [Double](repeating: 0, count: values.count)
    var start = 0
    while start < order.count {
      var end = start
      while end + 1 < order.count, values[order[end + 1]] == values[order[start]] { end += 1 }
      for place in start...end { ranks[order[place]] = Double(start + end) / 2 + 1 }
      start = end + 1
    }
    return ranks
  }
}
