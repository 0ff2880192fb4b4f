import Testing

@testable import Analysis

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

  /// On one side at 95 %, 40 right days leave open that 1 - 0.05^(1/40) = 7.22 % are wrong.
  @Test func daysThatAreAllRightMeetAConstraintOnAverage() {
    let right = [Double](repeating: 1, count: 40)
    let share = SearchConstraint(.atLeast, 0.99, within: 0...1)
    #expect(abs(SearchScore.adverse(right, share, 0.95) - 0.9278424754944854) < 1e-9)
    #expect(SearchScore.adverse(right, SearchConstraint(.atLeast, 0.99), 0.95) == 1)
    #expect(SearchScore.adverse(right, share, nil) == 1)
  }
}
