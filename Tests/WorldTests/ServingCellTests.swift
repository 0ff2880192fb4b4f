import Core
import RealModule
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
        var lattice = TowerLattice(seed: UInt64(seed), environment: RadioEnvironment())
        let towers = lattice.towers(near: position, layout: layout)
        let nearest = towers.map { $0.tower.distance(to: position) }.min() ?? .infinity
        let radius = RadioEnvironment().radius(layout).metres
        // At most 0.8 of the pitch (1.61 R) off in both directions; fields at a pole are wider.
        #expect(nearest < 2.1 * radius)
        #expect(Set(towers.map(\.identity)).count == towers.count)
        #expect(towers.allSatisfy { $0.radius.metres == radius })
      }
    }
  }

  @Test(arguments: [(52.47, 13.33), (-17.8, 180.0), (60, -30)])
  func noTowerBeyondTheNeighbouringFieldsIsNearer(latitude: Double, longitude: Double) {
    let environment = RadioEnvironment()
    for seed in 0..<30 {
      var lattice = TowerLattice(seed: UInt64(seed), environment: environment)
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
    var lattice = TowerLattice(seed: 3, environment: RadioEnvironment())
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
    var changes: [Double] = []
    for seed in 0..<50 {
      let moving = Sample.world(Sample.drive(20_000, speed: 20), seed: UInt64(seed))
      changes.append(Double(moving.servingCells.steps.count - 1))
      let arrived = moving.journey.knots[moving.journey.knots.count - 2].instant
      #expect(moving.servingCells.steps.allSatisfy { $0.start <= arrived + .seconds(10) })
    }
    // Drives around Cork: a change each 0.14 to 0.85 km (docs/sources.md A4).
    let way = 20 / (changes.reduce(0, +) / 50)
    #expect((0.14...0.85).contains(way), "\(way) km")
  }

  @Test func theServingCellIsOneOfTheNearAndOfTheSectorsThatPointThere() throws {
    var ratios: [Double] = []
    var turned = 0
    for seed in 0..<20 {
      let world = Sample.world(Sample.drive(20_000, speed: 20), seed: UInt64(seed))
      var lattice = TowerLattice(seed: UInt64(seed), environment: RadioEnvironment())
      for second in stride(from: 0.0, to: 900, by: 17) {
        let position = world.journey.position(at: .seconds(second))
        let cell = try #require(world.servingCells.value(at: .seconds(second)))
        let towers = lattice.towers(near: position, layout: .urban)
        let nearest = towers.map { $0.tower.distance(to: position) }.min() ?? 0
        ratios.append(cell.tower.distance(to: position) / max(nearest, 100))
        let (east, north) = cell.tower.offset(of: position)
        if cell.sector(towards: Double.atan2(y: north, x: east)) != cell.sector { turned += 1 }
      }
    }
    ratios.sort()
    #expect(ratios[ratios.count / 2] < 1.2, "median \(ratios[ratios.count / 2])")
    #expect(ratios[ratios.count * 95 / 100] < 2.6, "95 % \(ratios[ratios.count * 95 / 100])")
    #expect(Double(turned) < 0.15 * Double(ratios.count))
  }

  @Test func shadowsHaveTheirDeviationAndReachFiftyMetres() {
    var shadows = ShadowFading(seed: 7)
    var (sum, squares, near, far) = (0.0, 0.0, 0.0, 0.0)
    for step in 0..<20_000 {
      let place = Sample.east(Double(step) * 311, north: Double(step % 97) * 173)
      let here = shadows.level(of: 11, at: place)
      sum += here
      squares += here * here
      near += here * shadows.level(of: 11, at: place.moved(east: 50, north: 0))
      far += here * shadows.level(of: 11, at: place.moved(east: 0, north: 200))
    }
    let variance = squares / 20_000
    #expect(abs(sum / 20_000) < 0.2)
    #expect(abs(variance - 32) < 1.5, "\(variance) dB²")
    #expect((0.2...0.55).contains(near / squares), "\(near / squares)")
    #expect(abs(far / squares) < 0.05)
    #expect(shadows.level(of: 12, at: Sample.berlin) != shadows.level(of: 11, at: Sample.berlin))
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
    var (a, b) = (
      TowerLattice(seed: 1, environment: RadioEnvironment()), TowerLattice(seed: 2, environment: RadioEnvironment())
    )
    let (first, second) = (a.towers(near: Sample.berlin, layout: .urban), b.towers(near: Sample.berlin, layout: .urban))
    #expect(first.map(\.identity) == second.map(\.identity))
    #expect(first.map(\.tower) != second.map(\.tower))
  }

  @Test func `the received power decides the coverage, by the limits of the network`() {
    var near = Sample.suburb
    (near.level, near.coverage) = (-97, .none)
    var far = Sample.suburb
    far.level = -113
    let leg = Leg(
      dwell: "stay", at: Sample.berlin, stay: .toTheEnd, surroundings: near,
      changes: [SurroundingsChange(fraction: 0.5, surroundings: far)])
    func coverages(_ environment: RadioEnvironment) -> [Coverage] {
      WorldRealization(scenario: Sample.day([leg]), seed: 1, environment: environment).surroundings.steps.map(
        \.value.coverage)
    }
    #expect(coverages(RadioEnvironment()) == [.good, .weak])
    var environment = RadioEnvironment()
    (environment.weakBelow, environment.noneBelow) = (-95, -111)
    #expect(coverages(environment) == [.weak, .none])
    let world = WorldRealization(scenario: Sample.day([leg]), seed: 1, environment: environment)
    #expect(world.servingCells.value(at: .seconds(60)) != nil)
    #expect(world.servingCells.value(at: .seconds(3000)) == nil)
  }
}
