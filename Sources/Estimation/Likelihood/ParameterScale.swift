import RealModule

/// The free scale on which a parameter is searched: any real number u stands for a permitted value.
///
/// Maximum likelihood and its profile intervals do not depend on the scale, so values and intervals are the same on
/// all; on a good one the likelihood is closer to a parabola and the search never leaves the range.
enum ParameterScale: Sendable, Hashable {
  /// x = lower + e^u.
  case above(Double)
  /// x = lower + (upper - lower) / (1 + e^-u).
  case between(Double, Double)

  static let positive = ParameterScale.above(0)
  static let share = ParameterScale.between(0, 1)

  func value(_ u: Double) -> Double {
    switch self {
    case .above(let lower): lower + Double.exp(min(600, u))
    case .between(let lower, let upper): lower + (upper - lower) / (1 + Double.exp(-u))
    }
  }

  /// A value on or beyond an open end is taken as just inside it.
  func free(_ x: Double) -> Double {
    switch self {
    case .above(let lower): return Double.log(max(x - lower, 1e-12))
    case .between(let lower, let upper):
      let share = min(1 - 1e-9, max(1e-9, (x - lower) / (upper - lower)))
      return Double.log(share / (1 - share))
    }
  }

  /// dx/du at u.
  func slope(_ u: Double) -> Double {
    switch self {
    case .above: return Double.exp(min(600, u))
    case .between(let lower, let upper): return (value(u) - lower) * (upper - value(u)) / (upper - lower)
    }
  }

  /// The ends of the range of x; `nil` for an infinite one.
  var range: (low: Double, high: Double?) {
    switch self {
    case .above(let lower): (lower, nil)
    case .between(let lower, let upper): (lower, upper)
    }
  }

  /// How far u is searched: beyond, x no longer changes.
  var limits: ClosedRange<Double> {
    switch self {
    case .above: -30...60
    case .between: -25...25
    }
  }
}

/// What a model says about one of its parameters.
struct ParameterSpecification: Sendable, Hashable {
  let name: String
  var unit = ""
  var scale = ParameterScale.positive
  /// Ends of the range that are permitted values, at which the likelihood is defined.
  var closedBounds: [Double] = []
}
