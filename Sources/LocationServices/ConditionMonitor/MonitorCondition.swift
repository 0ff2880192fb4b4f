public import World

/// What a condition monitor can watch: `CLMonitor.CircularGeographicCondition` and `CLMonitor.BeaconIdentityCondition`.
public enum MonitorCondition: Sendable, Hashable {
  /// Metres.
  case circular(center: EarthVector, radius: Double)
  case beacon(String)
}
