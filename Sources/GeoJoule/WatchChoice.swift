public import DeviceModel

/// The watch on the user's wrist, for strategies that use one.
public struct WatchChoice: Sendable {
  /// The watch.
  public var device: DeviceProfile
  /// The network of its own modem, where it has one.
  public var network: NetworkProfile

  /// A watch, and the network it uses when the phone is away.
  public init(device: DeviceProfile, network: NetworkProfile) {
    self.device = device
    self.network = network
  }
}

/// A strategy needs a watch, and the request names none.
public struct WatchMissing: Error, Sendable, CustomStringConvertible {
  /// The strategy that needs a watch.
  public let strategy: String

  public var description: String {
    "the strategy '\(strategy)' needs a watch, and the request has none: set ComparisonRequest.watch"
  }
}
