/// What an app with reduced accuracy is told: a circle around an area of the map that holds the user.
package struct ReducedArea: Sendable, Hashable {
  /// Inside the area; not where the user is.
  package let centre: EarthVector
  /// Metres from the centre to the area's farthest point, rounded up to ten.
  package let radius: Double

  package init(centre: EarthVector, radius: Double) {
    self.centre = centre
    self.radius = radius
  }
}
