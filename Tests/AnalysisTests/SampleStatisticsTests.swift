import Analysis
import Testing

@Suite struct SampleStatisticsTests {
  @Test func meanAndStudentIntervalByHand() throws {
    // Mean 4; squared deviations 9 + 1 + 16 = 26; standard error sqrt(26 / 2 / 3); t(0.975, 2) = 4.302652729749462.
    let statistics = try #require(SampleStatistics([1, 3, 8]))
    let half = 4.302652729749462 * (26.0 / 6).squareRoot()
    #expect(statistics.count == 3)
    #expect(statistics.mean == 4)
    let interval = try #require(statistics.meanInterval)
    #expect(abs(interval.lowerBound - (4 - half)) < 1e-9)
    #expect(abs(interval.upperBound - (4 + half)) < 1e-9)
    #expect(statistics.quantileRange == nil)
  }

  @Test func oneValueHasNoInterval() throws {
    let statistics = try #require(SampleStatistics([2.5]))
    #expect(statistics.mean == 2.5)
    #expect(statistics.meanInterval == nil)
    #expect(statistics.quantileRange == nil)
    #expect(SampleStatistics([]) == nil)
  }

  @Test(arguments: [39, 40, 41])
  func quantileRangeNeedsFortyValues(count: Int) throws {
    let values = (0..<count).map { Double($0 * 17 % count) }
    let statistics = try #require(SampleStatistics(values))
    switch count {
    case 39: #expect(statistics.quantileRange == nil)
    case 40: #expect(statistics.quantileRange == 0...38)
    default: #expect(statistics.quantileRange == 1...39)
    }
  }
}
