import Testing

@testable import Analysis

@Suite struct RankCorrelationTests {
  @Test func equalValuesShareTheMeanOfTheirRanks() {
    #expect(RankCorrelation.ranks([7, 3, 7, 1]) == [3.5, 2, 3.5, 1])
  }

  @Test func orderAloneCounts() {
    #expect(RankCorrelation.spearman([1, 2, 3, 9], [0.1, 40, 41, 42]) == 1)
    #expect(RankCorrelation.spearman([1, 2, 3, 9], [4, 3, 2, 1]) == -1)
    // Ranks 1 2 3 4 and 2 1 4 3: 1 - 6 x 4 / (4 x 15) = 0.6.
    #expect(abs((RankCorrelation.spearman([1, 2, 3, 4], [20, 10, 40, 30]) ?? 0) - 0.6) < 1e-12)
  }

  @Test func nothingIsSaidOfTwoPairsNorOfEqualValues() {
    #expect(RankCorrelation.spearman([1, 2], [1, 2]) == nil)
    #expect(RankCorrelation.spearman([1, 2, 3], [5, 5, 5]) == nil)
  }
}
