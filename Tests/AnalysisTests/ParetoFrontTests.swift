import Analysis
import Testing

@Suite struct ParetoFrontTests {
  @Test func keepsWhatNothingBeatsByRisingCost() {
    let costs: [Double?] = [4.1, 0.9, 1.4, 3.7, 1.5]
    let errors: [Double?] = [12, 900, 140, 15, 141]
    let everywhere = [Double?](repeating: 1, count: 5)
    #expect(ParetoFront.indices(costs: costs, errors: errors, coverages: everywhere) == [1, 2, 3, 0])
  }

  @Test func dropsEqualCostWithLargerErrorButKeepsTwins() {
    #expect(ParetoFront.indices(costs: [1, 1, 1, 2], errors: [5, 7, 5, 5], coverages: [1, 1, 1, 1]) == [0, 2])
  }

  @Test func leavesOutWhatHasNoError() {
    #expect(ParetoFront.indices(costs: [0.1, 2, nil], errors: [nil, 30, 1], coverages: [1, 1, 1]) == [1])
    #expect(ParetoFront.indices(costs: [0.1, 2], errors: [.infinity, 30], coverages: [1, 1]) == [1])
    #expect(ParetoFront.indices(costs: [], errors: [], coverages: []).isEmpty)
  }

  @Test func aSmallErrorOverASmallPartOfTheDayBeatsNothing() {
    let costs: [Double?] = [3.1, 0.7, 0.7]
    let errors: [Double?] = [23, 11, 19]
    #expect(ParetoFront.indices(costs: costs, errors: errors, coverages: [0.97, 0.31, 0.32]) == [1, 0])
    #expect(ParetoFront.indices(costs: costs, errors: errors, coverages: [0.97, 0.96, nil]) == [1])
    #expect(ParetoFront.indices(costs: costs, errors: errors, coverages: [0.97, 0.94, 0.29]) == [1, 0])
  }
}
