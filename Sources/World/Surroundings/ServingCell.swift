public import Quantities

/// The cell the phone camps on: an identity, where its tower stands, how far it reaches.
public struct ServingCell: Sendable, Hashable {
  public let identity: UInt64
  public let tower: EarthVector
  public let radius: Distance

  public init(identity: UInt64, tower: EarthVector, radius: Distance) {
    self.identity = identity
    self.tower = tower
    self.radius = radius
  }
}
