import Analysis
import Testing

@Suite struct NearestRankQuantileTests {
  @Test(arguments: [
    (500, 1, 0), (500, 2, 0), (500, 3, 1), (950, 20, 18), (950, 21, 19), (25, 40, 0), (975, 40, 38), (25, 41, 1),
    (0, 7, 0), (1000, 7, 6), (680, 25, 16),
  ])
  func rankIsTheSmallestThatCoversTheShare(_ row: (perMille: Int, count: Int, rank: Int)) {
    #expect(NearestRankQuantile.rank(perMille: row.perMille, count: row.count) == row.rank)
  }

  @Test func quantilesAreValuesOfTheSample() {
    let sorted = [1.0, 2, 2, 5, 9]
    #expect([0, 500, 680, 1000].map { NearestRankQuantile.value(perMille: $0, sorted: sorted) } == [1, 2, 5, 9])
  }

  @Test func nothingHasNoQuantile() {
    #expect(NearestRankQuantile.value(perMille: 500, sorted: []) == nil)
  }
}
