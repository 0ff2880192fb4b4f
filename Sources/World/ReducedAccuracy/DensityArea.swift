/// Part of a scenario's map of population density.
package struct DensityArea: Sendable, Hashable {
  package enum Shape: Sendable, Hashable {
    case polygon(MapPolygon)
    /// Around a centre, radius in metres.
    case circle(GeodeticPosition, radius: Double)
  }

  package let density: PopulationDensity
  package let shape: Shape

  package init(_ density: PopulationDensity, _ shape: Shape) {
    self.density = density
    self.shape = shape
  }

  func contains(_ position: GeodeticPosition) -> Bool {
    switch shape {
    case .polygon(let polygon): polygon.contains(position)
    case .circle(let centre, let radius): centre.earthVector().distance(to: position.earthVector()) <= radius
    }
  }
}
