import RealModule

/// The curves that `fit curve` knows.
public enum CurveForm: String, Sendable, Hashable, CaseIterable {
  /// y = intercept + slope x.
  case linear
  /// y = alpha_up u + alpha_down d + beta: power against throughput (Huang et al., MobiSys 2012).
  case throughputPower = "throughput_power"
  /// y = floor + amplitude exp(-x / time_constant).
  case exponentialTail = "exponential_tail"

  /// Columns of input.
  public var inputs: [String] { self == .throughputPower ? ["up", "down"] : ["x"] }

  public var parameters: [String] {
    switch self {
    case .linear: ["intercept", "slope"]
    case .throughputPower: ["alpha_up", "alpha_down", "beta"]
    case .exponentialTail: ["floor", "amplitude", "time_constant"]
    }
  }

  public var formula: String {
    switch self {
    case .linear: "y = intercept + slope x"
    case .throughputPower: "y = alpha_up up + alpha_down down + beta"
    case .exponentialTail: "y = floor + amplitude exp(-x / time_constant)"
    }
  }

  var isLinear: Bool { self != .exponentialTail }

  /// Units of the parameters, from those of y and of the inputs; a quotient is written with a slash.
  func units(response: String, inputs: [String]) -> [String] {
    func per(_ i: Int) -> String {
      let input = i < inputs.count ? inputs[i] : ""
      if response == input { return "" }
      if input.isEmpty { return response }
      return "\(response.isEmpty ? "1" : response)/\(input.contains("/") ? "(\(input))" : input)"
    }
    switch self {
    case .linear: return [response, per(0)]
    case .throughputPower: return [per(0), per(1), response]
    case .exponentialTail: return [response, response, inputs.first ?? ""]
    }
  }

  /// The slopes of y at row `i` over the parameters.
  func derivatives(_ p: [Double], _ columns: [[Double]], _ i: Int) -> [Double] {
    switch self {
    case .linear: return [1, columns[0][i]]
    case .throughputPower: return [columns[0][i], columns[1][i], 1]
    case .exponentialTail:
      let decay = Double.exp(-columns[0][i] / p[2])
      return [1, decay, p[1] * decay * columns[0][i] / (p[2] * p[2])]
    }
  }

  /// y at row `i`.
  @inline(__always)
  func value(_ p: [Double], _ columns: [[Double]], _ i: Int) -> Double {
    switch self {
    case .linear: p[0] + p[1] * columns[0][i]
    case .throughputPower: p[0] * columns[0][i] + p[1] * columns[1][i] + p[2]
    case .exponentialTail: p[0] + p[1] * Double.exp(-columns[0][i] / p[2])
    }
  }
}
