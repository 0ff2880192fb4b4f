/// A circle on the ground, by straight distance from its middle.
package struct Circle: Sendable, Hashable {
  package let center: EarthVector
  /// Metres.
  package let radius: Double

  package init(center: EarthVector, radius: Double) {
    self.center = center
    self.radius = radius
  }

  package func contains(_ position: EarthVector) -> Bool {
    position.squaredDistance(to: center) <= radius * radius
  }
}
