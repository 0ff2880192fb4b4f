import Estimation
import EventKernel
import Foundation
import RealModule
import Testing

/// How often the 95 % intervals hold the truth where the samples are correlated: series from 5 to 500 time constants long.
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
  ) -> [(name: String, held: Int)] {
    var counts = truths.map { _ in 0 }
    for repetition in 0..<CoverageTests.repetitions {
      guard let summary = try? make(UInt64(5_000 + 41 * repetition)) else { continue }
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
    let found = Self.hits([("intercept", 0.47), ("slope", 0.083)]) { seed in
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
    let found = Self.hits([("intercept", 0.47), ("slope", 0.083)]) { seed in
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
    let found = Self.hits([("floor", 0.31), ("amplitude", 1.21), ("time_constant", 2.63)]) { seed in
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
    let found = Self.hits([("intercept", 0.47), ("slope", 0.083)]) { seed in
      let x = (0..<count).map { 9 * Double($0) / Double(count) }
      let y = zip(x, Self.noise(count, time, seed + 11)).map { 0.47 + 0.083 * $0 + 0.21 * $1 }
      var fit = CurveFit(.linear)
      fit.isRobust = true
      return try fit.fit(CurveData(inputs: [x], response: y)).summary
    }
    Self.expect(found, of: CoverageTests.repetitions, length: length, "robust line, T = \(time)", isSafe: true)
  }

  /// Errors of both axes with one time constant.
  @Test(arguments: grid.indices, [ErrorModel.rayleigh, .lognormal, .weibull])
  func positionErrors(_ index: Int, _ model: ErrorModel) throws {
    let (length, time) = Self.grid[index]
    let count = Int(length * time)
    let truths: [(String, Double)] =
      switch model {
      case .rayleigh: [("deviation", 3.7)]
      case .lognormal: [("median", 5.3), ("log_deviation", 0.7)]
      default: [("scale", 5.3), ("shape", 1.4)]
      }
    let found = Self.hits(truths) { seed in
      try PositionErrorFitTests.fit(Self.errors(count, time, seed, model), .distance, [model]).winner.summary
    }
    Self.expect(found, of: CoverageTests.repetitions, length: length, "\(model), T = \(time)", isSafe: true)
  }

  /// Errors of both axes with one time constant, and outliers that come one by one.
  @Test(arguments: [(5.0, 10.0), (10, 8), (20, 8)])
  func errorsWithOutliers(_ length: Double, _ time: Double) throws {
    let count = Int(length * time)
    let found = Self.hits([("deviation", 3.7), ("outlier_multiplier", 5.3), ("outlier_probability", 0.11)]) {
      seed in
      let (east, north) = (Self.noise(count, time, seed), Self.noise(count, time, seed + 1))
      let (u, white) = (TestData.uniforms(count, seed: seed + 2), TestData.normals(2 * count, seed: seed + 3))
      let samples = (0..<count).map { i -> ErrorSample in
        let scale = 3.7 * (u[i] < 0.11 ? 5.3 : 1)
        return ErrorSample(
          time: Double(i),
          magnitude: Double.hypot(scale * east[i] + 0.4 * white[2 * i], scale * north[i] + 0.4 * white[2 * i + 1]))
      }
      return try PositionErrorFitTests.fit(samples, .distance, [.simulator]).winner.summary
    }
    Self.expect(found, of: CoverageTests.repetitions, length: length, "simulator, T = \(time)", isSafe: true)
  }

  /// The ride that was measured at 78 %, and one at 80 %: 1 Hz, T of 30 s over 300 s and 200 s over 1,800 s.
  @Test(arguments: [(300, 30.0), (1_800, 200)])
  func rides(_ count: Int, _ time: Double) throws {
    let found = Self.hits([("deviation", 3.7)]) { seed in
      try PositionErrorFitTests.fit(Self.errors(count, time, seed, .rayleigh), .distance, [.rayleigh]).winner.summary
    }
    Self.expect(
      found, of: CoverageTests.repetitions, length: Double(count) / time, "rayleigh, T = \(time)", isSafe: true)
  }

  private static func errors(_ count: Int, _ time: Double, _ seed: UInt64, _ model: ErrorModel) -> [ErrorSample] {
    zip(noise(count, time, seed), noise(count, time, seed + 1)).enumerated().map { i, pair in
      let magnitude =
        switch model {
        case .rayleigh: 3.7 * Double.hypot(pair.0, pair.1)
        case .lognormal: 5.3 * Double.exp(0.7 * pair.0)
        default: 5.3 * Double.pow(-Double.log(NormalDistribution.cumulative(-pair.0)), 1 / 1.4)
        }
      return ErrorSample(time: Double(i), magnitude: magnitude)
    }
  }

  /// Of measured errors and of errors by reported radius; ranks are on the safe side.
  @Test(arguments: grid.indices)
  func measuredQuantiles(_ index: Int) throws {
    let (length, time) = Self.grid[index]
    let count = Int(length * time)
    let shares = [0.5, 0.68, 0.95]
    var held = [Int](repeating: 0, count: 6)
    for repetition in 0..<CoverageTests.repetitions {
      let samples = Self.errors(count, time, UInt64(5_000 + 41 * repetition), .rayleigh)
      let report = try AccuracyCalibration(geometry: .distance).fit(
        samples.map { AccuracySample(time: $0.time, reported: 5, error: $0.magnitude) })
      let observed = try PositionErrorFitTests.fit(samples, .distance, [.rayleigh]).observed
      for (k, quantile) in (observed + report.overall.errors).enumerated() {
        let truth = 3.7 * (-2 * Double.log(1 - shares[k % 3])).squareRoot()
        held[k] += truth >= quantile.low ?? 0 && truth <= quantile.high ?? .infinity ? 1 : 0
      }
    }
    Self.expect(
      zip(["error p50", "p68", "p95", "calibration p50", "p68", "p95"], held).map { ($0, $1) },
      of: CoverageTests.repetitions, length: length, "measured quantiles, T = \(time)", isSafe: true)
  }

  /// A power that wanders about its state's mean, in one visit.
  @Test(arguments: grid.indices)
  func statePowers(_ index: Int) throws {
    let (length, time) = Self.grid[index]
    let count = Int(length * time)
    let found = Self.hits([("on", 0.371)]) { seed in
      let trace = try PowerTrace(
        times: (0..<count).map { 0.1 * Double($0) }, watts: Self.noise(count, time, seed).map { 0.371 + 0.05 * $0 })
      return try StatePowerFit(
        trace: trace, spans: [LabelledSpan(state: "on", start: 0, end: 0.1 * Double(count))]
      ).summary
    }
    Self.expect(found, of: CoverageTests.repetitions, length: length, "state's power, T = \(time)")
  }

  /// A drive beside its truth, whose clock is 1.21 s off.
  @Test(arguments: [(5.0, 20.0), (10, 20), (20, 20), (20, 8), (50, 8), (100, 8)])
  func clockOffsets(_ length: Double, _ time: Double) throws {
    let count = Int(length * time)
    func place(_ t: Double) -> SIMD3<Double> {
      SIMD3(6_378_137.0, 12 * t + 60 * Double.sin(t / 9), 300 * Double.sin(t / 70))
    }
    let truth = (0..<(count + 60)).map { TimedPlace(time: 1_000 + Double($0), place: place(Double($0))) }
    var held = 0
    for repetition in 0..<CoverageTests.repetitions {
      let seed = UInt64(5_000 + 41 * repetition)
      let (east, north) = (Self.noise(count, time, seed), Self.noise(count, time, seed + 1))
      let fixes = (0..<count).map { k -> TimedPlace in
        let t = 30 + Double(k)
        return TimedPlace(time: 1_000 + t - 1.21, place: place(t) + SIMD3(0, 4 * east[k], 4 * north[k]))
      }
      let paired = try? TrackPairing(clock: .estimated(range: 5)).pair(fixes: fixes, truth: truth)
      held += paired?.clock?.interval95?.contains(1.21) == true ? 1 : 0
    }
    Self.expect(
      [("offset", held)], of: CoverageTests.repetitions, length: length, "clock, T = \(time)", isSafe: true)
  }

  /// x with an error of half its spread, residuals and true x that wander alike. Without the correction 0 to 10 % are held.
  @Test(arguments: [(5.0, 8.0), (10, 8), (20, 8), (20, 3), (50, 3), (100, 3), (100, 0)])
  func linesOverMeasuredColumns(_ length: Double, _ time: Double) throws {
    let count = time > 0 ? Int(length * time) : Int(length)
    var fit = FormulaFit(
      try Formula("y = a + b*x"), parameters: ["a", "b"].map { FormulaParameter($0, start: 1) })
    fit.rowsAreInTimeOrder = time > 0
    var (held, open) = ([0, 0], 0)
    for repetition in 0..<CoverageTests.repetitions {
      let seed = UInt64(5_000 + 41 * repetition)
      let truth = Self.noise(count, max(time, 1e-3), seed).map { 2.3 + $0 }
      let x = zip(truth, TestData.normals(count, seed: seed + 2)).map { $0 + 0.5 * $1 }
      let y = zip(truth, Self.noise(count, max(time, 1e-3), seed + 1)).map { 0.47 + 0.83 * $0 + 0.4 * $1 }
      guard
        let summary = try? fit.fit(
          FormulaData(columns: ["x": x, "y": y], inputDeviations: ["x": x.map { _ in 0.5 }])
        ).summary
      else { continue }
      open += summary["b"]?.interval95 == nil ? 1 : 0
      for (k, value) in [0.47, 0.83].enumerated() {
        held[k] += summary.parameters[k].interval95.map { $0.contains(value) } ?? true ? 1 : 0
      }
    }
    print("open: \(open)")
    Self.expect(
      [("a", held[0]), ("b", held[1])], of: CoverageTests.repetitions, length: length,
      "measured column, T = \(time)", isSafe: true)
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
      let found = Self.hits([("median", median), ("log_deviation", deviation)]) { seed in
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
    let found = Self.hits([("median", 8.3), ("log_deviation", 0.41.squareRoot())]) { seed in
      try fit.fit(FirstFixFitTests.attempts(sites: sites, each: 12, seed: seed)).winner.summary
    }
    Self.expect(found, of: CoverageTests.repetitions, length: sites < 20 ? 10 : 30, "\(sites) sites", isSafe: true)
  }

  @Test(arguments: [60, 200])
  func shiftedFirstFixes(_ count: Int) throws {
    var fit = FirstFixFit(assumption: .allWouldSucceed)
    fit.models = [.shiftedLognormal]
    fit.bootstrapReplicates = 0
    let found = Self.hits([("median", 32), ("log_deviation", 0.6), ("shift", 21)]) { seed in
      try fit.fit(
        FirstFixFitTests.attempts(count, median: 11, deviation: 0.6, failure: 0, limit: 1e6, seed: seed).map {
          FirstFixAttempt(seconds: 21 + $0.seconds, succeeded: true)
        }
      ).winner.summary
    }
    Self.expect(found, of: CoverageTests.repetitions, length: count < 80 ? 10 : 30, "shifted, \(count)", isSafe: true)
  }
}
