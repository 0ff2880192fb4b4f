/// The curves that `fit curve` knows by name.
package enum CurveForm: String, Sendable, Hashable, CaseIterable {
  /// y = intercept + slope x.
  case linear
  /// y = slope x.
  case throughOrigin = "through_origin"
  /// y = c0 + c1 x + c2 x^2 + ...
  case polynomial
  /// y = scale x^exponent.
  case powerLaw = "power_law"
  /// y = height / (1 + exp(-(x - middle) / width)): from 0 to a ceiling, or from it to 0 with a width below 0.
  case logistic
  /// Two straight lines that meet at a knee.
  case hinge
  /// y = amplitude_1 exp(-rate_1 x) + amplitude_2 exp(-rate_2 x) + ...
  case exponentials
  /// y = floor + amplitude exp(-x / time_constant).
  case exponentialTail = "exponential_tail"
  /// y = alpha_up u + alpha_down d + beta: power against throughput (Huang et al., MobiSys 2012).
  case throughputPower = "throughput_power"

  /// Columns of input.
  package var inputs: [String] { self == .throughputPower ? ["up", "down"] : ["x"] }

  /// Degrees of a polynomial, numbers of exponentials; `nil` for a form of one kind.
  package var orders: ClosedRange<Int>? {
    switch self {
    case .polynomial: 1...10
    case .exponentials: 1...4
    default: nil
    }
  }
}
