/// From a fraction of a leg on, the surroundings are others.
package struct SurroundingsChange: Sendable, Hashable {
  /// Of the leg's way, or of a dwell's time; 0 to 1.
  package var fraction: Double
  package var surroundings: Surroundings

  package init(fraction: Double, surroundings: Surroundings) {
    self.fraction = fraction
    self.surroundings = surroundings
  }
}
