package import DeviceModel
package import Core
import RealModule

/// A position as the phone determined it.
package struct Fix: Sendable, Hashable {
  package let technology: PositioningTechnology
  package let timestamp: Instant
  package let position: EarthVector
  /// Reported radius of uncertainty in metres.
  package let horizontalAccuracy: Double
  /// Metres per second, negative when unknown.
  package let speed: Double
  /// The floor of a surveyed building, 0 for the ground floor; `nil` elsewhere.
  package let floor: Int?

  package init(
    technology: PositioningTechnology, timestamp: Instant, position: EarthVector, horizontalAccuracy: Double,
    speed: Double, floor: Int? = nil
  ) {
    self.technology = technology
    self.timestamp = timestamp
    self.position = position
    self.horizontalAccuracy = horizontalAccuracy
    self.speed = speed
    self.floor = floor
  }
}

/// What a position was determined with.
package enum PositioningTechnology: UInt8, CaseIterable, Sendable {
  case cell, wifi, gnss
}

/// The `horizontalAccuracy` a phone reports: what it believes.
///
/// `cautious`, as an iPhone 6 does (sources B1): reports come in levels (5, 10, 30, 50, 65, 165, ... m), rounded up. The belief
/// is the true 68 % radius (1.51 times the deviation per axis) times a factor between 0.8 and 2.0 that changes slowly. With the
/// suburban error model of sources F this gives 12 % at 5 m, 74 % at 10 m and 14 % at 30 m; measured on suburban legs: 8, 78
/// and 9 %. A device whose profile gives the ratio of report and error (`error.report`) reports the radius as it is, without
/// levels, as Android does.
package struct ReportedAccuracy: Sendable, Equatable {
  package static let cautious = Self(ratio: nil)
  package static let gnssLevels: [Double] = [5, 10, 30, 50, 65, 165]
  /// 65 m was the report of 73 % of the measured Wi-Fi fixes, 165 m the next.
  package static let wifiLevels: [Double] = [65, 165, 350, 1000]
  /// Fixes inside a surveyed venue: a few metres (WWDC 2015 session 714), in the steps of satellite fixes.
  package static let venueLevels: [Double] = [5, 10, 30, 65]
  /// Cell positions are reported in steps of this many metres.
  static let cellStep = 500.0
  /// A cell's reported radius over its true radius before the factor.
  static let cellRatio = 1.2

  /// Of the reported and the true 68 % radius; `nil`: cautious.
  let ratio: ErrorParameters.Spread?

  package init(ratio: ErrorParameters.Spread?) { self.ratio = ratio }

  /// How far the report follows the size of a leg's errors, on logarithms: over legs its mean rises with this power of the 68 %
  /// error across the route on iPhones 6, in proportion or faster on Nexus 6 (MobilityNet,
  /// `reports/validation/position-errors.md`).
  var followsLegs: Double { ratio == nil ? 0.3 : 1 }

  /// The same for the errors after a start: reports of polls each 30 s rise with the power 2.3 of the error on the days of
  /// `unimodal...` and 1.4 on those of `car_scooter...` (Nexus 6, there).
  var followsStarts: Double { ratio == nil ? 0.3 : 1.9 }

  static func factor(_ latent: Double) -> Double { 0.8 + 1.2 * latent }

  /// - Parameters:
  ///   - deviation: true deviation per axis in metres.
  ///   - latent: uniform in (0, 1).
  @inline(__always)
  package func radius(deviation: Double, latent: Double, levels: [Double]) -> Double {
    if let ratio { return 1.51 * deviation * ratio.value(score: NormalDistribution.quantile(latent)) }
    let belief = 1.51 * deviation * Self.factor(latent)
    for index in levels.indices where belief <= levels[index] { return levels[index] }
    return levels.last ?? belief
  }

  /// - Parameter radius: the cell's radius in metres.
  package static func cell(radius: Double, latent: Double) -> Double {
    (cellRatio * radius * factor(latent) / cellStep).rounded(.up) * cellStep
  }
}
