public import World

/// A line that somebody followed, drawn by hand or taken from a map.
public struct GroundRoute: Sendable, Hashable {
  public let name: String
  /// The part of the trip it belongs to, such as `suburb_bicycling`; empty where it is not told.
  public let leg: String
  /// What the feature is for, such as `route_coords`; empty where it is not told.
  public let role: String
  /// How one goes along it, such as `CAR`; empty where it is not told.
  public let mode: String
  /// At least two.
  public let positions: [GeodeticPosition]

  public init(name: String, leg: String = "", role: String = "", mode: String = "", positions: [GeodeticPosition]) {
    self.name = name
    self.leg = leg
    self.role = role
    self.mode = mode
    self.positions = positions
  }
}
