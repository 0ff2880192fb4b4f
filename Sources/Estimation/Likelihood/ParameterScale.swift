import RealModule

/// The free scale on which a parameter is searched: any real number u stands for a permitted value.
///
/// Maximum likelihood and its profile intervals do not depend on the scale, so values and intervals are the same on
/// all; on a good one the likelihood is closer to a parabola and the search never leaves the range.
enum ParameterScale: Sendable, Hashable {
  /// x = unit u.
  case linear(unit: Double)
  /// x = lower + e^u.
  case above(Double)
  /// x = lower + (upper - lower) / (1 + e^-u).
  case between(Double, Double)

  static let positive = ParameterScale.above(0)
  static let share = ParameterScale.between(0, 1)

  func value(_ u: Double) -> Double {
    switch self {
    case .linear(let unit): unit * u
    case .above(let lower): lower + Double.exp(min(600, u))
    case .between(let lower, let upper): lower + (upper - lower) / (1 + Double.exp(-u))
    }
  }

  /// A value on or beyond an open end is taken as just inside it.
  func free(_ x: Double) -> Double {
    switch self {
    case .linear(let unit): return x / unit
    case .above(let lower): return Double.log(max(x - lower, 1e-12))
    case .between(let lower, let upper):
      let share = min(1 - 1e-9, max(1e-9, (x - lower) / (upper - lower)))
      return Double.log(share / (1 - share))
    }
  }

  /// dx/du at u.
  func slope(_ u: Double) -> Double {
    switch self {
    case .linear(let unit): return unit
    case .above: return Double.exp(min(600, u))
    case .between(let lower, let upper):
      let share = 1 / (1 + Double.exp(-u))
      return (upper - lower) * share * (1 - share)
    }
  }

  /// The ends of the range of x; `nil` for an infinite one.
  var range: (low: Double?, high: Double?) {
    switch self {
    case .linear: (nil, nil)
    case .above(let lower): (lower, nil)
    case .between(let lower, let upper): (lower, upper)
    }
  }

  /// How far u is searched: beyond, x no longer changes.
  var limits: ClosedRange<Double> {
    switch self {
    case .linear: -1e12...1e12
    case .above: -30...60
    case .between: -25...25
    }
  }
}

/// What a model says about one of its parameters.
struct ParameterSpecification: Sendable, Hashable {
  let name: String
  let unit: String
  let scale: ParameterScale
  /// Ends of the range that are permitted values, at which the likelihood is defined.
  let closedBounds: [Double]

  init(_ name: String, unit: String = "", scale: ParameterScale, closedBounds: [Double] = []) {
    self.name = name
    self.unit = unit
    self.scale = scale
    self.closedBounds = closedBounds
  }
}
