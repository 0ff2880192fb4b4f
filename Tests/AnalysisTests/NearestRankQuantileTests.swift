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

  @Test(arguments: 0..<200)
  func selectionAgreesWithSorting(seed: Int) {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
    let count = 1 + seed * 7 % 301
    // Few distinct values, so that ties are common.
    var values = (0..<count).map { _ -> Double in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double((state >> 40) % UInt64(3 + seed))
    }
    let sorted = values.sorted()
    for perMille in [0, 25, 500, 680, 950, 975, 1000] {
      let expected = sorted[NearestRankQuantile.rank(perMille: perMille, count: count)]
      #expect(NearestRankQuantile.select(perMille: perMille, from: &values) == expected)
    }
    #expect(values.sorted() == sorted)
    values = sorted.enumerated().map { sorted[($0.offset * 7 + 3) % count] }
    let shuffled = values.sorted()
    let perMilles = [25, 500, 500, 680, 950, 1000]
    #expect(
      NearestRankQuantile.select(perMilles: perMilles, from: &values)
        == perMilles.map { shuffled[NearestRankQuantile.rank(perMille: $0, count: count)] })
  }

  @Test func nothingHasNoQuantile() {
    var values: [Double] = []
    #expect(NearestRankQuantile.select(perMille: 500, from: &values) == nil)
    #expect(NearestRankQuantile.value(perMille: 500, sorted: []) == nil)
  }
}
