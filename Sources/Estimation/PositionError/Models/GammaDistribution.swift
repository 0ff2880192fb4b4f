import CGSL
import RealModule

/// Gamma: f(x) = x^(k-1) exp(-x / t) / (Gamma(k) t^k), shape k, scale t in metres (Johnson, Kotz and Balakrishnan 1994,
/// chapter 17). Valid for k and t above 0. A description of the tail without a physical model behind it.
struct GammaDistribution: MagnitudeDistribution {
  var formula: String { "f(x) = x^(k-1) exp(-x / t) / (Gamma(k) t^k), k = shape, t = scale" }

  var specifications: [ParameterSpecification] {
    [
      ParameterSpecification("shape", scale: .positive),
      ParameterSpecification("scale", unit: "m", scale: .positive),
    ]
  }

  /// Minka's closed form near the maximum (2002).
  func starts(_ sample: MagnitudeSample) -> [[Double]] {
    let mean = sample.sum / sample.count
    let s = max(1e-6, Double.log(mean) - sample.sumOfLogarithms / sample.count)
    let shape = (3 - s + ((s - 3) * (s - 3) + 24 * s).squareRoot()) / (12 * s)
    return [[shape, mean / shape]]
  }

  func logLikelihood(_ sample: MagnitudeSample, _ p: [Double]) -> Double {
    (p[0] - 1) * sample.sumOfLogarithms - sample.sum / p[1]
      - sample.count * (gsl_sf_lngamma(p[0]) + p[0] * Double.log(p[1]))
  }

  func density(_ x: Double, _ p: [Double]) -> Double { gsl_ran_gamma_pdf(x, p[0], p[1]) }
  func cumulative(_ x: Double, _ p: [Double]) -> Double { x > 0 ? gsl_cdf_gamma_P(x, p[0], p[1]) : 0 }
}
