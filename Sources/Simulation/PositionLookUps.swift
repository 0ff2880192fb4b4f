import World
import Core

/// What the phone knows of access points and roads, and what it is asking its servers for: one of each kind at a time.
struct PositionLookUps {
  var accessPoints: AccessPointCache
  /// The last place whose tiles around were all found known; at rest scans ask for it again and again.
  var surroundedPlace: EarthVector?
  private var hintsAwaitingTile: [PendingObservation] = []
  private(set) var awaitsTile = false
  private(set) var awaitsNeighbours = false
  private(set) var awaitsRoads = false

  init(era: AccessPointCache.Era, startingAt position: EarthVector) {
    accessPoints = AccessPointCache(era: era, startingAt: position)
  }

  mutating func tileAsked() { awaitsTile = true }
  mutating func neighboursAsked() { awaitsNeighbours = true }
  mutating func roadsAsked() { awaitsRoads = true }

  /// Comes again when the tile is there, or never will be.
  mutating func wait(_ hint: PendingObservation) { hintsAwaitingTile.append(hint) }

  /// A tile has arrived, or never will.
  ///
  /// - Returns: what waited for it.
  mutating func tileSettled() -> [PendingObservation] {
    awaitsTile = false
    guard !hintsAwaitingTile.isEmpty else { return [] }
    defer { hintsAwaitingTile.removeAll() }
    return hintsAwaitingTile
  }

  /// - Parameter position: the place whose neighbours have arrived, `nil` when they never will.
  mutating func neighboursSettled(around position: EarthVector?) {
    awaitsNeighbours = false
    if let position { accessPoints.learnNeighbours(of: position) }
  }

  mutating func roadsSettled() { awaitsRoads = false }
}
