import Analysis
import Core
import DeviceModel
import Documents
package import Estimation
package import FileFormats
import World

/// Errors of fixes across the legs' routes, by way to travel: a lower bound of the distance to the truth.
///
/// Fixes of a leg's time count, beside the leg's own route, but for those beyond the ends of the part that is compared.
/// Simulated carriers go on the line as drawn. Real ones go beside it, at one place on all days alike: walkers on a sidewalk, cars
/// in a lane. So simulated errors have a normal offset added, whose deviation is the root of the covariance of days.
struct RouteErrors: Sendable {
  /// A fix with the time it was made.
  struct Fix: Sendable {
    let time: Double
    let position: EarthVector
    let radius: Double?
    let isFromSatellites: Bool
  }

  private struct Part: Sendable {
    let mode: String
    let span: ClosedRange<Double>
    let routes: [[SIMD3<Double>]]

    /// Metres beside the line, drawn each half minute (reports/validation/position-errors.md).
    func beside(at time: Double, seed: UInt64) -> Double {
      let place = StableHash.combine(seed, span.lowerBound.bitPattern, UInt64((time - span.lowerBound) / 30))
      return (mode.lowercased().contains("walk") ? 13.7 : 3) * NormalDistribution.quantile(StableHash.unit(place))
    }
  }

  private let parts: [Part]

  init(_ legs: [MeasuredLeg]) {
    parts = legs.filter { !$0.compared.isEmpty }.map { leg in
      Part(
        mode: Self.mode(of: leg), span: leg.start...leg.end,
        routes: leg.compared.map { $0.map { Self.vector($0.earthVector()) } })
    }
  }

  /// What a leg counts under: its way to travel, else its name.
  static func mode(of leg: MeasuredLeg) -> String { leg.mode.isEmpty ? leg.name : leg.mode }

  /// - Returns: a value for each leg that fixes are beside. Simulated ones have a seed.
  func errors(of fixes: [Fix], seed: UInt64? = nil) -> [LegErrors] {
    parts.compactMap { part in
      let own = fixes.filter { part.span.contains($0.time) }
      guard !own.isEmpty,
        let paired = try? RoutePairing().pair(
          fixes: own.map { TimedPlace(time: $0.time, place: Self.vector($0.position)) }, routes: part.routes)
      else { return nil }
      var result = LegErrors(leg: part.span.lowerBound, mode: part.mode)
      for error in paired.errors {
        let fix = own[error.index]
        let across = abs(error.magnitude + (seed.map { part.beside(at: fix.time, seed: $0) } ?? 0))
        result.all.add(error: across, radius: fix.radius)
        if fix.isFromSatellites { result.satellites.add(error: across, radius: fix.radius) }
      }
      return result
    }
  }

  /// Whether satellites gave a recorded position, by what does not depend on its error.
  ///
  /// Where the file names what made it, that counts. Else positions of iPhones from satellites have a speed. A receiver of Android
  /// stamps its positions with whole seconds of the satellites' time, a network with the instant of its answer.
  static func isFromSatellites(_ fix: MeasuredFix, on system: PhoneSystem) -> Bool {
    switch fix.technology.lowercased() {
    case "gps", "gnss": true
    case "network", "wifi", "cell": false
    default:
      system == .android
        ? abs(fix.unixSeconds - fix.unixSeconds.rounded()) < 0.011 : fix.speed.map { $0 >= 0 } ?? false
    }
  }

  fileprivate static func vector(_ place: EarthVector) -> SIMD3<Double> { SIMD3(place.x, place.y, place.z) }
}

extension TimedPlace {
  /// Where and when a phone reported itself.
  package init(_ fix: MeasuredFix) {
    self.init(time: fix.unixSeconds, place: RouteErrors.vector(fix.position.earthVector()))
  }
}
