/// A Bluetooth beacon of a scenario: a fixed sender that is heard around where it hangs.
package struct Beacon: Sendable, Hashable {
  /// What it calls itself; beacon regions look for this name.
  package let name: String
  package let position: EarthVector
  /// How far it is heard, in metres.
  package let range: Double

  package init(name: String, position: EarthVector, range: Double) {
    self.name = name
    self.position = position
    self.range = range
  }
}
