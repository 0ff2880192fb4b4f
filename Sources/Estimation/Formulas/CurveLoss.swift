/// How a row's distance from a curve counts.
package enum CurveLoss: String, Sendable, Hashable, CaseIterable {
  /// Its square: least squares.
  case squares
  /// Its square up to 1.345 scales, then its size (Huber 1964).
  case huber
  /// Its square near the curve, then ever less (Cauchy's distribution, 2.385 scales).
  case cauchy
  /// Nothing more beyond 4.685 scales (Beaton and Tukey 1974). Each robust loss keeps 95 % efficiency with normal errors.
  case bisquare

  private var tuning: Double {
    switch self {
    case .squares: .infinity
    case .huber: 1.345
    case .cauchy: 2.385
    case .bisquare: 4.685
    }
  }

  /// Of a row that lies so many scales off: psi(u) / u.
  func weight(_ distance: Double) -> Double {
    let u = abs(distance) / tuning
    switch self {
    case .squares: return 1
    case .huber: return u > 1 ? 1 / u : 1
    case .cauchy: return 1 / (1 + u * u)
    case .bisquare: return u < 1 ? (1 - u * u) * (1 - u * u) : 0
    }
  }

  /// The slope of psi.
  func slope(_ distance: Double) -> Double {
    let u = abs(distance) / tuning
    switch self {
    case .squares: return 1
    case .huber: return u > 1 ? 0 : 1
    case .cauchy: return (1 - u * u) / ((1 + u * u) * (1 + u * u))
    case .bisquare: return u < 1 ? (1 - u * u) * (1 - 5 * u * u) : 0
    }
  }
}
