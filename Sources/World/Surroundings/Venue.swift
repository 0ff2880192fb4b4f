public import Quantities

/// A building whose inside was surveyed for positioning by Wi-Fi: an airport, a shopping mall.
///
/// From WWDC 2015 session 714: indoor positioning in large venues since iOS 8, with fixes to a few metres and the floor.
public struct Venue: Sendable, Hashable {
  public let name: String
  public let centre: EarthVector
  /// Positions are surveyed up to here from the centre.
  public let radius: Distance
  /// The floors that were surveyed; 0 is the ground floor.
  public let floors: ClosedRange<Int>
  /// Deviation of a fix per axis.
  public let error: Distance

  public init(
    name: String, centre: EarthVector, radius: Distance, floors: ClosedRange<Int>, error: Distance
  ) {
    self.name = name
    self.centre = centre
    self.radius = radius
    self.floors = floors
    self.error = error
  }

  public func contains(_ position: EarthVector) -> Bool {
    position.squaredDistance(to: centre) <= radius.metres * radius.metres
  }
}
