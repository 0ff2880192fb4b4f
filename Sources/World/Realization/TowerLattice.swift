import Core
import RealModule

/// Cell towers all over the Earth: one in each field of a lattice of latitude bands, off its middle by chance.
///
/// A field has the area of a hexagonal cell of the layout's radius R: pitch² = (3 sqrt(3) / 2) R². Each band is cut into
/// as many fields as keep them square, so a field is a field at every latitude, over the date line and at the poles.
/// Where real towers stand is not known, so each seed draws its own; identities name fields and are the same for all.
struct TowerLattice {
  /// A tower stands up to this share of the pitch off the middle of its field, in each direction.
  private static let jitter = 0.3
  private static let earthRadius = 6_371_000.0

  let seed: UInt64
  let environment: RadioEnvironment
  var shadows: ShadowFading

  private var cachedField: (layout: CellLayout, band: Int, column: Int)?
  private var cachedTowers: [ServingCell] = []

  init(seed: UInt64, environment: RadioEnvironment) {
    self.seed = StableHash.combine(seed, StableHash.name("towers"))
    self.environment = environment
    shadows = ShadowFading(seed: StableHash.combine(seed, StableHash.name("shadow-fading")))
  }

  /// The towers of the field at `position` and of the fields around it; the nearest of all is among them.
  mutating func towers(near position: EarthVector, layout: CellLayout) -> [ServingCell] {
    let geodetic = GeodeticPosition(position)
    let grid = Grid(radius: environment.radius(layout).metres)
    let band = grid.band(latitude: geodetic.latitude)
    let column = grid.column(longitude: geodetic.longitude, band: band)
    if let cachedField, cachedField == (layout, band, column) { return cachedTowers }
    var towers: [ServingCell] = []
    for near in max(0, band - 1)...min(grid.bands - 1, band + 1) {
      let columns = grid.columns(band: near)
      // So near a pole that the fields around are all of the band's.
      if columns <= 16 {
        for each in 0..<columns { towers.append(tower(grid, near, each, layout)) }
      } else {
        let middle = grid.column(longitude: geodetic.longitude, band: near)
        for offset in -1...1 { towers.append(tower(grid, near, (middle + offset + columns) % columns, layout)) }
      }
    }
    cachedField = (layout, band, column)
    cachedTowers = towers
    return towers
  }

  private func tower(_ grid: Grid, _ band: Int, _ column: Int, _ layout: CellLayout) -> ServingCell {
    let kind: UInt64 = layout == .urban ? 1 : layout == .suburban ? 2 : 3
    let identity = StableHash.combine(kind, UInt64(band), UInt64(column))
    let randomness = StableHash.combine(seed, identity)
    let north = (StableHash.unit(randomness) * 2 - 1) * Self.jitter
    let east = (StableHash.unit(StableHash.mix(randomness)) * 2 - 1) * Self.jitter
    let position = GeodeticPosition(
      latitude: (Double(band) + 0.5 + north) * grid.height - 90,
      longitude: (Double(column) + 0.5 + east) * 360 / Double(grid.columns(band: band)) - 180)
    return ServingCell(identity: identity, tower: position.earthVector(), radius: environment.radius(layout))
  }

  private struct Grid {
    let bands: Int
    /// Of a band, in degrees.
    let height: Double

    init(radius: Double) {
      let pitch = radius * (1.5 * 3.0.squareRoot()).squareRoot()
      bands = max(4, Int((TowerLattice.earthRadius * .pi / pitch).rounded()))
      height = 180 / Double(bands)
    }

    func band(latitude: Double) -> Int { min(bands - 1, max(0, Int((latitude + 90) / height))) }

    func columns(band: Int) -> Int {
      let latitude = ((Double(band) + 0.5) * height - 90) * .pi / 180
      return max(3, Int((360 * Double.cos(latitude) / height).rounded()))
    }

    func column(longitude: Double, band: Int) -> Int {
      let columns = columns(band: band)
      return min(columns - 1, max(0, Int((longitude + 180) / 360 * Double(columns))))
    }
  }
}

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
