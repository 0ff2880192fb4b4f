package import Core
import RealModule
package import World

/// The phone's approximate location: one area for all apps that may only know that.
///
/// From: WWDC 2020 session 10660. The area is computed anew about four times an hour; it holds the user when it is
/// computed and is stale in between. An area that has not changed is not delivered again.
package struct ReducedAccuracyService: Sendable {
  /// At most four times an hour.
  package static let interval = TimeSpan.minutes(15)
  /// Where no position can be had, the next attempt is made after this time (estimate).
  static let retry = TimeSpan.minutes(5)

  /// The area as apps see it: its centre, a radius that reaches all of it, and when it was computed.
  package private(set) var current: Location?
  package private(set) var lastComputed: Instant?
  private var notBefore = Instant.start
  /// Whether the phone may have moved since.
  private var mayHaveMoved = true

  package init() {}

  /// From when on the area may be computed again.
  package var nextComputation: Instant { max(lastComputed.map { $0 + Self.interval } ?? .start, notBefore) }

  /// When it should be: never while the phone rests where it was computed.
  package func due(at now: Instant) -> Instant { mayHaveMoved ? max(now, nextComputation) : .never }

  package mutating func computed(_ area: ReducedArea, isStill: Bool, at now: Instant) {
    lastComputed = now
    mayHaveMoved = !isStill
    current = Location(
      position: area.centre, horizontalAccuracy: area.radius, instant: now, speed: -1)
  }

  /// No technology had a position.
  package mutating func failed(at now: Instant) { notBefore = now + Self.retry }

  package mutating func moved() { mayHaveMoved = true }

  /// The area that an app is shown at once: the current one, unless it is time for another.
  func usable(at now: Instant) -> Location? { due(at: now) > now ? current : nil }
}

/// The place that an app with approximate location is shown.
///
/// From: developer.android.com, "Request location permissions" (about 3 km²) and AOSP, `LocationFudger`: the place is moved
/// by an offset, a normal number of 500 m (a quarter of the radius) along each axis, then to the middle of a square of 2 km;
/// its radius becomes 2 km. The offset takes in 3 % of a new one each hour, so that it hardly changes in days: here it is
/// drawn once for a phone and a day. Newer phones choose the square by how many people live there; that is left out.
enum ApproximateLocation {
  /// Metres.
  static let side = 2000.0
  static let offsetDeviation = side / 4
  private static let metresPerDegree = 111_000.0

  /// - Parameter offset: standard normal numbers, the phone's.
  static func of(_ location: Location, offset: PlaceOffset = .none) -> Location {
    let place = location.coordinate
    let step = side / metresPerDegree
    func middle(_ degrees: Double, _ step: Double) -> Double { ((degrees / step).rounded(.down) + 0.5) * step }
    func narrowing(_ latitude: Double) -> Double { max(0.02, Double.cos(latitude * .pi / 180)) }
    let northward = offset.north * offsetDeviation / metresPerDegree
    let latitude = middle(place.latitude + northward, step)
    let eastward = offset.east * offsetDeviation / metresPerDegree / narrowing(place.latitude)
    // The squares of one row are as wide as high in its middle.
    let width = step / narrowing(latitude)
    return Location(
      position: GeodeticPosition(latitude: latitude, longitude: middle(place.longitude + eastward, width))
        .earthVector(),
      horizontalAccuracy: max(side, location.horizontalAccuracy), instant: location.instant, speed: -1)
  }
}
