import RealModule

/// The free scale on which a parameter is searched: any real number u stands for a permitted value.
///
/// Maximum likelihood and its profile intervals do not depend on the scale, so values and intervals are the same on
/// all; on a good one the likelihood is closer to a parabola and the search never leaves the range.
enum ParameterScale: Sendable, Hashable {
  /// x = lower + e^u.
  case above(Double)
  /// x = 1 / (1 + e^-u).
  case share

  static let positive = ParameterScale.above(0)

  func value(_ u: Double) -> Double {
    switch self {
    case .above(let lower): lower + Double.exp(min(600, u))
    case .share: 1 / (1 + Double.exp(-u))
    }
  }

  /// A value on or beyond an open end is taken as just inside it.
  func free(_ x: Double) -> Double {
    switch self {
    case .above(let lower): return Double.log(max(x - lower, 1e-12))
    case .share:
      let share = min(1 - 1e-9, max(1e-9, x))
      return Double.log(share / (1 - share))
    }
  }

  /// dx/du at u.
  func slope(_ u: Double) -> Double {
    switch self {
    case .above: return Double.exp(min(600, u))
    case .share: return value(u) * (1 - value(u))
    }
  }

  /// The ends of the range of x; `nil` for an infinite one.
  var range: (low: Double, high: Double?) {
    switch self {
    case .above(let lower): (lower, nil)
    case .share: (0, 1)
    }
  }

  /// How far u is searched: beyond, x no longer changes.
  var limits: ClosedRange<Double> {
    switch self {
    case .above: -30...60
    case .share: -25...25
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
