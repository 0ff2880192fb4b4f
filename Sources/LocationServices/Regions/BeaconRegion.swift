/// The surroundings of a beacon, wherever it hangs: `CLBeaconRegion`.
public struct BeaconRegion: Sendable, Hashable {
  /// The name the beacon sends, as the scenario calls it.
  public let beacon: String
  /// The app's name for it; another region of this name replaces it.
  public let identifier: String
  public var notifyOnEntry: Bool
  public var notifyOnExit: Bool

  public init(beacon: String, identifier: String, notifyOnEntry: Bool = true, notifyOnExit: Bool = true) {
    self.beacon = beacon
    self.identifier = identifier
    self.notifyOnEntry = notifyOnEntry
    self.notifyOnExit = notifyOnExit
  }
}
