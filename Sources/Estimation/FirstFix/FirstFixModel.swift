import EventKernel
import RealModule

/// The distribution of the time to first fix among attempts that would succeed.
public enum FirstFixModel: String, Sendable, Hashable, CaseIterable {
  /// ln t normal around ln median with log_deviation: the simulator's own, since acquisition is a product of many chances.
  case lognormal
  /// Survival exp(-(t / scale)^shape) (Weibull 1951).
  case weibull

  var specifications: [ParameterSpecification] {
    switch self {
    case .lognormal:
      [
        ParameterSpecification("median", unit: "s", scale: .positive),
        ParameterSpecification("log_deviation", scale: .positive),
      ]
    case .weibull:
      [
        ParameterSpecification("scale", unit: "s", scale: .positive),
        ParameterSpecification("shape", scale: .positive),
      ]
    }
  }

  /// ln of the density per second at exp(`logTime`) seconds.
  func logDensity(_ logTime: Double, _ p: [Double]) -> Double {
    switch self {
    case .lognormal:
      let z = (logTime - Double.log(p[0])) / p[1]
      return -z * z / 2 - Double.log(p[1]) - 0.5 * Double.log(2 * .pi) - logTime
    case .weibull:
      let power = p[1] * (logTime - Double.log(p[0]))
      return Double.log(p[1]) - logTime + power - Double.exp(power)
    }
  }

  /// The share of times longer than exp(`logTime`) seconds.
  func survival(_ logTime: Double, _ p: [Double]) -> Double {
    switch self {
    case .lognormal: NormalDistribution.cumulative(-(logTime - Double.log(p[0])) / p[1])
    case .weibull: Double.exp(-Double.exp(p[1] * (logTime - Double.log(p[0]))))
    }
  }

  /// Seconds that the share `q` (above 0, below 1) of successful attempts stays below.
  func quantile(_ q: Double, _ p: [Double]) -> Double {
    switch self {
    case .lognormal: p[0] * Double.exp(p[1] * NormalDistribution.quantile(q))
    case .weibull: p[0] * Double.pow(-Double.log(onePlus: -q), 1 / p[1])
    }
  }

  func starts(mean: Double, deviation: Double) -> [Double] {
    switch self {
    case .lognormal: [Double.exp(mean), deviation]
    case .weibull: [Double.exp(mean + 0.45 * deviation), 1.28 / deviation]
    }
  }

  var formula: String {
    switch self {
    case .lognormal: "ln t normal around ln(median) with log_deviation"
    case .weibull: "P(T > t) = exp(-(t / scale)^shape)"
    }
  }
}
