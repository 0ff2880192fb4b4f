import Quantities
import Testing

@testable import World

@Suite struct ServingCellTests {
  @Test(arguments: [
    (52.47, 13.33), (0.001, 179.9999), (-17.8, -179.9999), (89.95, 12), (-89.999, -150), (78.2, 15.6), (0, 0),
  ])
  func theNearestTowerIsNeverFar(latitude: Double, longitude: Double) {
    let position = GeodeticPosition(latitude: latitude, longitude: longitude).earthVector()
    for layout in CellLayout.allCases {
      for seed in 0..<40 {
        var lattice = TowerLattice(seed: UInt64(seed), radii: CellRadii())
        let towers = lattice.towers(near: position, layout: layout)
        let nearest = towers.map { $0.tower.distance(to: position) }.min() ?? .infinity
        let radius = CellRadii().radius(layout).metres
        // At most 0.8 of the pitch (1.61 R) off in both directions; fields at a pole are wider.
        #expect(nearest < 2.1 * radius)
        #expect(Set(towers.map(\.identity)).count == towers.count)
        #expect(towers.allSatisfy { $0.radius.metres == radius })
      }
    }
  }

  @Test(arguments: [(52.47, 13.33), (-17.8, 180.0), (60, -30)])
  func noTowerBeyondTheNeighbouringFieldsIsNearer(latitude: Double, longitude: Double) {
    let radii = CellRadii()
    for seed in 0..<30 {
      var lattice = TowerLattice(seed: UInt64(seed), radii: radii)
      let position = GeodeticPosition(latitude: latitude, longitude: longitude).earthVector()
        .moved(east: Double(seed) * 137, north: Double(seed) * -71)
      let nearest = lattice.towers(near: position, layout: .urban).map { $0.tower.distance(to: position) }.min() ?? 0
      // All towers within three pitches, found from the fields around other points.
      var wider = Double.infinity
      for east in -3...3 {
        for north in -3...3 {
          let other = position.moved(east: Double(east) * 1_100, north: Double(north) * 1_100)
          for tower in lattice.towers(near: other, layout: .urban) {
            wider = min(wider, tower.tower.distance(to: position))
          }
        }
      }
      #expect(nearest == wider)
    }
  }

  @Test func fieldsHaveTheAreaOfTheCells() {
    // 40 km x 40 km of suburban cells of 2 km: pitch² = 2.598 R² = 10.39 km², 154 towers.
    var lattice = TowerLattice(seed: 3, radii: CellRadii())
    var towers = Set<UInt64>()
    for east in -40...40 {
      for north in -40...40 {
        let position = Sample.east(Double(east) * 500, north: Double(north) * 500)
        for tower in lattice.towers(near: position, layout: .suburban) {
          let offset = GeodeticPosition(tower.tower)
          let centre = GeodeticPosition(Sample.berlin)
          if abs(offset.latitude - centre.latitude) * 111.25 < 20, abs(offset.longitude - centre.longitude) * 67.9 < 20
          {
            towers.insert(tower.identity)
          }
        }
      }
    }
    #expect(towers.count > 130)
    #expect(towers.count < 180)
  }

  @Test func cellsChangeWhileMovingAndNotAtRest() {
    let still = Sample.world(Sample.stay(hours: 24))
    #expect(still.servingCells.steps.count == 1)
    for seed in 0..<50 {
      // 20 km over urban cells of 0.7 km (pitch 1.13 km): about 18 fields.
      let moving = Sample.world(Sample.drive(20_000, speed: 20), seed: UInt64(seed))
      #expect(moving.servingCells.steps.count > 8)
      #expect(moving.servingCells.steps.count < 40)
      let arrived = moving.journey.knots[moving.journey.knots.count - 2].instant
      #expect(moving.servingCells.steps.allSatisfy { $0.start <= arrived + .seconds(10) })
    }
  }

  @Test func aCellIsLeftOnlyForAClearlyNearerOne() {
    for seed in 0..<50 {
      let world = Sample.world(Sample.drive(20_000, speed: 20), seed: UInt64(seed))
      var before: ServingCell?
      for step in world.servingCells.steps {
        guard let cell = step.value else { continue }
        let position = world.journey.position(at: step.start)
        if let before {
          #expect(cell.tower.distance(to: position) < 0.82 * before.tower.distance(to: position))
        }
        before = cell
      }
    }
  }

  @Test func theServingCellIsNearlyTheNearest() {
    let world = Sample.world(Sample.drive(20_000, speed: 20), seed: 4)
    var lattice = TowerLattice(seed: 4, radii: CellRadii())
    for second in stride(from: 0.0, to: 900, by: 17) {
      let position = world.journey.position(at: .seconds(second))
      let nearest = lattice.towers(near: position, layout: .urban).map { $0.tower.distance(to: position) }.min() ?? 0
      let served = world.servingCells.value(at: .seconds(second))?.tower.distance(to: position) ?? .infinity
      // Up to 100 m have been driven since the last look.
      #expect(served <= nearest / 0.82 + 250)
    }
  }

  @Test func thereIsNoCellWithoutCoverage() {
    let none = Surroundings(sky: .underground, accessPoints: .none, cells: .urban, coverage: .none)
    let scenario = Sample.day([
      Leg(
        dwell: "a", at: Sample.berlin, stay: .toTheEnd, surroundings: Sample.flat,
        changes: [
          SurroundingsChange(fraction: 0.25, surroundings: none),
          SurroundingsChange(fraction: 0.5, surroundings: Sample.suburb),
        ])
    ])
    let cells = Sample.world(scenario).servingCells
    #expect(cells.steps.map(\.start) == [.start, .seconds(900), .seconds(1_800)])
    #expect(cells.steps[1].value == nil)
    #expect(cells.steps[0].value == cells.steps[2].value)
    #expect(cells.steps[0].value != nil)
  }

  @Test func aLayoutHasItsOwnTowers() {
    var rural = Sample.suburb
    rural.cells = .rural
    let scenario = Sample.day([
      Leg(
        dwell: "a", at: Sample.berlin, stay: .toTheEnd, surroundings: Sample.suburb,
        changes: [SurroundingsChange(fraction: 0.5, surroundings: rural)])
    ])
    let cells = Sample.world(scenario).servingCells
    #expect(cells.steps.map { $0.value?.radius.metres } == [700, 8_000])
  }

  @Test func identitiesAreTheSameForAllSeedsAndTowersAreNot() {
    var (a, b) = (TowerLattice(seed: 1, radii: CellRadii()), TowerLattice(seed: 2, radii: CellRadii()))
    let (first, second) = (a.towers(near: Sample.berlin, layout: .urban), b.towers(near: Sample.berlin, layout: .urban))
    #expect(first.map(\.identity) == second.map(\.identity))
    #expect(first.map(\.tower) != second.map(\.tower))
  }
}
