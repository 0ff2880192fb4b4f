import EventKernel
import RealModule

/// What buildings and trees take from or add to the strength of each site, place by place: a field on the ground, the same
/// whenever the phone comes there.
///
/// From 3GPP TR 36.814, A.2.1.1 (macro cells): deviation 8 dB, correlated by 0.5 between sites, fully between the sectors of a
/// site, over 50 m on the ground; sector antennas of 70° with at most 25 dB less to the back. What sites have in common
/// cancels where they are compared, so that 8 dB x sqrt(0.5) is left.
struct ShadowFading {
  static let deviation = 8 * 0.5.squareRoot()
  /// Metres between the nodes of the field, between which it is interpolated: the correlation falls to 1/e at about 50 m.
  static let grid = 60.0

  let seed: UInt64
  /// The field's values around the place for each site that was asked for, which a moving phone needs several times.
  private var cells: [Cell] = []
  private static let keptCells = 16

  init(seed: UInt64) { self.seed = seed }

  /// The values at the corners of one cell of a site's field.
  private struct Cell {
    let site: UInt64
    let corner: SIMD3<Double>
    let values: SIMD8<Double>
  }

  /// Loss in dB of a sector's antenna, `angle` radians off its middle, as a negative number.
  static func antennaLoss(_ angle: Double) -> Double {
    let share = angle / (70 * .pi / 180)
    return -min(12 * share * share, 25)
  }

  /// What the shadows add for a site, in dB.
  mutating func level(of site: UInt64, at position: EarthVector) -> Double {
    let place = SIMD3(position.x, position.y, position.z) / Self.grid
    let corner = place.rounded(.down)
    let inside = place - corner
    let values = values(of: site, around: corner)
    var sum = 0.0
    var squares = 0.0
    for index in 0..<8 {
      let weight =
        (index & 1 == 1 ? inside.x : 1 - inside.x) * (index >> 1 & 1 == 1 ? inside.y : 1 - inside.y)
        * (index >> 2 == 1 ? inside.z : 1 - inside.z)
      sum += weight * values[index]
      squares += weight * weight
    }
    // Between nodes an average would scatter less than at them.
    return Self.deviation * sum / squares.squareRoot()
  }

  private mutating func values(of site: UInt64, around corner: SIMD3<Double>) -> SIMD8<Double> {
    let place = cells.firstIndex { $0.site == site }
    if let place, cells[place].corner == corner { return cells[place].values }
    let hash = StableHash.combine(seed, site)
    var values = SIMD8<Double>.zero
    for index in values.indices {
      let node = StableHash.combine(
        StableHash.combine(
          hash, Self.bits(corner.x) &+ UInt64(index & 1), Self.bits(corner.y) &+ UInt64(index >> 1 & 1)),
        Self.bits(corner.z) &+ UInt64(index >> 2))
      values[index] = NormalDistribution.quantile(StableHash.unit(node))
    }
    let cell = Cell(site: site, corner: corner, values: values)
    if let place {
      cells[place] = cell
    } else {
      if cells.count == Self.keptCells { cells.removeAll(keepingCapacity: true) }
      cells.append(cell)
    }
    return values
  }

  private static func bits(_ number: Double) -> UInt64 { UInt64(bitPattern: Int64(number)) }
}
