package import Quantities

/// Where a leg stops on its way: traffic lights, stations, crossings.
package struct StopPattern: Sendable, Hashable {
  /// The mean distance between two of them; where they are does not depend on the seed.
  package var every: Distance
  /// The share of them at which one has to stop on a given day, 0 to 1.
  package var chance: Double
  /// The mean time held; a day's draw is uniform from half to one and a half times as long.
  package var hold: TimeSpan

  package init(every: Distance, chance: Double, hold: TimeSpan) {
    self.every = every
    self.chance = chance
    self.hold = hold
  }
}
