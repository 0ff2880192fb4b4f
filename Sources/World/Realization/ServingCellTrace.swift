import Quantities

/// Follows the serving cell along the truth: the nearest tower, left only for a clearly nearer one.
struct ServingCellTrace {
  /// A phone reselects when another cell is 3 dB stronger (3GPP TS 36.304's Qhyst; 2 to 4 dB are usual). With a path
  /// loss of 35 dB per decade of distance (Hata) that is a tower at 10^(-3/35) = 0.82 of the distance.
  static let hysteresis = 0.82
  /// How often a moving phone compares towers. Idle phones measure once per paging cycle (1.28 s) and reselect after
  /// a few of them.
  static let interval = TimeSpan.seconds(5)

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
    var best: ServingCell?
    var bestSquare = Double.infinity
    for tower in lattice.towers(near: position, layout: surroundings.cells) {
      let square = position.squaredDistance(to: tower.tower)
      if square < bestSquare { (best, bestSquare) = (tower, square) }
    }
    if let held = current {
      let limit = Self.hysteresis * Self.hysteresis * position.squaredDistance(to: held.tower)
      if bestSquare >= limit { return held }
    }
    current = best
    return best
  }
}
