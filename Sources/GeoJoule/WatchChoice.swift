public import DeviceModel

/// The watch on the user's wrist, for strategies that use one.
public struct WatchChoice: Sendable {
  public var device: DeviceProfile
  /// The network of its own modem, where it has one.
  public var network: NetworkProfile

  public init(device: DeviceProfile, network: NetworkProfile) {
    self.device = device
    self.network = network
  }
}

/// A strategy needs a watch, and the request names none.
public struct WatchMissing: Error, Sendable, CustomStringConvertible {
  public let strategy: String

  public var description: String {
    "the strategy '\(strategy)' needs a watch, and the request has none: set ComparisonRequest.watch"
  }
}
