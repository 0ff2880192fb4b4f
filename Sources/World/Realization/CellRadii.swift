public import Quantities

/// How far a cell reaches in each tower layout; comes from the network profile.
public struct CellRadii: Sendable, Hashable {
  public var urban: Distance
  public var suburban: Distance
  public var rural: Distance

  /// Radii must be positive. Without arguments: 0.7, 2 and 8 km (sources F, estimates).
  public init(urban: Distance = .metres(700), suburban: Distance = .metres(2_000), rural: Distance = .metres(8_000)) {
    self.urban = urban
    self.suburban = suburban
    self.rural = rural
  }

  public func radius(_ layout: CellLayout) -> Distance {
    switch layout {
    case .urban: urban
    case .suburban: suburban
    case .rural: rural
    }
  }
}
