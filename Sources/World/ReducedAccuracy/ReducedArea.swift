/// What an app with reduced accuracy is told: a circle around an area of the map that holds the user.
public struct ReducedArea: Sendable, Hashable {
  /// Inside the area; not where the user is.
  public let centre: EarthVector
  /// Metres from the centre to the area's farthest point, rounded up to ten.
  public let radius: Double

  public init(centre: EarthVector, radius: Double) {
    self.centre = centre
    self.radius = radius
  }
}
