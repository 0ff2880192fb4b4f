import Testing
import World

@Suite struct SurfaceGridTests {
  static let places = [
    GeodeticPosition(latitude: 52.47, longitude: 13.33), GeodeticPosition(latitude: 0.001, longitude: -0.001),
    GeodeticPosition(latitude: -17.1, longitude: 179.99), GeodeticPosition(latitude: 78.2, longitude: 15.6),
  ]

  @Test(arguments: places)
  func fieldsAreSquaresOfTheSideAtEveryLatitude(_ place: GeodeticPosition) {
    let grid = SurfaceGrid(side: 5000)
    let start = place.earthVector()
    for (east, north) in [(1.0, 0.0), (0, 1), (-1, 0), (0, -1)] {
      var seen: Set<SurfaceGrid.Field> = []
      for step in 0..<500 {
        let metres = Double(step) * 100
        seen.insert(grid.field(at: start.moved(east: east * metres, north: north * metres)))
      }
      // 50 km: ten borders, and up to two more where a straight way crosses from band to band.
      #expect((10...14).contains(seen.count))
    }
  }

  @Test(arguments: places)
  func theNeighboursAreTheEightFieldsAround(_ place: GeodeticPosition) {
    let grid = SurfaceGrid(side: 5000)
    let start = place.earthVector()
    let around = grid.neighbours(of: start)
    #expect(around.count == 8)
    #expect(Set(around).count == 8)
    #expect(!around.contains(grid.field(at: start)))
    // Whatever lies within half a side is in the field or in one of those.
    for (east, north) in [(2400.0, 0.0), (-2400, 0), (0, 2400), (0, -2400), (1700, -1700), (-1700, 1700)] {
      let field = grid.field(at: start.moved(east: east, north: north))
      #expect(field == grid.field(at: start) || around.contains(field))
    }
  }

  @Test func aPoleHasAFewWedgesAndNeighbours() {
    let grid = SurfaceGrid(side: 5000)
    let pole = GeodeticPosition(latitude: 90, longitude: 0).earthVector()
    #expect((3...9).contains(grid.neighbours(of: pole).count))
    #expect(!grid.neighbours(of: pole).contains(grid.field(at: pole)))
  }
}
