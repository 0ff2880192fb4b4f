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

  /// Mean 0.89, standard error 0.1: Student's interval of three would end at 1.32.
  @Test func noMeanOfSharesIsBeyondAll() throws {
    let shares = try #require(SampleStatistics([0.99, 0.69, 0.99], within: 0...1))
    let interval = try #require(shares.meanInterval)
    #expect(interval.upperBound == 1)
    #expect(abs(interval.lowerBound - (0.89 - 4.302652729749462 * 0.1)) < 1e-9)
    #expect(try #require(SampleStatistics([0.01, 0.31, 0.01], within: 0...1)?.meanInterval).lowerBound == 0)
    #expect(try #require(SampleStatistics([1, 0.7, 1])?.meanInterval).upperBound > 1.3)
    // Every figure that is a share of something ends there.
    let names = Metric.allCases.filter { $0.limits == 0...1 }.map(\.column)
    #expect(
      Set(names).isSuperset(of: [
        "track_coverage", "moving_coverage", "availability", "searches_in_50m_30s", "indicator_share",
      ]))
    for metric in Metric.allCases where metric.descriptor.quantity == .share { #expect(metric.limits == 0...1) }
  }

  /// Forty days that are right leave open 1 - 0.025^(1/40) = 8.81 % of wrong ones (Clopper and Pearson); so do forty that are
  /// equal elsewhere.
  @Test func daysThatAreAllRightDoNotExcludeWrongOnes() throws {
    func interval(_ values: [Double], within limits: ClosedRange<Double> = 0...1) throws -> ClosedRange<Double> {
      try #require(SampleStatistics(values, within: limits)?.meanInterval)
    }
    let right = 0.9119026971211976
    for hair in [0, 0.0004] {
      let near = (0..<40).map { 1 - hair * Double($0 % 3) }
      #expect(abs(try interval(near).lowerBound - right) < 1e-9)
      #expect(try interval(near).upperBound == 1)
      #expect(abs(try interval(near.map { 1 - $0 }).upperBound - (1 - right)) < 1e-9)
      #expect(try interval(near, within: 0 ... .infinity).lowerBound > 0.999)
    }
    #expect(abs(try interval(Array(repeating: 0.99, count: 40)).lowerBound - right) < 1e-9)
    // 7.5 of 8 count as 8: 0.025^(1/8); Student's would begin at 0.9375 - 2.3646 * 0.0625 = 0.79.
    #expect(abs(try interval([1, 1, 1, 1, 0.5, 1, 1, 1]).lowerBound - 0.6305834) < 1e-7)
    // Shares that only lie close together are known well.
    let close = try interval((0..<40).map { 0.993 + 0.0005 * Double($0 % 3 - 1) })
    #expect(close.upperBound - close.lowerBound < 0.0005)
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
