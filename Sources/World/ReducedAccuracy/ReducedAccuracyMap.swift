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
