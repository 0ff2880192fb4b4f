import Estimation
import Testing

@Suite struct SobolSequenceTests {
  /// The first points in two dimensions, as in Bratley and Fox's algorithm: Gray code order from the middle on.
  @Test func theFirstPointsAreSobols() throws {
    let points = try QuasiRandom.sobol(dimensions: 2, 0..<7)
    #expect(
      points == [
        [0.5, 0.5], [0.75, 0.25], [0.25, 0.75], [0.375, 0.375], [0.875, 0.875], [0.625, 0.125], [0.125, 0.625],
      ])
  }

  @Test(arguments: [1, 2, 7, 40])
  func everyDimensionIsFilledEvenly(dimensions: Int) throws {
    let points = try QuasiRandom.sobol(dimensions: dimensions, 0..<255)
    for column in 0..<dimensions {
      #expect(points.map { $0[column] }.sorted() == (1...255).map { Double($0) / 256 })
    }
  }

  @Test func aPieceIsThatOfTheWhole() throws {
    let whole = try QuasiRandom.sobol(dimensions: 5, 0..<200)
    #expect(try QuasiRandom.sobol(dimensions: 5, 93..<120) == Array(whole[93..<120]))
  }

  /// GSL itself gives zeros beyond 40.
  @Test(arguments: [0, 41, 100])
  func moreDimensionsThanThereAreIsAnError(dimensions: Int) {
    #expect(throws: EstimationError.badInput("\(dimensions) dimensions; the sequence is made for 1 to 40")) {
      try QuasiRandom.sobol(dimensions: dimensions, 0..<7)
    }
  }
}
