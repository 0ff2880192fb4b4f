/// From a fraction of a leg on, the surroundings are others.
public struct SurroundingsChange: Sendable, Hashable {
  /// Of the leg's way, or of a dwell's time; 0 to 1.
  public var fraction: Double
  public var surroundings: Surroundings

  public init(fraction: Double, surroundings: Surroundings) {
    self.fraction = fraction
    self.surroundings = surroundings
  }
}
