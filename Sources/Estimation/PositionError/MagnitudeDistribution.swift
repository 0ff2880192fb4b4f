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

/// Independent normal errors of equal deviation s on each axis, around a constant bias b or none, both in metres.
///
/// Distance: f(x) = x / s^2 exp(-(x^2 + b^2) / 2 s^2) I0(x b / s^2) (Rice 1945; Rayleigh 1880 for b = 0). The cumulative function
/// is 1 - Q1(b/s, x/s), Marcum's Q, as a sum over a Poisson variable: sum over j of Poisson(j; b^2 / 2 s^2)
/// P(Poisson(x^2 / 2 s^2) > j). Cross-track, with a bias to one side: f(x) = (phi((x - b) / s) + phi((x + b) / s)) / s (Leone, Nelson
/// and Nottingham 1961), the one-dimensional form of Rice's distribution; half-normal for b = 0. Valid for s above 0 and b of 0 or
/// more; phone errors have heavier tails.
struct NormalErrorDistribution: MagnitudeDistribution {
  let geometry: ErrorGeometry
  /// Else b is 0 and no parameter.
  var hasBias = false

  var formula: String {
    switch (geometry, hasBias) {
    case (.distance, false): "f(x) = x / s^2 exp(-x^2 / 2 s^2), s = deviation"
    case (.distance, true): "f(x) = x / s^2 exp(-(x^2 + b^2) / 2 s^2) I0(x b / s^2), s = deviation, b = bias"
    case (.crossTrack, false): "f(x) = sqrt(2 / pi) / s exp(-x^2 / 2 s^2), s = deviation"
    case (.crossTrack, true): "f(x) = (phi((x - b) / s) + phi((x + b) / s)) / s, s = deviation, b = bias"
    }
  }

  var specifications: [ParameterSpecification] {
    [ParameterSpecification(name: "deviation", unit: "m")]
      + (hasBias ? [ParameterSpecification(name: "bias", unit: "m", closedBounds: [0])] : [])
  }

  /// With a bias, half of the mean square from either, and nearly all of it from the bias.
  func starts(_ sample: MagnitudeSample) -> [[Double]] {
    let square = sample.sumOfSquares / sample.count
    guard hasBias else { return [[(square / geometry.axes).squareRoot()]] }
    let mean = sample.sum / sample.count
    let deviation = max(0.02 * mean, max(0, square - mean * mean).squareRoot())
    return [[(square / 2 / geometry.axes).squareRoot(), (square / 2).squareRoot()], [deviation, mean]]
  }

  func logLikelihood(_ sample: MagnitudeSample, _ p: [Double]) -> Double {
    let (variance, bias) = (p[0] * p[0], hasBias ? p[1] : 0)
    let isDistance = geometry == .distance
    var sum =
      isDistance
      ? sample.sumOfLogarithms - sample.count * Double.log(variance)
      : sample.count * (0.5 * Double.log(2 / .pi) - Double.log(p[0]))
    sum -= (sample.sumOfSquares + sample.count * bias * bias) / (2 * variance)
    guard bias > 0 else { return sum }
    for x in sample.values {
      let z = x * bias / variance
      sum += z + Double.log(isDistance ? gsl_sf_bessel_I0_scaled(z) : (1 + Double.exp(-2 * z)) / 2)
    }
    return sum
  }

  func cumulative(_ x: Double, _ p: [Double]) -> Double {
    guard hasBias, p[1] > 0 else { return Self.cumulative(x, geometry, deviation: p[0]) }
    return geometry == .distance
      ? Self.rice(x, p[0], p[1])
      : NormalDistribution.cumulative((x - p[1]) / p[0]) - NormalDistribution.cumulative((-x - p[1]) / p[0])
  }

  /// Without a bias.
  static func cumulative(_ x: Double, _ geometry: ErrorGeometry, deviation s: Double) -> Double {
    switch geometry {
    case .distance: -Double.expMinusOne(-x * x / (2 * s * s))
    case .crossTrack: Double.erf(x / (s * 2.0.squareRoot()))
    }
  }

  private static func rice(_ x: Double, _ s: Double, _ b: Double) -> Double {
    guard x > 0 else { return 0 }
    let (bias, reach) = (b * b / (2 * s * s), x * x / (2 * s * s))
    // So far from 0 the distance is normal to eight digits.
    if bias > 1e8 || reach > 1e9 { return NormalDistribution.cumulative((x - b) / s) }
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
