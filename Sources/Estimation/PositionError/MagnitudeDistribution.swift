import CGSL
import Core
import RealModule

/// A distribution of error magnitudes, metres above 0.
protocol MagnitudeDistribution: Sendable {
  /// The density, in words a reader can check.
  var formula: String { get }
  var specifications: [ParameterSpecification] { get }
  /// Rough values to begin from.
  func starts(_ sample: MagnitudeSample) -> [[Double]]
  /// Sum of ln density; -infinity where impossible.
  func logLikelihood(_ sample: MagnitudeSample, _ parameters: [Double]) -> Double
  /// The share of errors of at most `x`.
  func cumulative(_ x: Double, _ parameters: [Double]) -> Double
}

extension MagnitudeDistribution {
  /// The magnitude that the share `p` (0 to 1, both excluded) stays below.
  func quantile(_ p: Double, _ parameters: [Double]) -> Double {
    var (low, high) = (0.0, 1.0)
    while cumulative(high, parameters) < p, high < 1e12 { (low, high) = (high, high * 2) }
    return bisection(low, high) { cumulative($0, parameters) >= p }
  }
}

/// Error magnitudes in ascending order, with the sums that the likelihoods need.
struct MagnitudeSample: Sendable {
  let values: [Double]
  let squares: [Double]
  let logarithms: [Double]
  let count: Double
  let sum: Double
  let sumOfSquares: Double
  let sumOfLogarithms: Double
  /// Sum of squared deviations of the logarithms from their mean.
  let logarithmScatter: Double

  /// - Parameter values: all above 0.
  init(_ values: [Double]) {
    self.values = values.sorted()
    squares = self.values.map { $0 * $0 }
    logarithms = self.values.map { Double.log($0) }
    count = Double(values.count)
    sum = self.values.reduce(0, +)
    sumOfSquares = squares.reduce(0, +)
    sumOfLogarithms = logarithms.reduce(0, +)
    logarithmScatter = logarithms.scatter
  }

  /// At most `limit` values, evenly spaced in rank: the same shape with fewer numbers.
  func thinned(to limit: Int) -> MagnitudeSample {
    guard values.count > limit else { return self }
    return MagnitudeSample((0..<limit).map { values[(2 * $0 + 1) * values.count / (2 * limit)] })
  }

  /// The value at the share `p` of the ranks.
  func quantile(_ p: Double) -> Double { values[min(values.count - 1, max(0, Int(p * count)))] }
}

/// Independent normal errors of equal deviation s (metres) on each axis, no bias.
///
/// Distance: Rayleigh, f(x) = x / s^2 exp(-x^2 / 2 s^2) (Rayleigh 1880). Cross-track: half-normal,
/// f(x) = sqrt(2 / pi) / s exp(-x^2 / 2 s^2). Valid for s above 0; phone errors have heavier tails.
struct RayleighDistribution: MagnitudeDistribution {
  let geometry: ErrorGeometry

  var formula: String {
    switch geometry {
    case .distance: "f(x) = x / s^2 exp(-x^2 / 2 s^2), s = deviation"
    case .crossTrack: "f(x) = sqrt(2 / pi) / s exp(-x^2 / 2 s^2), s = deviation"
    }
  }

  var specifications: [ParameterSpecification] {
    [ParameterSpecification(name: "deviation", unit: "m")]
  }

  func starts(_ sample: MagnitudeSample) -> [[Double]] {
    [[(sample.sumOfSquares / (geometry.axes * sample.count)).squareRoot()]]
  }

  func logLikelihood(_ sample: MagnitudeSample, _ p: [Double]) -> Double {
    let exponent = -sample.sumOfSquares / (2 * p[0] * p[0])
    switch geometry {
    case .distance: return sample.sumOfLogarithms - 2 * sample.count * Double.log(p[0]) + exponent
    case .crossTrack: return sample.count * (0.5 * Double.log(2 / .pi) - Double.log(p[0])) + exponent
    }
  }

  func cumulative(_ x: Double, _ p: [Double]) -> Double { Self.cumulative(x, geometry, deviation: p[0]) }

  static func cumulative(_ x: Double, _ geometry: ErrorGeometry, deviation s: Double) -> Double {
    switch geometry {
    case .distance: -Double.expMinusOne(-x * x / (2 * s * s))
    case .crossTrack: Double.erf(x / (s * 2.0.squareRoot()))
    }
  }
}

/// Distance with normal errors of deviation s on each axis around a constant bias b, both in metres.
///
/// f(x) = x / s^2 exp(-(x^2 + b^2) / 2 s^2) I0(x b / s^2) (Rice 1945). The cumulative function is 1 - Q1(b/s, x/s),
/// Marcum's Q, as a sum over a Poisson variable: sum over j of Poisson(j; b^2 / 2 s^2) P(Poisson(x^2 / 2 s^2) > j).
/// Valid for s above 0 and b of 0 or more; b = 0 is Rayleigh.
struct RiceDistribution: MagnitudeDistribution {
  var formula: String { "f(x) = x / s^2 exp(-(x^2 + b^2) / 2 s^2) I0(x b / s^2), s = deviation, b = bias" }

  var specifications: [ParameterSpecification] {
    [
      ParameterSpecification(name: "deviation", unit: "m"),
      ParameterSpecification(name: "bias", unit: "m", closedBounds: [0]),
    ]
  }

  func starts(_ sample: MagnitudeSample) -> [[Double]] { Self.starts(sample, axes: 2) }

  /// Half of the mean square from either, and nearly all of it from the bias.
  static func starts(_ sample: MagnitudeSample, axes: Double) -> [[Double]] {
    let square = sample.sumOfSquares / sample.count
    let mean = sample.sum / sample.count
    let deviation = max(0.02 * mean, max(0, square - mean * mean).squareRoot())
    return [[(square / 2 / axes).squareRoot(), (square / 2).squareRoot()], [deviation, mean]]
  }

  func logLikelihood(_ sample: MagnitudeSample, _ p: [Double]) -> Double {
    let (variance, bias) = (p[0] * p[0], p[1])
    var sum = 0.0
    for x in sample.values {
      let z = x * bias / variance
      sum += Double.log(gsl_sf_bessel_I0_scaled(z)) + z
    }
    return sum + sample.sumOfLogarithms - sample.count * (Double.log(variance) + bias * bias / (2 * variance))
      - sample.sumOfSquares / (2 * variance)
  }

  func cumulative(_ x: Double, _ p: [Double]) -> Double {
    guard x > 0 else { return 0 }
    let variance = 2 * p[0] * p[0]
    // GSL's Poisson distribution gives no number for a mean of 0.
    if p[1] == 0 { return RayleighDistribution.cumulative(x, .distance, deviation: p[0]) }
    let (bias, reach) = (p[1] * p[1] / variance, x * x / variance)
    // So far from 0 the distance is normal to eight digits.
    if bias > 1e8 || reach > 1e9 { return NormalDistribution.cumulative((x - p[1]) / p[0]) }
    // Only terms whose Poisson weight is above e^-72 matter.
    let width = 12 * bias.squareRoot() + 40
    let first = max(0, (bias - width).rounded(.down))
    var weight = gsl_ran_poisson_pdf(UInt32(first), bias)
    var term = gsl_ran_poisson_pdf(UInt32(first), reach)
    var above = gsl_cdf_poisson_Q(UInt32(first), reach)
    var (j, sum) = (first, 0.0)
    while j <= bias + width {
      sum += weight * above
      j += 1
      weight *= bias / j
      term *= reach / j
      above = max(0, above - term)
    }
    return min(1, sum)
  }
}

/// Cross-track error with a normal error of deviation s around a constant bias b to one side, both in metres.
///
/// f(x) = (phi((x - b) / s) + phi((x + b) / s)) / s (Leone, Nelson and Nottingham 1961), the one-dimensional form of
/// Rice's distribution. Valid for s above 0 and b of 0 or more; b = 0 is half-normal.
struct FoldedNormalDistribution: MagnitudeDistribution {
  var formula: String { "f(x) = (phi((x - b) / s) + phi((x + b) / s)) / s, s = deviation, b = bias" }

  var specifications: [ParameterSpecification] { RiceDistribution().specifications }

  func starts(_ sample: MagnitudeSample) -> [[Double]] { RiceDistribution.starts(sample, axes: 1) }

  func logLikelihood(_ sample: MagnitudeSample, _ p: [Double]) -> Double {
    let (variance, bias) = (p[0] * p[0], p[1])
    var sum = 0.0
    for x in sample.values {
      let apart = x - bias
      sum += Double.log(onePlus: Double.exp(-2 * x * bias / variance)) - apart * apart / (2 * variance)
    }
    return sum - sample.count * (Double.log(p[0]) + 0.5 * Double.log(2 * .pi))
  }

  func cumulative(_ x: Double, _ p: [Double]) -> Double {
    NormalDistribution.cumulative((x - p[1]) / p[0]) - NormalDistribution.cumulative((-x - p[1]) / p[0])
  }
}
