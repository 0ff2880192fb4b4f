public import Quantities

/// Where the phone is at one instant.
@frozen
public struct Knot: Sendable, Hashable {
  public var instant: Instant
  public var position: EarthVector

  @inlinable
  public init(instant: Instant, position: EarthVector) {
    self.instant = instant
    self.position = position
  }
}
