import Testing

@testable import Analysis

@Suite struct LegErrorsTests {
  private static func errors(_ values: [Double], radius: Double? = nil) -> FixErrors {
    values.reduce(into: FixErrors()) { $0.add(error: $1, radius: radius) }
  }

  /// Legs of one size each: resamples give the size of the worst leg that is in them.
  @Test func theRangeIsThatOfWholeLegs() throws {
    let legs = [1.0, 2, 3, 40].map { [Double](repeating: $0, count: 100) }
    // The worst is missing in 0.75^4 = 32 % of resamples, the two worst in 6 %, all but the first in 0.4 %.
    #expect(FixErrors.p95Range(ofLegs: legs) == 2.0...40)
    // All legs have the same errors, so that the range has no width.
    let alike = [[Double]](repeating: (1...1000).map(Double.init), count: 5)
    #expect(FixErrors.p95Range(ofLegs: alike) == 950.0...950)
  }

  @Test func twoLegsHaveNoRange() {
    #expect(FixErrors.p95Range(ofLegs: [[1, 2], [3], []]) == nil)
    #expect(FixErrors.p95Range(ofLegs: [[1], [2], [3]]) != nil)
  }

  @Test func figuresAreThoseOfAllLegsAndOfTheMiddleSeed() throws {
    let check = FixErrorCheck(
      mode: "car", measured: [Self.errors([10, 20]), Self.errors([]), Self.errors([30])],
      predicted: [Self.errors([15]), Self.errors([12, 11]), Self.errors([40])])
    // Nearest ranks of the seeds: 95 % errors 12, 15 and 40, medians 11, 15 and 40.
    #expect(check.legs == 2 && check.measured?.p95 == 30 && check.predicted?.p95 == 15 && check.predicted?.p50 == 15)
    #expect(check.predicted?.count == 4 && check.predictedRange == 12.0...40)
    #expect(check.factor == 2 && check.measuredRange == nil)
  }

  @Test func reportsAreSharedOutByLevel() throws {
    var errors = FixErrors()
    for radius in [65.0, 65, 100, 165, 200, 201, 1500, 1501] { errors.add(error: 1, radius: radius) }
    errors.add(error: 1, radius: nil)
    #expect(errors.figures?.reportedShares == [0.375, 0.25, 0.125, 0.125, 0.125])
    #expect(Self.errors([1]).figures?.reportedShares == nil)
  }
}
