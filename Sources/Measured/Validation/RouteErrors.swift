package import Analysis
package import DeviceModel
package import Documents
package import Estimation
package import FileFormats
package import World

/// Errors of fixes across the legs' routes, by way to travel: a lower bound of the distance to the truth.
///
/// Measured and simulated fixes are treated alike: those of a leg's time, beside the leg's own route, but for those beyond
/// the ends of the part that is compared.
package struct RouteErrors: Sendable {
  /// A fix with the time it was made.
  package struct Fix: Sendable {
    package let time: Double
    package let position: EarthVector
    package let radius: Double?
    package let isFromSatellites: Bool

    package init(time: Double, position: EarthVector, radius: Double?, isFromSatellites: Bool) {
      self.isFromSatellites = isFromSatellites
      self.time = time
      self.position = position
      self.radius = radius
    }
  }

  private struct Part: Sendable {
    let mode: String
    let span: ClosedRange<Double>
    let routes: [[SIMD3<Double>]]
  }

  private let parts: [Part]

  package init(_ legs: [MeasuredLeg]) {
    parts = legs.filter { !$0.compared.isEmpty }.map { leg in
      Part(
        mode: Self.mode(of: leg), span: leg.start...leg.end,
        routes: leg.compared.map { $0.map { Self.vector($0.earthVector()) } })
    }
  }

  /// What a leg counts under: its way to travel, else its name.
  package static func mode(of leg: MeasuredLeg) -> String { leg.mode.isEmpty ? leg.name : leg.mode }

  /// - Returns: a value for each leg that fixes are beside.
  package func errors(of fixes: [Fix]) -> [LegErrors] {
    parts.compactMap { part in
      let own = fixes.filter { part.span.contains($0.time) }
      let pairing = RoutePairing()
      guard !own.isEmpty,
        let paired = try? pairing.pair(
          fixes: own.map { TimedPlace(time: $0.time, place: Self.vector($0.position)) }, routes: part.routes)
      else { return nil }
      var result = LegErrors(leg: part.span.lowerBound, mode: part.mode)
      for error in paired.errors {
        let fix = own[error.index]
        result.all.add(error: error.magnitude, radius: fix.radius)
        if fix.isFromSatellites { result.satellites.add(error: error.magnitude, radius: fix.radius) }
      }
      return result
    }
  }

  /// Whether satellites gave a recorded position, by what does not depend on its error.
  ///
  /// Where the file names what made it, that counts. Else positions of iPhones from satellites have a speed. A receiver of Android
  /// stamps its positions with whole seconds of the satellites' time, a network with the instant of its answer.
  package static func isFromSatellites(_ fix: MeasuredFix, on system: PhoneSystem) -> Bool {
    switch fix.technology.lowercased() {
    case "gps", "gnss": true
    case "network", "wifi", "cell": false
    default:
      system == .android
        ? abs(fix.unixSeconds - fix.unixSeconds.rounded()) < 0.011 : fix.speed.map { $0 >= 0 } ?? false
    }
  }

  private static func vector(_ place: EarthVector) -> SIMD3<Double> { SIMD3(place.x, place.y, place.z) }
}

extension TimedPlace {
  /// Where and when a phone reported itself.
  package init(_ fix: MeasuredFix) {
    let vector = fix.position.earthVector()
    self.init(time: fix.unixSeconds, place: SIMD3(vector.x, vector.y, vector.z))
  }
}
