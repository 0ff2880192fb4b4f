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

  /// Loss in dB of a sector's antenna, `angle` radians off its middle, as a negative number.
  static func antennaLoss(_ angle: Double) -> Double {
    let share = angle / (70 * .pi / 180)
    return -min(12 * share * share, 25)
  }

  /// What the shadows add for a site, in dB.
  func level(of site: UInt64, at position: EarthVector) -> Double {
    let hash = StableHash.combine(seed, site)
    let (x, y, z) = (position.x / Self.grid, position.y / Self.grid, position.z / Self.grid)
    let corner = (x: x.rounded(.down), y: y.rounded(.down), z: z.rounded(.down))
    let inside = (x: x - corner.x, y: y - corner.y, z: z - corner.z)
    var sum = 0.0
    var squares = 0.0
    for index in 0..<8 {
      let step = (x: index & 1, y: index >> 1 & 1, z: index >> 2 & 1)
      let weight =
        (step.x == 1 ? inside.x : 1 - inside.x) * (step.y == 1 ? inside.y : 1 - inside.y)
        * (step.z == 1 ? inside.z : 1 - inside.z)
      let node = StableHash.combine(
        StableHash.combine(hash, Self.bits(corner.x) &+ UInt64(step.x), Self.bits(corner.y) &+ UInt64(step.y)),
        Self.bits(corner.z) &+ UInt64(step.z))
      sum += weight * NormalDistribution.quantile(StableHash.unit(node))
      squares += weight * weight
    }
    // Between nodes an average would scatter less than at them.
    return Self.deviation * sum / squares.squareRoot()
  }

  private static func bits(_ number: Double) -> UInt64 { UInt64(bitPattern: Int64(number)) }
}
