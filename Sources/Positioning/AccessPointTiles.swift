public import World

/// Which access points the phone already knows: tiles of 5 by 5 km, fetched when a scan falls into an unknown one.
///
/// Source: 2012 session (tiles have the size of one earlier answer and need no network once fetched). The phone starts
/// with the tile it is in. Sizes are estimates: a request of a few access points, and an answer of some thousand.
public struct AccessPointTiles: Sendable {
  static let side = 5000.0
  public static let requestBytes: Int64 = 500
  public static let answerBytes: Int64 = 30_000

  private struct Tile: Hashable {
    let x: Int
    let y: Int
    let z: Int
  }

  private var known: Set<Tile> = []

  public init(startingAt position: EarthVector) { known.insert(Self.tile(position)) }

  public func knows(_ position: EarthVector) -> Bool { known.contains(Self.tile(position)) }
  public mutating func learn(_ position: EarthVector) { known.insert(Self.tile(position)) }

  /// Learns every tile within `reach` metres of a position along the compass.
  public mutating func learn(around position: EarthVector, reach: Double) {
    let steps = Int((reach / Self.side).rounded(.up))
    for east in -steps...steps {
      for north in -steps...steps {
        learn(position.moved(east: Double(east) * reach / Double(steps), north: Double(north) * reach / Double(steps)))
      }
    }
  }

  // Cubes in the Earth-centred frame cut the surface into tiles of about this side, without a date line or a pole.
  private static func tile(_ position: EarthVector) -> Tile {
    Tile(
      x: Int((position.x / side).rounded(.down)), y: Int((position.y / side).rounded(.down)),
      z: Int((position.z / side).rounded(.down)))
  }
}
