import RealModule

/// Which access points the phone already knows, so that a scan becomes a position without asking a server.
///
/// Source: WWDC 2012 session 303. Until iOS 5 an answer held the access points around the place that was asked about.
/// Since iOS 6 the same amount of data is a tile of 5 by 5 km: ten times the access points, better chosen, for sixty times
/// the area; on Wi-Fi the tiles around are fetched as well. The phone starts with the answer or the tile of where it is.
/// What is known is kept for the whole run: how much a phone keeps, and for how long, has no source.
package struct AccessPointCache: Sendable {
  /// How a system keeps access points.
  package enum Era: Sendable {
    /// Until iOS 5: an answer around each place asked about.
    case answers
    /// Since iOS 6.
    case tiles

    /// Access points in one download; estimates, ten to one as documented.
    package var accessPoints: Int { self == .tiles ? 4000 : 400 }
    /// Square metres that one download covers.
    package var area: Double {
      let tile = AccessPointCache.tileSide * AccessPointCache.tileSide
      return self == .tiles ? tile : tile / AccessPointCache.coverageGain
    }
  }

  /// Metres (WWDC 2012 session 303).
  package static let tileSide = 5000.0
  /// A tile's area over that of an answer of the same size (WWDC 2012 session 303).
  package static let coverageGain = 60.0
  /// A request that names a few access points (estimate).
  package static let requestBytes: Int64 = 500
  /// One download, of either era (estimate: 7.5 bytes for each of 4000 access points).
  package static let answerBytes: Int64 = 30_000

  package let era: Era
  private let grid = SurfaceGrid(side: AccessPointCache.tileSide)
  private var tiles: Set<SurfaceGrid.Field> = []
  private var centres: [EarthVector] = []
  private let squaredReach: Double

  package init(era: Era = .tiles, startingAt position: EarthVector) {
    self.era = era
    squaredReach = era.area / .pi
    learn(position)
  }

  /// Whether a scan made here gives a position without a network.
  package func knows(_ position: EarthVector) -> Bool {
    switch era {
    case .answers: centres.contains { $0.squaredDistance(to: position) <= squaredReach }
    case .tiles: tiles.contains(grid.field(at: position))
    }
  }

  /// A download for this place has arrived.
  package mutating func learn(_ position: EarthVector) {
    switch era {
    case .answers: if !knows(position) { centres.append(position) }
    case .tiles: tiles.insert(grid.field(at: position))
    }
  }

  /// Learns what lies within `reach` metres of a position along the compass, as a phone tells its watch.
  package mutating func learn(around position: EarthVector, reach: Double) {
    let steps = Int((reach / era.area.squareRoot()).rounded(.up))
    for east in -steps...steps {
      for north in -steps...steps {
        learn(position.moved(east: Double(east) * reach / Double(steps), north: Double(north) * reach / Double(steps)))
      }
    }
  }

  /// How many of the tiles around are not known yet; none in the era of answers.
  package func missingNeighbours(of position: EarthVector) -> Int {
    guard era == .tiles else { return 0 }
    return grid.neighbours(of: position).count { !tiles.contains($0) }
  }

  /// The tiles around this place have arrived.
  package mutating func learnNeighbours(of position: EarthVector) {
    guard era == .tiles else { return }
    tiles.formUnion(grid.neighbours(of: position))
  }
}

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
