internal import CGSL
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
  /// By lag in rows, from 0 to at most 100.
  package let autocorrelation: [Double]
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
    mean = residuals.mean
    standardDeviation = (residuals.scatter / Double(n - 1)).squareRoot()
    let (mean, deviation) = (mean, standardDeviation)
    let cubes = residuals.reduce(0) { $0 + ($1 - mean) * ($1 - mean) * ($1 - mean) }
    skewness = deviation > 0 ? cubes / (deviation * deviation * deviation * Double(n)) : 0
    let steps = zip(residuals.dropFirst(), residuals).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    let squares = dot(residuals, residuals)
    durbinWatson = squares > 0 ? steps / squares : 2
    let sorted = stride(from: 0, to: n, by: (n + Self.mostSorted - 1) / Self.mostSorted).map { residuals[$0] }.sorted()
    let median = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    runsTestPValue = Self.runsTest(residuals, median: median)
    self.quantiles =
      quantiles
      ?? Self.places(sorted).map { QuantilePair(expected: NormalDistribution.quantile($0.p), observed: $0.value) }
    autocorrelation = Self.autocorrelation(residuals, mean: mean)
  }

  /// Of more residuals some show the distribution, and how neighbours go together.
  private static let mostSorted = 20_000

  /// At most 200 places p in (0, 1) and the sorted values there: (i + 1/2) / n, evenly thinned.
  static func places(_ sorted: [Double], atMost limit: Int = 200) -> [(p: Double, value: Double)] {
    let n = sorted.count
    let count = min(limit, n)
    return (0..<count).map { k in
      let i = count == n ? k : k * (n - 1) / (count - 1)
      return ((Double(i) + 0.5) / Double(n), sorted[i])
    }
  }

  private static func runsTest(_ residuals: [Double], median: Double) -> Double? {
    let areAbove = residuals.filter { $0 != median }.map { $0 > median }
    let found = Double(runs(of: areAbove.indices) { areAbove[$0] != areAbove[$0 - 1] }.count)
    let (n, above) = (Double(areAbove.count), Double(areAbove.count { $0 }))
    let below = n - above
    guard n >= 10, above > 0, below > 0 else { return nil }
    let expected = 2 * above * below / n + 1
    let variance = (expected - 1) * (expected - 2) / (n - 1)
    return variance > 0 ? 2 * NormalDistribution.cumulative(-abs(found - expected) / variance.squareRoot()) : nil
  }

  private static func autocorrelation(_ residuals: [Double], mean: Double) -> [Double] {
    let n = residuals.count
    let centred = residuals.map { $0 - mean }
    guard centred.contains(where: { $0 != 0 }) else { return [] }
    let (block, every) = (1_024, 1_024 * max(1, n / mostSorted))
    return centred.withUnsafeBufferPointer { centred in
      func products(_ lag: Int) -> Double {
        stride(from: 0, to: n - lag, by: every).reduce(0) { sum, start in
          let rows = start..<min(start + block, n - lag)
          return sum + dot(.init(rebasing: centred[rows]), .init(rebasing: centred[(rows.lowerBound + lag)...]))
        }
      }
      let variance = products(0)
      return (0...min(100, n / 2)).map { products($0) / variance }
    }
  }
}

/// Whether residuals are normal, mean and variance being their own.
///
/// Anderson and Darling's distance A^2 = -n - (1/n) sum_i (2i - 1) (ln F(z_i) + ln(1 - F(z_(n+1-i)))) for standardised,
/// sorted residuals z. The p-value is D'Agostino and Stephens's ("Goodness-of-Fit Techniques", 1986, table 4.9) for
/// A^2 (1 + 0.75 / n + 2.25 / n^2). Range of validity: 8 residuals or more that do not repeat each other; parameters
/// beside mean and variance make the p-value a little too large. Of more than 5,000 residuals every k-th is taken: beyond
/// that the test finds departures that matter to nobody.
enum NormalityTest {
  static let name = "Anderson-Darling of the residuals"
  private static let most = 5_000

  /// `nil` under 8 residuals, or where all are equal.
  ///
  /// - Parameter areIndependent: without, no p-value is given.
  static func andersonDarling(_ residuals: [Double], areIndependent: Bool = true) -> GoodnessOfFit? {
    let step = (residuals.count + most - 1) / most
    let residuals = step > 1 ? stride(from: 0, to: residuals.count, by: step).map { residuals[$0] } : residuals
    let n = Double(residuals.count)
    guard residuals.count >= 8 else { return nil }
    let (mean, variance) = (residuals.mean, residuals.scatter / (n - 1))
    // Equal numbers leave the rounding of their mean.
    let largest = residuals.reduce(0) { max($0, abs($1)) }
    guard variance > 1e-24 * largest * largest, variance.isFinite else { return nil }
    let deviation = variance.squareRoot()
    let z = residuals.map { ($0 - mean) / deviation }.sorted()
    var sum = 0.0
    for i in z.indices {
      sum += Double(2 * i + 1) * (NormalTail.logCumulative(z[i]) + NormalTail.logCumulative(-z[z.count - 1 - i]))
    }
    let statistic = -n - sum / n
    return GoodnessOfFit(
      name: Self.name, statistic: statistic,
      pValue: areIndependent ? pValue(statistic * (1 + 0.75 / n + 2.25 / (n * n))) : nil,
      method: areIndependent
        ? "against a normal distribution"
        : "against a normal distribution; no p-value: the samples are correlated")
  }

  /// D'Agostino and Stephens's approximation; 0 to 1.
  static func pValue(_ a: Double) -> Double {
    let p =
      if a >= 0.6 {
        Double.exp(1.2937 - 5.709 * a + 0.0186 * a * a)
      } else if a > 0.34 {
        Double.exp(0.9177 - 4.279 * a - 1.38 * a * a)
      } else if a > 0.2 {
        1 - .exp(-8.318 + 42.796 * a - 59.938 * a * a)
      } else {
        1 - .exp(-13.436 + 101.14 * a - 223.73 * a * a)
      }
    // The parabola in the exponent turns up again far out.
    return a > 13 ? 0 : min(1, max(0, p))
  }
}

/// Spearman's rank correlation (American Journal of Psychology 15, 1904), which sees any steady rise or fall.
///
/// The p-value is two-sided, by Student's t with n - 2 degrees of freedom: r sqrt((n - 2) / (1 - r^2)). Range of
/// validity: 6 pairs or more; below 10 the p-value is rough.
struct SpearmanCorrelation {
  /// -1 to 1.
  let value: Double
  let pValue: Double

  /// - Throws: `tooFewSamples` under 6 pairs; `gsl` where all values of a series are equal.
  init(_ first: [Double], _ second: [Double]) throws(EstimationError) {
    let count = min(first.count, second.count)
    guard count >= 6 else { throw .tooFewSamples(have: count, need: 6) }
    var work = [Double](repeating: 0, count: 2 * count)
    let r = try GSL.finite("Spearman's correlation") { gsl_stats_spearman(first, 1, second, 1, count, &work) }
    let freedom = Double(count - 2)
    let t = abs(r) * (freedom / max(1 - r * r, 1e-12)).squareRoot()
    value = r
    pValue = try GSL.finite("Student's t") { 2 * gsl_cdf_tdist_Q(t, freedom) }
  }
}
