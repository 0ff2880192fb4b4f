import Core
import RealModule

/// The distribution of the time to first fix among attempts that would succeed.
package enum FirstFixModel: String, Sendable, Hashable, CaseIterable {
  /// ln t normal around ln median with log_deviation: the simulator's own, since acquisition is a product of many chances.
  case lognormal
  /// Survival exp(-(t / scale)^shape) (Weibull 1951).
  case weibull
  /// ln(t - shift) normal with log_deviation, half of the times above median: a start that must first read the satellites'
  /// orbits takes that long at least.
  case shiftedLognormal = "shifted_lognormal"

  var specifications: [ParameterSpecification] {
    switch self {
    case .lognormal:
      [ParameterSpecification(name: "median", unit: "s"), ParameterSpecification(name: "log_deviation")]
    case .weibull:
      [ParameterSpecification(name: "scale", unit: "s"), ParameterSpecification(name: "shape")]
    case .shiftedLognormal:
      FirstFixModel.lognormal.specifications + [
        ParameterSpecification(name: "shift", unit: "s", closedBounds: [0])
      ]
    }
  }

  /// Before which there is no fix.
  private func shift(_ p: [Double]) -> Double { self == .shiftedLognormal ? p[2] : 0 }

  /// ln of the density per second.
  func logDensity(_ seconds: Double, _ p: [Double]) -> Double {
    if self == .weibull {
      let power = p[1] * Double.log(seconds / p[0])
      return Double.log(p[1] / seconds) + power - Double.exp(power)
    }
    let shift = shift(p)
    guard seconds > shift, p[0] > shift else { return -.infinity }
    let z = Double.log((seconds - shift) / (p[0] - shift)) / p[1]
    return -z * z / 2 - Double.log(p[1] * (seconds - shift)) - 0.5 * Double.log(2 * .pi)
  }

  /// The share of longer times.
  func survival(_ seconds: Double, _ p: [Double]) -> Double {
    if self == .weibull { return Double.exp(-Double.pow(seconds / p[0], p[1])) }
    let shift = shift(p)
    guard p[0] > shift else { return .nan }
    return NormalDistribution.cumulative(-Double.log(max(1e-300, seconds - shift) / (p[0] - shift)) / p[1])
  }

  /// ln of the share of times that are written as `seconds`, over the step.
  func logDensity(written seconds: Double, _ steps: FirstFixSteps, _ p: [Double]) -> Double {
    let (low, high) = steps.ends(seconds)
    let share = (low > 0 ? survival(low, p) : 1) - survival(high, p)
    // Far out both are alike to rounding.
    return share > 1e-11 ? Double.log(share / steps.width) : logDensity((low + high) / 2, p)
  }

  /// Seconds that the share `q` (above 0, below 1) of successful attempts stays below.
  func quantile(_ q: Double, _ p: [Double]) -> Double { shift(p) + (p[0] - shift(p)) * unit(q, p) }

  /// The first parameter that puts the quantile `q` at `seconds`, beside the others of `p`.
  func first(placing seconds: Double, at q: Double, _ p: [Double]) -> Double {
    shift(p) + (seconds - shift(p)) / unit(q, p)
  }

  /// The quantile where the first parameter is 1 and nothing is shifted.
  private func unit(_ q: Double, _ p: [Double]) -> Double {
    self == .weibull
      ? Double.pow(-Double.log(onePlus: -q), 1 / p[1]) : Double.exp(p[1] * NormalDistribution.quantile(q))
  }

  /// - Parameter least: the shortest time.
  func starts(mean: Double, deviation: Double, least: Double) -> [[Double]] {
    switch self {
    case .lognormal: [[Double.exp(mean), deviation]]
    case .weibull: [[Double.exp(mean + 0.45 * deviation), 1.28 / deviation]]
    case .shiftedLognormal:
      [0.3, 0.85].map { part in
        let shift = part * least
        let above = Double.exp(mean) - shift
        return [Double.exp(mean), deviation * Double.exp(mean) / above, shift]
      }
    }
  }

  var formula: String {
    switch self {
    case .lognormal: "ln t normal around ln(median) with log_deviation"
    case .weibull: "P(T > t) = exp(-(t / scale)^shape)"
    case .shiftedLognormal: "ln(t - shift) normal around ln(median - shift) with log_deviation"
    }
  }
}

/// How times to first fix were rounded when they were written down.
package enum FirstFixRounding: String, Sendable, Hashable, CaseIterable {
  case nearest, down, up

  var text: String { self == .nearest ? "to the nearest" : rawValue }
}

/// Steps in which times are written: whole seconds for instance. A time then stands for all that round to it (interval censoring).
struct FirstFixSteps: Sendable {
  /// Seconds.
  let width: Double
  let rounding: FirstFixRounding

  /// The true times that are written so, seconds.
  func ends(_ written: Double) -> (low: Double, high: Double) {
    switch rounding {
    case .nearest: (max(0, written - width / 2), written + width / 2)
    case .down: (written, written + width)
    case .up: (max(0, written - width), max(width, written))
    }
  }

  private static let usual = [60.0, 30, 15, 10, 5, 1, 0.5, 0.2, 0.1, 0.01]

  /// The widest usual step of which all times are multiples; `nil` where there is none.
  static func widest(_ seconds: [Double], rounding: FirstFixRounding) -> FirstFixSteps? {
    let found = usual.first { step in seconds.allSatisfy { abs($0 / step - ($0 / step).rounded()) < 1e-6 } }
    return seconds.isEmpty ? nil : found.map { FirstFixSteps(width: $0, rounding: rounding) }
  }
}
