import Testing

@testable import Analysis

@Suite struct WeightedStatisticsTests {
  @Test func theMedianHasHalfOfTheWeightBelow() {
    #expect(WeightedStatistics.median([5, 1, 3], weights: [1, 1, 1]) == 3)
    #expect(WeightedStatistics.median([5, 1, 3], weights: [3, 1, 1]) == 5)
    #expect(WeightedStatistics.median([5, 1], weights: [1, 1]) == 1)
    #expect(WeightedStatistics.median([], weights: []) == nil)
  }

  /// Two classes of equal weight, one of them in two bins: entropies of 1, 0.811278 and, of the pairs, 1.5 bits.
  @Test func informationIsWhatPairsLackOfBothEntropies() {
    #expect(abs(WeightedStatistics.information([[0, 1], [1]], weights: [[1, 1], [2]]) - 0.311278) < 1e-6)
    #expect(WeightedStatistics.information([[0], [1]], weights: [[3], [3]]) == 1)
    #expect(abs(WeightedStatistics.information([[0, 1], [0, 1]], weights: [[1, 2], [2, 4]])) < 1e-12)
    #expect(WeightedStatistics.information([[0], [1]], weights: [[0], [0]]) == 0)
  }
}
