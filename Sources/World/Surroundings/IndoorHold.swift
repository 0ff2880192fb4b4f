import EventKernel
import RealModule

/// How well a satellite receiver holds on inside a building, as the share of time in which it does.
///
/// It belongs to the place: deep in a building a receiver that tracked outside soon loses its satellites, beside a large
/// window it keeps them for good. The longer of the two is the rule away from home, as far as measured phones tell:
/// reports/validation/position-errors.md has libraries in which they tracked most of the time, and one home in which they
/// hardly ever did.
package enum IndoorHold: Sendable, Hashable {
  /// Some building: drawn per place, 0.8 in the mean.
  case unknown
  /// Somebody's home: drawn per place, 0.16 in the mean.
  case home
  /// A building that is known, above 0 and below 1.
  case share(Double)

  /// Which shares a file may give: at 0 and 1 the odds have no end.
  package static let shares = 0.001...0.999
  /// The deviation of the odds' logarithm between places, an estimate: one home was seen.
  private static let spread = 1.5

  /// The share's odds at the place whose standard normal score is `z`; of the drawn ones the logarithm is normal.
  func odds(score z: Double) -> Double {
    switch self {
    case .unknown: bounded(.exp(1.9 + Self.spread * z))
    case .home: bounded(.exp(-2.2 + Self.spread * z))
    case .share(let share): bounded(share / (1 - share))
    }
  }

  private func bounded(_ odds: Double) -> Double { min(max(odds, 0.001), 999) }
}
