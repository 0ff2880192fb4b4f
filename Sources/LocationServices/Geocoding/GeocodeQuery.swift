/// What an app asks a geocoder.
public enum GeocodeQuery: Sendable, Hashable {
  /// Where an address lies.
  case address(String)
  /// What is at a position.
  case location(Location)

  /// Whether the answer is an address for a position.
  public var isReverse: Bool { if case .location = self { true } else { false } }
}
