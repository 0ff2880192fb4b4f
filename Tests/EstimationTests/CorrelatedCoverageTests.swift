import Estimation
import EventKernel
import Foundation
import RealModule
import Testing

/// How often the 95 % intervals hold the truth where neighbours repeat each other: series from 5 to 500 time constants long.
/// Takes minutes: GEOJOULE_LONG_TESTS=1 swift test.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["GEOJOULE_LONG_TESTS"] == "1"))
struct CorrelatedCoverageTests {
  /// Length over the noise's time constant, and that constant in samples.
  static let grid: [(length: Double, time: Double)] = [
    (5, 8), (10, 8), (20, 8), (20, 3), (50, 3), (100, 3), (500, 1.5),
  ]

  /// From 20 time constants on 92 to 98 %; below at least 88 %. `isSafe`: more is allowed.
  static func expect(
    _ hits: [(name: String, held: Int)], of count: Int, length: Double, _ text: String, isSafe: Bool = false
  ) {
    let shares = hits.map { Double($0.held) / Double(count) }
    print("\(text), n / T = \(length): " + zip(hits, shares).map { "\($0.name) \(100 * $1)" }.joined(separator: ", "))
    for (hit, share) in zip(hits, shares) {
      let low = length < 20 ? 0.88 : 0.92
      #expect(share >= low && (isSafe || length < 20 || share <= 0.98), "\(text) \(length) \(hit.name) \(share)")
    }
  }

  /// Hits over repetitions; a refusal counts as none.
  static func hits(
    _ truths: [(String, Double)], _ make: (UInt64) throws -> FitSummary
  ) rethrows -> [(name: String, held: Int)] {
    var counts = truths.map { _ in 0 }
    for repetition in 0..<CoverageTests.repetitions {
      let summary = try make(UInt64(5_000 + 41 * repetition))
      for (i, truth) in truths.enumerated() where summary[truth.0]?.interval95?.contains(truth.1) == true {
        counts[i] += 1
      }
    }
    return zip(truths, counts).map { ($0.0.0, $0.1) }
  }

  static func noise(_ count: Int, _ time: Double, _ seed: UInt64) -> [Double] {
    TestData.gaussMarkov(times: (0..<count).map { Double($0) }, timeConstant: time, seed: seed)
  }

  @Test(arguments: grid.indices, ["trend", "scattered", "wandering"])
  func lines(_ index: Int, _ kind: String) throws {
    let (length, time) = Self.grid[index]
    let count = Int(length * time)
    let found = try Self.hits([("intercept", 0.47), ("slope", 0.083)]) { seed in
      let x: [Double]
      switch kind {
      case "trend": x = (0..<count).map { 9 * Double($0) / Double(count) }
      case "scattered": x = TestData.uniforms(count, seed: seed).map { 9 * $0 }
      default: x = Self.noise(count, time, seed + 3).map { 3 + 1.7 * $0 }
      }
      let y = zip(x, Self.noise(count, time, seed + 11)).map { 0.47 + 0.083 * $0 + 0.21 * $1 }
      return try CurveFit(.linear).fit(CurveData(inputs: [x], response: y)).summary
    }
    Self.expect(found, of: CoverageTests.repetitions, length: length, "line, \(kind), T = \(time)")
  }

  /// The noise that was measured at 41 to 82 %: a correlation of 0.9 or 0.5 from row to row.
  @Test(arguments: [(30, 0.9), (100, 0.9), (30, 0.5), (100, 0)])
  func shortLines(_ count: Int, _ memory: Double) throws {
    let time = memory > 0 ? -1 / Double.log(memory) : 1e-3
    let found = try Self.hits([("intercept", 0.47), ("slope", 0.083)]) { seed in
      let x = (0..<count).map { Double($0) }
      let y = zip(x, Self.noise(count, time, seed)).map { 0.47 + 0.083 * $0 + 0.21 * $1 }
      return try CurveFit(.linear).fit(CurveData(inputs: [x], response: y)).summary
    }
    Self.expect(
      found, of: CoverageTests.repetitions, length: min(1e3, Double(count) / time), "line, n = \(count), r = \(memory)",
      isSafe: memory == 0)
  }

  /// The tail fades in the first half of the trace, whatever its length.
  @Test(arguments: grid.indices.dropLast())
  func exponentialTails(_ index: Int) throws {
    let (length, time) = Self.grid[index]
    let count = Int(length * time)
    let found = try Self.hits([("floor", 0.31), ("amplitude", 1.21), ("time_constant", 2.63)]) { seed in
      let x = (0..<count).map { 13 * Double($0) / Double(count) }
      let y = zip(x, Self.noise(count, time, seed)).map { 0.31 + 1.21 * .exp(-$0 / 2.63) + 0.05 * $1 }
      return try CurveFit(.exponentialTail).fit(CurveData(inputs: [x], response: y)).summary
    }
    Self.expect(found, of: CoverageTests.repetitions, length: length, "exponential tail, T = \(time)")
  }

  @Test(arguments: grid.indices.dropLast())
  func robustLines(_ index: Int) throws {
    let (length, time) = Self.grid[index]
    let count = Int(length * time)
    let found = try Self.hits([("intercept", 0.47), ("slope", 0.083)]) { seed in
      let x = (0..<count).map { 9 * Double($0) / Double(count) }
      let y = zip(x, Self.noise(count, time, seed + 11)).map { 0.47 + 0.083 * $0 + 0.21 * $1 }
      var fit = CurveFit(.linear)
      fit.isRobust = true
      return try fit.fit(CurveData(inputs: [x], response: y)).summary
    }
    Self.expect(found, of: CoverageTests.repetitions, length: length, "robust line, T = \(time)", isSafe: true)
  }

  /// Errors of both axes with one time constant.
  @Test(arguments: grid.indices, [ErrorModel.rayleigh, .lognormal])
  func positionErrors(_ index: Int, _ model: ErrorModel) throws {
    let (length, time) = Self.grid[index]
    let count = Int(length * time)
    let truths = model == .rayleigh ? [("deviation", 3.7)] : [("median", 5.3), ("log_deviation", 0.7)]
    let found = try Self.hits(truths) { seed in
      let (east, north) = (Self.noise(count, time, seed), Self.noise(count, time, seed + 1))
      let samples = (0..<count).map { i -> ErrorSample in
        let magnitude =
          model == .rayleigh ? 3.7 * Double.hypot(east[i], north[i]) : 5.3 * Double.exp(0.7 * east[i])
        return ErrorSample(time: Double(i), magnitude: magnitude)
      }
      return try PositionErrorFitTests.fit(samples, .distance, [model]).winner.summary
    }
    Self.expect(found, of: CoverageTests.repetitions, length: length, "\(model), T = \(time)", isSafe: true)
  }

  /// Clopper and Pearson's interval is on the safe side.
  @Test(arguments: grid.indices, [5.0, 8])
  func calibration(_ index: Int, _ radius: Double) throws {
    let (length, time) = Self.grid[index]
    let count = Int(length * time)
    let truth = 1 - Double.exp(-radius * radius / (2 * 3.6 * 3.6))
    var held = 0
    for repetition in 0..<CoverageTests.repetitions {
      let seed = UInt64(5_000 + 41 * repetition)
      let (east, north) = (Self.noise(count, time, seed), Self.noise(count, time, seed + 1))
      let report = try AccuracyCalibration(geometry: .distance).fit(
        (0..<count).map {
          AccuracySample(time: Double($0), reported: radius, error: 3.6 * Double.hypot(east[$0], north[$0]))
        })
      held += report.overall.coverageInterval.contains(truth) ? 1 : 0
    }
    Self.expect(
      [("coverage", held)], of: CoverageTests.repetitions, length: length, "calibration, \(radius) m, T = \(time)",
      isSafe: true)
  }

  /// First fixes in whole seconds; at twelve sites that differ; after a shift. Short series count from the number of attempts.
  @Test(arguments: [30, 100, 400])
  func firstFixesInWholeSeconds(_ count: Int) throws {
    var fit = FirstFixFit(assumption: .allWouldSucceed)
    fit.models = [.lognormal]
    fit.bootstrapReplicates = 0
    for (median, deviation) in [(1.7, 0.53), (8.3, 0.61)] {
      let found = try Self.hits([("median", median), ("log_deviation", deviation)]) { seed in
        let exact = FirstFixFitTests.attempts(
          count, median: median, deviation: deviation, failure: 0, limit: 1e4, seed: seed)
        return try fit.fit(exact.map { FirstFixAttempt(seconds: $0.seconds.rounded(), succeeded: true) }).winner.summary
      }
      Self.expect(
        found, of: CoverageTests.repetitions, length: count < 80 ? 10 : 100,
        "whole seconds, \(count) attempts, \(median) s")
    }
  }

  @Test(arguments: [6, 12, 30])
  func firstFixesBySite(_ sites: Int) throws {
    var fit = FirstFixFit(assumption: .allWouldSucceed)
    fit.models = [.lognormal]
    fit.bootstrapReplicates = 0
    let found = try Self.hits([("median", 8.3), ("log_deviation", 0.41.squareRoot())]) { seed in
      try fit.fit(FirstFixFitTests.attempts(sites: sites, each: 12, seed: seed)).winner.summary
    }
    Self.expect(found, of: CoverageTests.repetitions, length: sites < 20 ? 10 : 30, "\(sites) sites", isSafe: true)
  }

  @Test(arguments: [60, 200])
  func shiftedFirstFixes(_ count: Int) throws {
    var fit = FirstFixFit(assumption: .allWouldSucceed)
    fit.models = [.shiftedLognormal]
    fit.bootstrapReplicates = 0
    let found = try Self.hits([("median", 32), ("log_deviation", 0.6), ("shift", 21)]) { seed in
      try fit.fit(
        FirstFixFitTests.attempts(count, median: 11, deviation: 0.6, failure: 0, limit: 1e6, seed: seed).map {
          FirstFixAttempt(seconds: 21 + $0.seconds, succeeded: true)
        }
      ).winner.summary
    }
    Self.expect(found, of: CoverageTests.repetitions, length: count < 80 ? 10 : 30, "shifted, \(count)", isSafe: true)
  }
}
