import RealModule
import World

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
