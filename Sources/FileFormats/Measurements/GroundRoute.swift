package import World

/// A line that somebody followed, drawn by hand or taken from a map.
package struct GroundRoute: Sendable, Hashable {
  package let name: String
  /// The part of the trip it belongs to, such as `suburb_bicycling`; empty where it is not told.
  package let leg: String
  /// What the feature is for, such as `route_coords`; empty where it is not told.
  package let role: String
  /// How one goes along it, such as `CAR`; empty where it is not told.
  package let mode: String
  /// At least two.
  package let positions: [GeodeticPosition]

  package init(name: String, leg: String = "", role: String = "", mode: String = "", positions: [GeodeticPosition]) {
    self.name = name
    self.leg = leg
    self.role = role
    self.mode = mode
    self.positions = positions
  }
}
