package import Quantities
import EventKernel

/// The cell the phone camps on: an identity, where its tower stands, how far it reaches.
package struct ServingCell: Sendable, Hashable {
  /// Of the site, which has three sectors of 120°.
  package let identity: UInt64
  package let tower: EarthVector
  package let radius: Distance
  /// Which of its sectors serves; `nil` for the site as a whole.
  package let sector: Int?

  package init(identity: UInt64, tower: EarthVector, radius: Distance, sector: Int? = nil) {
    self.identity = identity
    self.tower = tower
    self.radius = radius
    self.sector = sector
  }

  /// Radians between the middles of two sectors.
  package static let sectorAngle = 2 * Double.pi / 3

  /// Where the sector with this number points, counter-clockwise from east in radians; sites are turned by chance.
  package func direction(ofSector sector: Int) -> Double {
    StableHash.unit(StableHash.mix(identity)) * Self.sectorAngle + Double(sector) * Self.sectorAngle
  }

  /// The number of the sector that points most nearly in a direction, counter-clockwise from east in radians.
  package func sector(towards angle: Double) -> Int {
    let number = Int(((angle - direction(ofSector: 0)) / Self.sectorAngle).rounded()) % 3
    return number < 0 ? number + 3 : number
  }

  func with(sector: Int) -> ServingCell {
    ServingCell(identity: identity, tower: tower, radius: radius, sector: sector)
  }
}
