import Quantities
import RealModule

/// Follows the serving cell along the truth: the strongest sector, left only for a clearly stronger one.
///
/// Strength is path loss with distance (Hata: 35 dB per decade), the sector antenna's pattern and the shadows of buildings
/// and trees. Without shadows a phone would change cells at a few borders only: drives around Cork had a change each 0.14 to
/// 0.85 km.
struct ServingCellTrace {
  /// A phone reselects when another cell is 3 dB stronger (3GPP TS 36.304's Qhyst; 2 to 4 dB are usual).
  static let hysteresis = 3.0
  /// How often a moving phone compares towers. Idle phones measure once per paging cycle (1.28 s) and reselect after
  /// a few of them.
  static let interval = TimeSpan.seconds(5)
  static let lossPerDecade = 35.0
  /// Sites whose path loss exceeds the least by more are left out: they hardly ever serve.
  static let contenders = 16.0
  /// The same as a ratio of squared distances.
  private static let contention = Double.pow(10, 2 * contenders / lossPerDecade)

  private var lattice: TowerLattice
  private var current: ServingCell?
  private var layout: CellLayout?

  private init(lattice: TowerLattice) { self.lattice = lattice }

  static func cells(
    journey: Journey, surroundings: StepFunction<Surroundings>, horizon: Instant, lattice: TowerLattice
  ) -> StepFunction<ServingCell?> {
    var trace = ServingCellTrace(lattice: lattice)
    var cursor = JourneyCursor(journey)
    var step = 0
    var now = Instant.start
    var cells = StepFunction<ServingCell?>(
      trace.reselect(at: cursor.position(at: now), in: surroundings.steps[0].value))
    while true {
      // A phone at rest keeps its cell until it moves or its surroundings change.
      var next = cursor.endOfRest(at: now) ?? now + interval
      if step + 1 < surroundings.steps.count, surroundings.steps[step + 1].start <= next {
        step += 1
        next = max(now, surroundings.steps[step].start)
      }
      guard next <= horizon else { return cells }
      now = next
      cells.append(trace.reselect(at: cursor.position(at: now), in: surroundings.steps[step].value), from: now)
    }
  }

  private mutating func reselect(at position: EarthVector, in surroundings: Surroundings) -> ServingCell? {
    guard surroundings.coverage != .none else {
      current = nil
      return nil
    }
    if layout != surroundings.cells { current = nil }
    layout = surroundings.cells
    let towers = lattice.towers(near: position, layout: surroundings.cells)
    guard let nearest = towers.lazy.map({ position.squaredDistance(to: $0.tower) }).min() else { return nil }
    let limit = max(nearest, 1) * Self.contention
    var best: (cell: ServingCell, level: Double)?
    for tower in towers where position.squaredDistance(to: tower.tower) <= limit {
      let (east, north) = tower.tower.offset(of: position)
      let angle = Double.atan2(y: north, x: east)
      let cell = tower.with(sector: tower.sector(towards: angle))
      let level = level(of: cell, at: position, angle: angle)
      if best.map({ level > $0.level }) ?? true { best = (cell, level) }
    }
    if let held = current, let best {
      let (east, north) = held.tower.offset(of: position)
      let level = level(of: held, at: position, angle: Double.atan2(y: north, x: east))
      if best.level < level + Self.hysteresis { return held }
    }
    current = best?.cell
    return current
  }

  /// Received strength in dB, up to a constant.
  private mutating func level(of cell: ServingCell, at position: EarthVector, angle: Double) -> Double {
    let distance = max(position.distance(to: cell.tower), 1)
    var off = angle - cell.direction(ofSector: cell.sector ?? 0)
    off -= (off / (2 * .pi)).rounded() * 2 * .pi
    return ShadowFading.antennaLoss(off) - Self.lossPerDecade * Double.log10(distance)
      + lattice.shadows.level(of: cell.identity, at: position)
  }
}
