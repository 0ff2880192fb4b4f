package import Analysis
package import Documents
import Estimation
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

    package init(time: Double, position: EarthVector, radius: Double?) {
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

  package func errors(of fixes: [Fix]) -> [String: FixErrors] {
    var result: [String: FixErrors] = [:]
    for part in parts {
      let own = fixes.filter { part.span.contains($0.time) }
      let pairing = RoutePairing()
      guard !own.isEmpty,
        let paired = try? pairing.pair(
          fixes: own.map { TimedPlace(time: $0.time, place: Self.vector($0.position)) }, routes: part.routes)
      else { continue }
      for error in paired.errors {
        result[part.mode, default: FixErrors()].add(error: error.magnitude, radius: own[error.index].radius)
      }
    }
    return result
  }

  private static func vector(_ place: EarthVector) -> SIMD3<Double> { SIMD3(place.x, place.y, place.z) }
}
