import RealModule

/// Weibull: f(x) = k / l (x / l)^(k-1) exp(-(x / l)^k), shape k, scale l in metres (Weibull 1951). Both above 0; k = 2
/// is Rayleigh, k = 1 exponential.
struct WeibullDistribution: MagnitudeDistribution {
  var formula: String { "f(x) = k / l (x / l)^(k-1) exp(-(x / l)^k), k = shape, l = scale" }

  var specifications: [ParameterSpecification] {
    [
      ParameterSpecification("shape", scale: .positive),
      ParameterSpecification("scale", unit: "m", scale: .positive),
    ]
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

  func density(_ x: Double, _ p: [Double]) -> Double {
    let power = Double.pow(x / p[1], p[0])
    return p[0] / x * power * Double.exp(-power)
  }

  func cumulative(_ x: Double, _ p: [Double]) -> Double {
    x > 0 ? -Double.expMinusOne(-Double.pow(x / p[1], p[0])) : 0
  }
}
