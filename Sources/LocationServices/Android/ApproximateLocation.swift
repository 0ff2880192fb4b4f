import RealModule
import World

/// The place that an app with approximate location is shown.
///
/// From: developer.android.com, "Request location permissions" (about 3 km²) and AOSP, `LocationFudger` (the place is moved
/// to the middle of a square of 2 km, its radius becomes 2 km). AOSP also adds an offset that changes within hours; it would
/// move the square, not its size, and is left out.
enum ApproximateLocation {
  /// Metres.
  static let side = 2000.0

  static func of(_ location: Location) -> Location {
    let place = location.coordinate
    let step = side / 111_000
    func middle(_ degrees: Double, _ step: Double) -> Double { ((degrees / step).rounded(.down) + 0.5) * step }
    let latitude = middle(place.latitude, step)
    // The squares of one row are as wide as high in its middle.
    let width = step / max(0.02, Double.cos(latitude * .pi / 180))
    return Location(
      position: GeodeticPosition(latitude: latitude, longitude: middle(place.longitude, width)).earthVector(),
      horizontalAccuracy: max(side, location.horizontalAccuracy), timestamp: location.timestamp, speed: -1)
  }
}
