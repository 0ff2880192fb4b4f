import Core
import RealModule

/// Lognormal: ln x is normal around ln median with deviation d (Johnson, Kotz and Balakrishnan 1994, chapter 14).
///
/// f(x) = exp(-(ln x - ln m)^2 / 2 d^2) / (x d sqrt(2 pi)). Median m in metres and d above 0.
struct LognormalDistribution: MagnitudeDistribution {
  var formula: String { "f(x) = exp(-(ln(x / m))^2 / 2 d^2) / (x d sqrt(2 pi)), m = median, d = log_deviation" }

  var specifications: [ParameterSpecification] {
    [
      ParameterSpecification("median", unit: "m", scale: .positive),
      ParameterSpecification("log_deviation", scale: .positive),
    ]
  }

  func starts(_ sample: MagnitudeSample) -> [[Double]] {
    [
      [
        Double.exp(sample.sumOfLogarithms / sample.count),
        max(1e-6, (sample.logarithmScatter / sample.count).squareRoot()),
      ]
    ]
  }

  func logLikelihood(_ sample: MagnitudeSample, _ p: [Double]) -> Double {
    let shift = sample.sumOfLogarithms / sample.count - Double.log(p[0])
    let scatter = sample.logarithmScatter + sample.count * shift * shift
    return -sample.sumOfLogarithms - sample.count * (Double.log(p[1]) + 0.5 * Double.log(2 * .pi))
      - scatter / (2 * p[1] * p[1])
  }

  func density(_ x: Double, _ p: [Double]) -> Double {
    let z = Double.log(x / p[0]) / p[1]
    return Double.exp(-z * z / 2) / (x * p[1] * (2 * Double.pi).squareRoot())
  }

  func cumulative(_ x: Double, _ p: [Double]) -> Double {
    x > 0 ? NormalDistribution.cumulative(Double.log(x / p[0]) / p[1]) : 0
  }
}
