package import DeviceModel
package import Core
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

/// What a network profile says of the ground: how far a cell reaches in each tower layout, which received power counts as
/// which coverage, and which radio accesses there are along the way.
package struct RadioEnvironment: Sendable, Hashable {
  package var urban: Distance
  package var suburban: Distance
  package var rural: Distance
  /// In dBm; below it coverage is weak. An estimate between moderate and poor of Android's signal bars (RSRP thresholds of
  /// its telephony framework: -128, -118, -108, -98).
  package var weakBelow = -110.0
  /// In dBm; below it there is no coverage: what a phone can still decode (3GPP TS 36.304: usual Qrxlevmin of -120 to -128).
  package var noneBelow = -124.0
  /// `nil` where the network has one access everywhere.
  package var accesses: RadioAccessProcess?

  /// Radii must be positive. Without arguments: 0.7, 2 and 8 km (sources F, estimates).
  package init(urban: Distance = .metres(700), suburban: Distance = .metres(2_000), rural: Distance = .metres(8_000)) {
    self.urban = urban
    self.suburban = suburban
    self.rural = rural
  }

  package func radius(_ layout: CellLayout) -> Distance {
    switch layout {
    case .urban: urban
    case .suburban: suburban
    case .rural: rural
    }
  }

  /// The coverage at a received power in dBm.
  package func coverage(at level: Double) -> Coverage {
    level < noneBelow ? .none : level < weakBelow ? .weak : .good
  }
}

/// Draws which radio access the network has along the way.
///
/// The process runs in metres travelled, so that a phone at rest keeps its access; logs of drives say nothing of rest. It does
/// not know places: a way back is drawn anew.
enum RadioAccessTrace {
  static func accesses(
    _ process: RadioAccessProcess, journey: Journey, seed: UInt64, horizon: Instant
  ) -> StepFunction<RadioTechnology?> {
    var random = Xoshiro256PlusPlus(seed: StableHash.combine(seed, StableHash.name("radio-access")))
    // Stays are exponential: what is left of the first is as long as a whole one.
    var place = pick(process.accesses.map(\.share), &random)
    var result = StepFunction<RadioTechnology?>(process.accesses[place].technology)
    var next = stay(process.accesses[place], &random)
    var travelled = 0.0
    for (from, to) in zip(journey.knots, journey.knots.dropFirst()) {
      guard from.instant < horizon else { break }
      let length = from.position.distance(to: to.position)
      while next < travelled + length {
        let share = (next - travelled) / length
        let instant = from.instant + (to.instant - from.instant) * share
        guard instant <= horizon else { return result }
        place = pick(process.accesses[place].next, &random)
        result.append(process.accesses[place].technology, from: instant)
        next += stay(process.accesses[place], &random)
      }
      travelled += length
    }
    return result
  }

  /// In metres.
  private static func stay(_ access: RadioAccessProcess.Access, _ random: inout Xoshiro256PlusPlus) -> Double {
    -access.stay * Double.log(random.uniform())
  }

  private static func pick(_ shares: [Double], _ random: inout Xoshiro256PlusPlus) -> Int {
    var left = random.uniform() * shares.reduce(0, +)
    for (place, share) in shares.enumerated() where share > 0 {
      left -= share
      if left <= 0 { return place }
    }
    return shares.lastIndex { $0 > 0 } ?? 0
  }
}
