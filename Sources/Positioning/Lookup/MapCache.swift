package import World

/// Which map data the phone has: tiles of roads of 5 by 5 km. It starts with none.
///
/// Source: WWDC 2012 session 303: map aiding uses vector data that is there, or that the phone decides to download. How
/// large a tile is and how much it weighs are estimates.
package struct MapCache: Sendable {
  /// A request that names a tile (estimate).
  package static let requestBytes: Int64 = 500
  /// The roads of one tile (estimate: some thousand points of an inner city, compressed).
  package static let answerBytes: Int64 = 100_000

  private let grid = SurfaceGrid(side: 5000)
  private var tiles: Set<SurfaceGrid.Field> = []

  package init() {}

  package func knows(_ position: EarthVector) -> Bool { tiles.contains(grid.field(at: position)) }

  /// A download for this place has arrived.
  package mutating func learn(_ position: EarthVector) { tiles.insert(grid.field(at: position)) }
}
