public import Quantities
import RealModule
public import World

/// The position of the serving cell: at once and nearly free, hundreds of metres to kilometres off.
///
/// The phone knows the sector it is served by, and takes the middle of that sector's area as its position, as far as the
/// data base knows it. A site's area is a circle of the hexagon's area (radius 0.909 R), cut into three sectors of 120°:
/// the middle of a sector lies 2/3 sin(60°)/(π/3) = 0.551 of that radius from the tower. Users spread around it with 0.27
/// R per axis in a regular lattice, and with 0.32 R in the world's, whose towers stand off the middle of their fields
/// (mean over 3,600 places and days). The data base's error per site makes up the rest of `biasRatio` R (sources F:
/// 0.35 R per axis, median 0.41 R).
public struct CellPositioning: Sendable {
  /// Distance of a sector's middle from its tower over the cell radius.
  static let sectorDistance = 0.909 * 0.551
  /// Spread of users around the middle of their sector, per axis, over the cell radius.
  static let spread = 0.32

  let databaseRatio: Double

  /// - Parameter biasRatio: deviation of a cell position per axis over the cell radius.
  public init(biasRatio: Double) {
    databaseRatio = max(0, biasRatio * biasRatio - Self.spread * Self.spread).squareRoot()
  }

  public func fix(at now: Instant, truth: EarthVector, cell: ServingCell, world: WorldRealization) -> Fix {
    let radius = cell.radius.metres
    let (sectorEast, sectorNorth) = Self.sectorMiddle(of: cell, towards: truth)
    let bias = world.cellBias(of: cell.identity)
    let position = cell.tower.moved(
      east: radius * (Self.sectorDistance * sectorEast + databaseRatio * bias.east),
      north: radius * (Self.sectorDistance * sectorNorth + databaseRatio * bias.north))
    return Fix(
      technology: .cell, timestamp: now, position: position,
      horizontalAccuracy: ReportedAccuracy.cell(radius: radius, latent: world.reportedAccuracy(at: now)), speed: -1)
  }

  // The unit direction of the middle of the serving sector, else of the one that points towards `truth`.
  static func sectorMiddle(of cell: ServingCell, towards truth: EarthVector) -> (east: Double, north: Double) {
    let (east, north) = cell.tower.offset(of: truth)
    let sector = cell.sector ?? cell.sector(towards: Double.atan2(y: north, x: east))
    let middle = cell.direction(ofSector: sector)
    return (Double.cos(middle), Double.sin(middle))
  }
}
