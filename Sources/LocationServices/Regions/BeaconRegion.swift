/// The surroundings of a beacon, wherever it hangs: `CLBeaconRegion`.
public struct BeaconRegion: Sendable, Hashable {
  /// The name the beacon sends, as the scenario calls it.
  public let beacon: String
  /// The app's name for it; another region of this name replaces it.
  public let identifier: String
  /// Whether entries are reported; true unless set.
  public var notifyOnEntry: Bool
  /// Whether exits are reported; true unless set.
  public var notifyOnExit: Bool

  /// A region around a beacon of the scenario.
  public init(beacon: String, identifier: String, notifyOnEntry: Bool = true, notifyOnExit: Bool = true) {
    self.beacon = beacon
    self.identifier = identifier
    self.notifyOnEntry = notifyOnEntry
    self.notifyOnExit = notifyOnExit
  }
}
