import CGSL
import Core
import RealModule

/// What the residuals of a fit look like: whether they are normal, and whether neighbours repeat each other.
///
/// For a fitted distribution the residuals are normal scores z = Phi^-1(F(x)) in time order: standard normal and
/// without pattern when the model is right.
package struct ResidualDiagnostics: Sendable, Hashable {
  /// A point of a quantile-quantile plot.
  package struct QuantilePair: Sendable, Hashable {
    /// Standard normal, or of the fitted distribution.
    package let expected: Double
    package let observed: Double
  }

  /// A residual and its place among all, counted from 1.
  package struct SeriesPoint: Sendable, Hashable {
    package let place: Int
    package let value: Double
  }

  package struct AutocorrelationPoint: Sendable, Hashable {
    /// In rows, or in seconds where the series has times.
    package let lag: Double
    package let value: Double
  }

  package let count: Int
  package let mean: Double
  package let standardDeviation: Double
  package let skewness: Double
  /// Sum of squared successive differences over sum of squares: 2 without correlation, towards 0 with it.
  package let durbinWatson: Double
  /// Two-sided p-value of Wald and Wolfowitz's runs test (1940) on the signs around the median; `nil` under 10 rows.
  package let runsTestPValue: Double?
  /// At most 200, in ascending order.
  package let quantiles: [QuantilePair]
  /// Lags 0 to at most 100.
  package let autocorrelation: [AutocorrelationPoint]
  /// In their order, every k-th where there are more than 2,000.
  package let series: [SeriesPoint]

  /// - Parameters:
  ///   - residuals: in time order, at least 2, not all equal.
  ///   - quantiles: for a plot in the data's own scale; by default normal quantiles against residuals.
  /// - Throws: `tooFewSamples`, `badInput`.
  package init(residuals: [Double], quantiles: [QuantilePair]? = nil) throws(EstimationError) {
    let n = residuals.count
    guard n >= 2 else { throw .tooFewSamples(have: n, need: 2) }
    guard residuals.allSatisfy(\.isFinite) else { throw .badInput("a residual is not a finite number") }
    GSL.prepare()
    count = n
    series = stride(from: 0, to: n, by: (n + 1_999) / 2_000).map { SeriesPoint(place: $0 + 1, value: residuals[$0]) }
    mean = gsl_stats_mean(residuals, 1, n)
    standardDeviation = gsl_stats_sd_m(residuals, 1, n, mean)
    skewness = standardDeviation > 0 ? gsl_stats_skew_m_sd(residuals, 1, n, mean, standardDeviation) : 0
    var (steps, squares) = (0.0, 0.0)
    for i in 0..<n {
      squares += residuals[i] * residuals[i]
      if i > 0 { steps += (residuals[i] - residuals[i - 1]) * (residuals[i] - residuals[i - 1]) }
    }
    durbinWatson = squares > 0 ? steps / squares : 2
    let sorted = residuals.sorted()
    runsTestPValue = Self.runsTest(residuals, median: gsl_stats_median_from_sorted_data(sorted, 1, n))
    self.quantiles = quantiles ?? Self.normalQuantiles(sorted)
    autocorrelation = Self.autocorrelation(residuals, mean: mean)
  }

  /// At most 200 places p in (0, 1) and the sorted values there: (i + 1/2) / n, evenly thinned.
  static func places(_ sorted: [Double], atMost limit: Int = 200) -> [(p: Double, value: Double)] {
    let n = sorted.count
    let count = min(limit, n)
    return (0..<count).map { k in
      let i = count == n ? k : k * (n - 1) / (count - 1)
      return ((Double(i) + 0.5) / Double(n), sorted[i])
    }
  }

  private static func normalQuantiles(_ sorted: [Double]) -> [QuantilePair] {
    places(sorted).map { QuantilePair(expected: NormalDistribution.quantile($0.p), observed: $0.value) }
  }

  private static func runsTest(_ residuals: [Double], median: Double) -> Double? {
    let signs = residuals.filter { $0 != median }.map { $0 > median }
    let above = Double(signs.filter { $0 }.count)
    let below = Double(signs.count) - above
    guard signs.count >= 10, above > 0, below > 0 else { return nil }
    var runs = 1.0
    for i in 1..<signs.count where signs[i] != signs[i - 1] { runs += 1 }
    let n = above + below
    let expected = 2 * above * below / n + 1
    let variance = (expected - 1) * (expected - 2) / (n - 1)
    return variance > 0 ? 2 * NormalDistribution.cumulative(-abs(runs - expected) / variance.squareRoot()) : nil
  }

  private static func autocorrelation(_ residuals: [Double], mean: Double) -> [AutocorrelationPoint] {
    let n = residuals.count
    let centred = residuals.map { $0 - mean }
    let variance = centred.reduce(0) { $0 + $1 * $1 }
    guard variance > 0 else { return [] }
    return (0...min(100, n / 2)).map { lag in
      var sum = 0.0
      for i in 0..<(n - lag) { sum += centred[i] * centred[i + lag] }
      return AutocorrelationPoint(lag: Double(lag), value: sum / variance)
    }
  }
}
