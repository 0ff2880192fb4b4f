/// A circle on the ground, by straight distance from its middle.
public struct Circle: Sendable, Hashable {
  public let center: EarthVector
  /// Metres.
  public let radius: Double

  public init(center: EarthVector, radius: Double) {
    self.center = center
    self.radius = radius
  }

  public func contains(_ position: EarthVector) -> Bool {
    position.squaredDistance(to: center) <= radius * radius
  }
}
