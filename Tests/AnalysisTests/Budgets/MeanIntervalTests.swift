import Analysis
import Testing

@Suite struct MeanIntervalTests {
  private let guarded = IntervalRule(confidence: 0.95, guardsAgainstSkewness: true)

  @Test func withoutSkewnessTheGuardChangesNothing() {
    let values = [1.21, 2.6, 3.99, 2.6]
    #expect(MeanInterval(values, guarded) == MeanInterval(values, .standard))
  }

  /// Values 0, 0, 0, 1, 9: mean 2, s = sqrt(15.5), skewness 1.4565; Hall's ends by hand with t(0.975, 4) = 2.776445.
  @Test func hallsEndsByHand() throws {
    let interval = try #require(MeanInterval([0, 0, 0, 1, 9], guarded))
    let student = try #require(MeanInterval([0, 0, 0, 1, 9], .standard))
    #expect(interval.mean == 2)
    #expect(abs(interval.high - 17.877371012110906) < 1e-9)
    #expect(interval.low == student.low)
    #expect(abs(student.low - -2.888436049366713) < 1e-9)
  }

  @Test func theGuardMirrors() throws {
    let right = try #require(MeanInterval([0, 0, 0, 1, 9], guarded))
    let left = try #require(MeanInterval([0, 0, 0, -1, -9], guarded))
    #expect(abs(left.low + right.high) < 1e-12)
    #expect(abs(left.high + right.low) < 1e-12)
  }

  @Test func equalValuesHaveThemselvesAsMean() throws {
    let interval = try #require(MeanInterval(Array(repeating: 0.1, count: 7), guarded))
    #expect(interval.mean == 0.1)
    #expect(interval.low == 0.1)
    #expect(interval.high == 0.1)
  }

  @Test func oneValueHasNoEnds() throws {
    let interval = try #require(MeanInterval([7.3], .standard))
    #expect(interval.low == -.infinity)
    #expect(interval.high == .infinity)
    #expect(MeanInterval([], .standard) == nil)
  }
}
