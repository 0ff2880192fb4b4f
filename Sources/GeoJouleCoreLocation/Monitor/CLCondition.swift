import LocationServices

/// Something that a monitor can watch.
public protocol CLCondition: Sendable {}

extension CLMonitor {
  /// A circle on the ground.
  public struct CircularGeographicCondition: CLCondition {
    public let center: CLLocationCoordinate2D
    /// Metres.
    public let radius: CLLocationDistance

    public init(center: CLLocationCoordinate2D, radius: CLLocationDistance) {
      self.center = center
      self.radius = radius
    }

    var simulated: MonitorCondition { .circular(center: center.earthVector, radius: radius) }
  }

  @available(*, unavailable, message: "beacons of a simulated day have names: use GeoJoule's ConditionMonitor")
  public struct BeaconIdentityCondition {}
}
