import CGSL
import Core
import RealModule

/// Gamma: f(x) = x^(k-1) exp(-x / t) / (Gamma(k) t^k), shape k, scale t in metres (Johnson, Kotz and Balakrishnan 1994,
/// chapter 17). Valid for k and t above 0. A description of the tail without a physical model behind it.
struct GammaDistribution: MagnitudeDistribution {
  var formula: String { "f(x) = x^(k-1) exp(-x / t) / (Gamma(k) t^k), k = shape, t = scale" }

  var specifications: [ParameterSpecification] {
    [ParameterSpecification(name: "shape"), ParameterSpecification(name: "scale", unit: "m")]
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

  func cumulative(_ x: Double, _ p: [Double]) -> Double { x > 0 ? gsl_cdf_gamma_P(x, p[0], p[1]) : 0 }
}

/// Lognormal: ln x is normal around ln median with deviation d (Johnson, Kotz and Balakrishnan 1994, chapter 14).
///
/// f(x) = exp(-(ln x - ln m)^2 / 2 d^2) / (x d sqrt(2 pi)). Median m in metres and d above 0.
struct LognormalDistribution: MagnitudeDistribution {
  var formula: String { "f(x) = exp(-(ln(x / m))^2 / 2 d^2) / (x d sqrt(2 pi)), m = median, d = log_deviation" }

  var specifications: [ParameterSpecification] {
    [ParameterSpecification(name: "median", unit: "m"), ParameterSpecification(name: "log_deviation")]
  }

  func starts(_ sample: MagnitudeSample) -> [[Double]] {
    [[.exp(sample.sumOfLogarithms / sample.count), max(1e-6, (sample.logarithmScatter / sample.count).squareRoot())]]
  }

  func logLikelihood(_ sample: MagnitudeSample, _ p: [Double]) -> Double {
    let shift = sample.sumOfLogarithms / sample.count - Double.log(p[0])
    let scatter = sample.logarithmScatter + sample.count * shift * shift
    return -sample.sumOfLogarithms - sample.count * (Double.log(p[1]) + 0.5 * Double.log(2 * .pi))
      - scatter / (2 * p[1] * p[1])
  }

  func cumulative(_ x: Double, _ p: [Double]) -> Double {
    x > 0 ? NormalDistribution.cumulative(Double.log(x / p[0]) / p[1]) : 0
  }
}

/// Weibull: f(x) = k / l (x / l)^(k-1) exp(-(x / l)^k), shape k, scale l in metres (Weibull 1951). Both above 0; k = 2
/// is Rayleigh, k = 1 exponential.
struct WeibullDistribution: MagnitudeDistribution {
  var formula: String { "f(x) = k / l (x / l)^(k-1) exp(-(x / l)^k), k = shape, l = scale" }

  var specifications: [ParameterSpecification] {
    [ParameterSpecification(name: "shape"), ParameterSpecification(name: "scale", unit: "m")]
  }

  /// From the scatter of the logarithms, which is pi^2 / 6 k^2 (Menon 1963).
  func starts(_ sample: MagnitudeSample) -> [[Double]] {
    let scatter = max(1e-9, sample.logarithmScatter / sample.count)
    let shape = .pi / (6 * scatter).squareRoot()
    return [[shape, Double.exp(sample.sumOfLogarithms / sample.count + 0.577_215_66 / shape)]]
  }

  func logLikelihood(_ sample: MagnitudeSample, _ p: [Double]) -> Double {
    let (shape, logScale) = (p[0], Double.log(p[1]))
    var sum = 0.0
    for logarithm in sample.logarithms { sum += Double.exp(shape * (logarithm - logScale)) }
    return sample.count * (Double.log(shape) - shape * logScale) + (shape - 1) * sample.sumOfLogarithms - sum
  }

  func cumulative(_ x: Double, _ p: [Double]) -> Double {
    x > 0 ? -Double.expMinusOne(-Double.pow(x / p[1], p[0])) : 0
  }
}
