import Estimation
import EventKernel
import Foundation
import RealModule
import Testing

/// How often the 95 % intervals hold the truth. Takes minutes: GEOJOULE_LONG_TESTS=1 swift test.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["GEOJOULE_LONG_TESTS"] == "1"))
struct CoverageTests {
  static let repetitions = 400

  /// Hits per parameter over repetitions.
  private static func hits(
    _ truths: [(String, Double)], _ make: (UInt64) throws -> FitSummary
  ) throws -> [(name: String, share: Double)] {
    var counts = truths.map { _ in 0 }
    for repetition in 0..<repetitions {
      let summary = try make(UInt64(1_000 + 37 * repetition))
      for (i, truth) in truths.enumerated() {
        if summary[truth.0]?.interval95?.contains(truth.1) == true { counts[i] += 1 }
      }
    }
    return zip(truths, counts).map { ($0.0.0, Double($0.1) / Double(repetitions)) }
  }

  private static func expectInterior(_ shares: [(name: String, share: Double)]) {
    for (name, share) in shares { #expect((0.92...0.98).contains(share), "\(name)") }
  }

  @Test func errorModel() throws {
    Self.expectInterior(
      try Self.hits([("deviation", 3.7), ("outlier_multiplier", 5.3), ("outlier_probability", 0.11)]) { seed in
        try PositionErrorFitTests.fit(
          PositionErrorFitTests.simulated(
            701, deviation: 3.7, multiplier: 5.3, outliers: 0.11, geometry: .distance, seed: seed),
          .distance, [.simulator]
        ).winner.summary
      })
  }

  @Test func lognormalErrorsThatRepeatEachOther() throws {
    Self.expectInterior(
      try Self.hits([("median", 5.3)]) { seed in
        let times = (0..<3_000).map { Double($0) }
        let z = TestData.gaussMarkov(times: times, timeConstant: 6, seed: seed)
        return try PositionErrorFitTests.fit(
          zip(times, z).map { ErrorSample(time: $0, magnitude: 5.3 * .exp(0.7 * $1)) }, .distance, [.lognormal]
        ).winner.summary
      })
  }

  @Test func firstFixWithCensoredAttempts() throws {
    Self.expectInterior(
      try Self.hits([("median", 8.3), ("log_deviation", 0.61), ("failure_probability", 0.17)]) { seed in
        let attempts = FirstFixFitTests.attempts(
          211, median: 8.3, deviation: 0.61, failure: 0.17, limit: 29, seed: seed)
        var fit = FirstFixFit()
        fit.models = [.lognormal]
        return try fit.fit(attempts).winner.summary
      })
  }

  @Test func failureProbabilityOnItsBound() throws {
    let shares = try Self.hits([("failure_probability", 0)]) { seed in
      var fit = FirstFixFit()
      fit.models = [.lognormal]
      return try fit.fit(
        FirstFixFitTests.attempts(97, median: 8.3, deviation: 0.61, failure: 0, limit: 31, seed: seed)
      ).winner.summary
    }
    #expect(shares[0].share >= 0.92, "\(shares)")
  }

  @Test func exponentialTail() throws {
    Self.expectInterior(
      try Self.hits([("floor", 0.31), ("amplitude", 1.21), ("time_constant", 2.63)]) { seed in
        let x = TestData.uniforms(61, seed: seed).map { 13 * $0 }
        let y = zip(x, TestData.normals(61, seed: seed + 9)).map { 0.31 + 1.21 * .exp(-$0 / 2.63) + 0.13 * $1 }
        var fit = CurveFit(.exponentialTail)
        fit.rowsAreInTimeOrder = false
        return try fit.fit(CurveData(inputs: [x], response: y)).summary
      })
  }

  @Test func gaussMarkovProcess() throws {
    let shares = try Self.hits([("deviation", 2.7), ("time_constant", 17), ("white_deviation", 1.3)]) { seed in
      let times = (0..<4_000).map { Double($0) }
      let report = try GaussMarkovFit().fit(
        CorrelationTests.series(times, fast: (2.7, 17), white: 1.3, seed: seed))
      return (report.ranking.first { $0.processes == 1 } ?? report.winner).summary
    }
    Self.expectInterior(shares)
  }
}
