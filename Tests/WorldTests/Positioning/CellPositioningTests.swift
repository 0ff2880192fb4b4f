import Core
import RealModule
import Testing

@testable import World

@Suite struct CellPositioningTests {
  /// Errors over the cell radius, per axis, over places a few hundred metres to kilometres apart and over seeds.
  private func errors(biasRatio: Double) throws -> [Double] {
    let model = CellPositioning(biasRatio: biasRatio)
    var errors: [Double] = []
    for seed: UInt64 in 1...12 {
      for place in 0..<300 {
        let truth = Places.berlin.moved(
          east: Double(place % 20) * 613 - 6_000, north: Double(place / 20) * 571 - 4_000)
        let world = Places.stay(at: truth, seed: seed)
        let cell = try #require(world.servingCells.value(at: .start))
        let fix = model.fix(at: .start, truth: truth, cell: cell, world: world)
        let error = Places.error(of: fix.position, from: truth)
        errors += [error.east / cell.radius.metres, error.north / cell.radius.metres]
      }
    }
    return errors
  }

  private func rootMeanSquare(_ values: [Double]) -> Double {
    (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
  }

  @Test(arguments: [0.42, 0.5])
  func theErrorPerAxisIsTheBiasRatioTimesTheCellRadius(_ ratio: Double) throws {
    let errors = try errors(biasRatio: ratio)
    #expect(abs(rootMeanSquare(errors) - ratio) < 0.025)
    #expect(abs(errors.reduce(0, +) / Double(errors.count)) < 0.03)
  }

  @Test func withoutDatabaseErrorTheSpreadOfUsersInTheirSectorIsLeft() throws {
    #expect(abs(rootMeanSquare(try errors(biasRatio: 0)) - 0.386) < 0.025)
  }

  @Test func thePositionIsAThirdOfACircleInTheDirectionOfTheUser() {
    let cell = ServingCell(identity: 77, tower: Places.berlin, radius: .metres(700))
    var middles: Set<Int> = []
    for degrees in stride(from: 0.0, to: 360, by: 5) {
      let radians = degrees * .pi / 180
      let truth = Places.berlin.moved(east: 300 * Double.cos(radians), north: 300 * Double.sin(radians))
      let middle = CellPositioning.sectorMiddle(of: cell, towards: truth)
      #expect(abs(middle.east * middle.east + middle.north * middle.north - 1) < 1e-9)
      // The user is within 60° of the middle of the sector that serves him.
      #expect(middle.east * Double.cos(radians) + middle.north * Double.sin(radians) >= 0.5 - 1e-4)
      middles.insert(Int((middle.east * 1000).rounded()) * 10_000 + Int((middle.north * 1000).rounded()))
    }
    #expect(middles.count == 3)
  }

  @Test func theSameCellGivesTheSamePositionToEveryoneInItsSector() throws {
    let world = Places.stay(seed: 3)
    let cell = try #require(world.servingCells.value(at: .start))
    let model = CellPositioning(biasRatio: 0.35)
    let first = model.fix(at: .start, truth: Places.berlin, cell: cell, world: world)
    let second = model.fix(at: .seconds(1), truth: Places.berlin.moved(east: 1, north: 0), cell: cell, world: world)
    #expect(first.position == second.position)
    #expect(first.technology == .cell)
    #expect(first.speed < 0)
    #expect(first.horizontalAccuracy.truncatingRemainder(dividingBy: 500) == 0)
  }
}
