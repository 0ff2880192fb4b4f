package import Core
import RealModule

/// The position of the serving cell: at once and nearly free, hundreds of metres to kilometres off.
///
/// The phone knows the sector it is served by, and takes the middle of where that sector serves as its position, as far as the
/// data base knows it. In the world's cells (`ServingCellTrace`) that lies 0.66 R from the tower, and users spread around it
/// with 0.386 R per axis (mean over 7,200 places of 60 draws): sectors reach far where shadows let them. The data base's error
/// per site makes up the rest of `biasRatio` R; sources F estimate 0.3 to 0.5 R together, so that for 0.35 nothing is left.
package struct CellPositioning: Sendable {
  /// Distance of a sector's middle from its tower over the cell radius.
  static let sectorDistance = 0.66
  /// Spread of users around the middle of their sector, per axis, over the cell radius.
  static let spread = 0.386

  let databaseRatio: Double

  /// - Parameter biasRatio: deviation of a cell position per axis over the cell radius.
  package init(biasRatio: Double) {
    databaseRatio = max(0, biasRatio * biasRatio - Self.spread * Self.spread).squareRoot()
  }

  package func fix(at now: Instant, truth: EarthVector, cell: ServingCell, world: WorldRealization) -> Fix {
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
