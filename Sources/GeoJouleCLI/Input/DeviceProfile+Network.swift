import GeoJoule

extension DeviceProfile {
  /// Whether the device has a cellular radio at all; without one its network is scenery.
  var hasCellular: Bool { values.keys.contains { $0.hasPrefix("cellular.") } }

  /// The network's name in reports.
  func networkName(_ network: NetworkProfile) -> String { hasCellular ? network.name : "no cellular network" }
}
