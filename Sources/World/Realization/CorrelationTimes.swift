import Quantities
import RealModule

/// How long positioning errors keep their value, in seconds.
///
/// By sky view from sources F (error model per axis). Section B2 there shows that movement matters too, so those times
/// are multiplied by a factor per motion class, chosen to meet B2's measured autocorrelations at 10/30/60/120 s when
/// fast and slow parts have equal weight, as in the open and in suburbs:
/// - walking, suburban: .93/.81/.67/.47, measured .91/.79/.64/.48;
/// - automotive, suburban: .62/.25/.08/.01, measured .29/.06/-.04/0 (car, suburb) to .50/.23/.12/.02 (freeway) and
///   .55-.77/.32-.38/.19-.32/.07-.15 (bus, e-scooter), all with the route's own error in them;
/// - cycling, suburban: .54/.36/.26/.13, measured .36/.22/.15/.10.
/// A phone at rest is taken as walking at least.
struct CorrelationTimes {
  var fast: Double
  var slow: Double
  /// `nil` at rest: the same access points are heard, and the error is the place's.
  var wifi: Double?

  /// Outliers come in bursts: of two phones in one vehicle, seconds in which they differ by more than three times the median
  /// have a correlation of .62, .50, .26 and .08 after 2, 5, 10 and 20 s (MobilityNet,
  /// `reports/validation/position-errors.md`); a share of a tenth below a threshold on a normal series with this time has
  /// .63, .44, .27 and .12.
  static let outlier = 16.0

  /// At rest Wi-Fi positions scatter around the place's own error: 5.9 m per axis on iPhones 6 whose Wi-Fi error is 21 m.
  /// Differences grow by 63 % in 130 s, and hardly from ten minutes to two hours. The middles of nine nights spread by 7 and
  /// 4 m (MobilityNet, `reports/validation/position-errors.md`).
  static let wifiAtRest = (share: 0.28, time: 130.0)

  init(sky: SkyView, motion: MotionClass) {
    let bySky: (fast: Double, slow: Double) =
      switch sky {
      case .openSky: (20, 300)
      case .suburban: (15, 300)
      case .urban: (20, 200)
      case .canyon: (40, 200)
      case .indoor, .underground: (60, 600)
      }
    let factor: (fast: Double, slow: Double) =
      switch motion {
      case .still, .walking: (6, 1)
      case .running: (2, 0.5)
      case .cycling: (0.4, 0.3)
      case .automotive, .rail, .airborne: (1, 0.1)
      }
    slow = bySky.slow * factor.slow
    // The fast part stays the faster one, also of a pedestrian in a canyon.
    fast = min(bySky.fast * factor.fast, slow / 2)
    // Sources F: 15 s per fix.
    wifi = motion.isStill ? nil : 15
  }
}
