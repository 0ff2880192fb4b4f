package import Quantities

/// Phases of slow traffic, in turn with free flow.
package struct TrafficPattern: Sendable, Hashable {
  /// The share of the time that is slow, 0 to below 1.
  package var share: Double
  /// Slow speed over free speed, above 0 to 1.
  package var factor: Double
  /// The mean length of a slow phase; both kinds of phases have exponential lengths.
  package var spell: TimeSpan

  package init(share: Double, factor: Double, spell: TimeSpan) {
    self.share = share
    self.factor = factor
    self.spell = spell
  }
}
