/// The kinds of things a catalogue has; the raw value is the folder's name and the word on the command line.
public enum CatalogKind: String, CaseIterable, Sendable {
  case devices, networks, scenarios, strategies

  /// One of them, in messages.
  public var singular: String {
    switch self {
    case .devices: "device"
    case .networks: "network"
    case .scenarios: "scenario"
    case .strategies: "strategy"
    }
  }
}
