/// A Bluetooth beacon of a scenario: a fixed sender that is heard around where it hangs.
public struct Beacon: Sendable, Hashable {
  /// What it calls itself; beacon regions look for this name.
  public let name: String
  public let position: EarthVector
  /// How far it is heard, in metres.
  public let range: Double

  public init(name: String, position: EarthVector, range: Double) {
    self.name = name
    self.position = position
    self.range = range
  }
}
