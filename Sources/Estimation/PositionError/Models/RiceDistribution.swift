import CGSL
import Core
import RealModule

/// Distance with normal errors of deviation s on each axis around a constant bias b, both in metres.
///
/// f(x) = x / s^2 exp(-(x^2 + b^2) / 2 s^2) I0(x b / s^2) (Rice 1945). The cumulative function is 1 - Q1(b/s, x/s),
/// Marcum's Q, as a sum over a Poisson variable: sum over j of Poisson(j; b^2 / 2 s^2) P(Poisson(x^2 / 2 s^2) > j).
/// Valid for s above 0 and b of 0 or more; b = 0 is Rayleigh.
struct RiceDistribution: MagnitudeDistribution {
  var formula: String { "f(x) = x / s^2 exp(-(x^2 + b^2) / 2 s^2) I0(x b / s^2), s = deviation, b = bias" }

  var specifications: [ParameterSpecification] {
    [
      ParameterSpecification("deviation", unit: "m", scale: .positive),
      ParameterSpecification("bias", unit: "m", scale: .positive, closedBounds: [0]),
    ]
  }

  func starts(_ sample: MagnitudeSample) -> [[Double]] {
    let square = sample.sumOfSquares / sample.count
    let mean = sample.sum / sample.count
    let deviation = max(0.02 * mean, max(0, square - mean * mean).squareRoot())
    let half = (square / 4).squareRoot()
    return [[half, half * 2.0.squareRoot()], [deviation, mean]]
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

  func density(_ x: Double, _ p: [Double]) -> Double {
    let variance = p[0] * p[0]
    let apart = x - p[1]
    return x / variance * Double.exp(-apart * apart / (2 * variance)) * gsl_sf_bessel_I0_scaled(x * p[1] / variance)
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
