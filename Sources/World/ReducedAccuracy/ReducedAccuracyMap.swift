/// How the map is divided into areas for apps that may only know approximately where the user is.
///
/// A tile of a quadtree, as deep as the population is dense, cut by the country the user is in. The area is a function of
/// the place alone, not noise: asking again gives the same. From: WWDC 2020 session 10660 (snapping to regions of a couple
/// of kilometres where it is dense, of ten and more where it is rural; the centre lies on the user's side of a border).
/// That tiles are those of a quadtree is an assumption.
package struct ReducedAccuracyMap: Sendable, Hashable {
  /// Outlines; where the user is in none of them tiles are not cut.
  package let countries: [Country]
  /// The first that holds a place decides; elsewhere the layout of cell towers does.
  package let densities: [DensityArea]

  package init(countries: [Country] = [], densities: [DensityArea] = []) {
    self.countries = countries
    self.densities = densities
  }

  /// The country that a place lies in; the first of several.
  package func country(of position: EarthVector) -> Country? {
    let point = MapPoint(GeodeticPosition(position))
    return countries.first { $0.outline.contains(point) }
  }

  /// How densely the surroundings of a place are populated.
  package func density(at position: EarthVector, cells: CellLayout) -> PopulationDensity {
    guard !densities.isEmpty else { return PopulationDensity(cells) }
    let place = GeodeticPosition(position)
    return densities.first { $0.contains(place) }?.density ?? PopulationDensity(cells)
  }

  /// The area that a place belongs to.
  ///
  /// A border can leave a sliver of a tile, which would give the user away: then the tile above is taken.
  package func area(around position: EarthVector, cells: CellLayout) -> ReducedArea {
    let point = MapPoint(GeodeticPosition(position))
    let outline = countries.first { $0.outline.contains(point) }?.outline
    let radius = density(at: position, cells: cells).radius
    let tile = QuadTile(around: point, radius: radius)
    guard let outline else { return Self.area(MapPolygon(points: tile.corners)) ?? Self.point(position) }
    var next: QuadTile? = tile
    while let tile = next {
      if let area = outline.clipped(to: tile).flatMap(Self.area), area.radius >= radius / 2 { return area }
      next = tile.parent
    }
    return Self.area(MapPolygon(points: tile.corners)) ?? Self.point(position)
  }

  private static func area(_ polygon: MapPolygon) -> ReducedArea? {
    guard let middle = polygon.middle else { return nil }
    let centre = middle.position.earthVector()
    let reach = polygon.points.map { $0.position.earthVector().distance(to: centre) }.max() ?? 0
    return ReducedArea(centre: centre, radius: (reach / 10).rounded(.up) * 10)
  }

  // At the very edge of the map.
  private static func point(_ position: EarthVector) -> ReducedArea { ReducedArea(centre: position, radius: 20_000) }
}

/// What an app with reduced accuracy is told: a circle around an area of the map that holds the user.
package struct ReducedArea: Sendable, Hashable {
  /// Inside the area; not where the user is.
  package let centre: EarthVector
  /// Metres from the centre to the area's farthest point, rounded up to ten.
  package let radius: Double
}

/// How densely an area is populated, as far as approximate locations differ.
///
/// From: WWDC 2020 session 10660: a couple of kilometres in dense urban areas, typically about five, ten or a bit more in
/// rural ones.
package enum PopulationDensity: String, CaseIterable, Sendable {
  case dense, typical, rural

  /// The density that goes with a layout of cell towers, where the scenario has no map of its own.
  package init(_ cells: CellLayout) {
    switch cells {
    case .urban: self = .dense
    case .suburban: self = .typical
    case .rural: self = .rural
    }
  }

  /// The radius that an area's tile should have, in metres; halving tiles meet it within a factor of the root of two.
  package var radius: Double {
    switch self {
    case .dense: 2_000
    case .typical: 5_000
    case .rural: 11_000
    }
  }
}

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

/// A country as far as a scenario needs it: a name and its outline nearby.
package struct Country: Sendable, Hashable {
  package let name: String
  package let outline: MapPolygon

  package init(name: String, outline: MapPolygon) {
    self.name = name
    self.outline = outline
  }
}
