import FileFormats
import Core
import World

/// Tells latitude and longitude that are written in turn, where both are valid: what a scenario draws lies near its places.
enum AxisOrder {
  /// Nothing of a scenario is this far from all of its places unless it is another country.
  private static let far = 300_000.0

  /// - Parameters:
  ///   - order: as it should be written, such as `[latitude, longitude]`.
  /// - Throws: `InputError` where the positions are far from all places, and near one with their axes in turn.
  static func check(
    _ positions: [GeodeticPosition], near places: [GeodeticPosition], _ value: YAMLValue, order: String
  ) throws(InputError) {
    let turned = positions.filter { abs($0.longitude) <= 90 }.map {
      GeodeticPosition(latitude: $0.longitude, longitude: $0.latitude)
    }
    guard turned.count == positions.count, let asWritten = distance(positions, places), asWritten > far,
      !(positions.count >= 3 && places.contains(where: MapPolygon(positions).contains)),
      let swapped = distance(turned, places), swapped < asWritten / 10,
      swapped < far || (turned.count >= 3 && places.contains(where: MapPolygon(turned).contains))
    else { return }
    throw value.error(
      "the positions lie \(kilometres(asWritten)) km from the scenario's places, and \(kilometres(swapped)) km with latitude and "
        + "longitude in turn",
      remedy: "write each as \(order)")
  }

  private static func kilometres(_ metres: Double) -> Int { Int((metres / 1000).rounded()) }

  private static func distance(_ positions: [GeodeticPosition], _ places: [GeodeticPosition]) -> Double? {
    let vectors = places.map { $0.earthVector() }
    return positions.lazy.map { $0.earthVector() }.flatMap { one in vectors.map { one.distance(to: $0) } }.min()
  }
}
