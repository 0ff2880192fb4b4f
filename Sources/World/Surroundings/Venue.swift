package import Quantities

/// A building whose inside was surveyed for positioning by Wi-Fi: an airport, a shopping mall.
///
/// From WWDC 2015 session 714: indoor positioning in large venues since iOS 8, with fixes to a few metres and the floor.
package struct Venue: Sendable, Hashable {
  package let name: String
  package let centre: EarthVector
  /// Positions are surveyed up to here from the centre.
  package let radius: Distance
  /// The floors that were surveyed; 0 is the ground floor.
  package let floors: ClosedRange<Int>
  /// Deviation of a fix per axis.
  package let error: Distance

  package init(
    name: String, centre: EarthVector, radius: Distance, floors: ClosedRange<Int>, error: Distance
  ) {
    self.name = name
    self.centre = centre
    self.radius = radius
    self.floors = floors
    self.error = error
  }

  package func contains(_ position: EarthVector) -> Bool {
    position.squaredDistance(to: centre) <= radius.metres * radius.metres
  }
}
