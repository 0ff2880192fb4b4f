import Analysis
import Testing

@Suite struct ParetoFrontTests {
  @Test func keepsWhatNothingBeatsByRisingCost() {
    let costs: [Double?] = [4.1, 0.9, 1.4, 3.7, 1.5]
    let errors: [Double?] = [12, 900, 140, 15, 141]
    #expect(ParetoFront.indices(costs: costs, errors: errors) == [1, 2, 3, 0])
  }

  @Test func dropsEqualCostWithLargerErrorButKeepsTwins() {
    #expect(ParetoFront.indices(costs: [1, 1, 1, 2], errors: [5, 7, 5, 5]) == [0, 2])
  }

  @Test func leavesOutWhatHasNoError() {
    #expect(ParetoFront.indices(costs: [0.1, 2, nil], errors: [nil, 30, 1]) == [1])
    #expect(ParetoFront.indices(costs: [0.1, 2], errors: [.infinity, 30]) == [1])
    #expect(ParetoFront.indices(costs: [], errors: []).isEmpty)
  }
}
