import Analysis
import Core
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

  /// Mean 0.9, standard error 0.1: Student's interval of three would end at 1.33.
  @Test func noMeanOfSharesIsBeyondAll() throws {
    let shares = try #require(SampleStatistics([1, 0.7, 1], within: 0...1))
    let interval = try #require(shares.meanInterval)
    #expect(interval.upperBound == 1)
    #expect(abs(interval.lowerBound - (0.9 - 4.302652729749462 * 0.1)) < 1e-9)
    #expect(try #require(SampleStatistics([0, 0.3, 0], within: 0...1)?.meanInterval).lowerBound == 0)
    #expect(try #require(SampleStatistics([1, 0.7, 1])?.meanInterval).upperBound > 1.3)
    // Every figure that is a share of something ends there.
    let names = Metric.allCases.filter { $0.limits == 0...1 }.map(\.column)
    #expect(
      Set(names).isSuperset(of: [
        "track_coverage", "moving_coverage", "availability", "searches_in_50m_30s", "indicator_share",
      ]))
    for metric in Metric.allCases where metric.descriptor.quantity == .share { #expect(metric.limits == 0...1) }
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
    case 40: #expect(statistics.quantileRange == 0...39)
    default: #expect(statistics.quantileRange == 0...40)
    }
  }

  @Test(arguments: [(78, 0), (79, 1), (100, 1), (119, 2), (200, 4), (1000, 24)])
  func quantileRangeLeavesOutAsManyAtEitherEnd(count: Int, outside: Int) throws {
    let values = (0..<count).map { Double($0 * 7 % count) }.reversed()
    let range = try #require(
      SampleStatistics(count % 7 == 0 ? (0..<count).map(Double.init) : Array(values))?.quantileRange)
    #expect(range == Double(outside)...Double(count - 1 - outside))
    // Another value falls in with at least 95 %, and with less if one more were left out at either end.
    func chance(_ outside: Int) -> Double { Double(count - 1 - 2 * outside) / Double(count + 1) }
    #expect(chance(outside) >= 0.95 && chance(outside + 1) < 0.95)
  }

  /// 40 values from a uniform distribution: another one falls in with 39 / 41.
  @Test func anotherValueFallsInTheRangeWithTheStatedChance() throws {
    var generator = Xoshiro256PlusPlus(seed: 17)
    var hits = 0
    for _ in 0..<20_000 {
      let values = (0..<41).map { _ in Double(generator.next() >> 11) * 0x1p-53 }
      if try #require(SampleStatistics(Array(values.dropLast()))?.quantileRange).contains(values[40]) { hits += 1 }
    }
    let chance = 39.0 / 41
    let standardError = (chance * (1 - chance) / 20_000).squareRoot()
    #expect(abs(Double(hits) / 20_000 - chance) < 4 * standardError)
  }
}
