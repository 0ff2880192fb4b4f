import Core
import RealModule
import Testing

@testable import Estimation

@Suite struct PositionErrorFitTests {
  /// Errors as the simulator makes them: per axis a normal of the deviation, times the multiplier for outliers, plus
  /// white noise of 0.4 m.
  static func simulated(
    _ count: Int, deviation: Double, multiplier: Double, outliers: Double, geometry: ErrorGeometry, seed: UInt64
  ) -> [TimeSeries.Point] {
    let (z, u) = (TestData.normals(4 * count, seed: seed), TestData.uniforms(count, seed: seed + 3))
    return (0..<count).map { i in
      let scale = deviation * (u[i] < outliers ? multiplier : 1)
      let east = scale * z[4 * i] + 0.4 * z[4 * i + 1]
      let north = geometry == .distance ? scale * z[4 * i + 2] + 0.4 * z[4 * i + 3] : 0
      return TimeSeries.Point(time: Double(i), value: Double.hypot(east, north))
    }
  }

  static func fit(
    _ samples: [TimeSeries.Point], _ geometry: ErrorGeometry, _ models: [ErrorModel]
  ) throws -> PositionErrorReport {
    var fit = PositionErrorFit(geometry: geometry)
    fit.models = models
    return try fit.fit(samples)
  }

  @Test(arguments: ErrorGeometry.allCases)
  func simulatorsOwnModelIsRecovered(geometry: ErrorGeometry) throws {
    let samples = Self.simulated(
      4_001, deviation: 3.7, multiplier: 5.3, outliers: 0.071, geometry: geometry, seed: 17)
    let summary = try Self.fit(samples, geometry, [.simulator]).winner.summary
    for (name, truth) in [("deviation", 3.7), ("outlier_multiplier", 5.3), ("outlier_probability", 0.071)] {
      let parameter = try #require(summary[name])
      #expect(abs(parameter.value - truth) < 3.5 * (parameter.standardError ?? 0), "\(parameter)")
      #expect(agree(parameter.value, truth, within: 0.2))
      #expect(try #require(parameter.interval95).contains(parameter.value))
    }
    #expect(abs((summary.residuals?.standardDeviation ?? 0) - 1) < 0.03)
  }

  @Test func modelsWithOutliersAreRefusedForFewErrors() throws {
    let samples = Self.simulated(
      50, deviation: 3.7, multiplier: 5.3, outliers: 0.11, geometry: .distance, seed: 23)
    let short = try Self.fit(Array(samples.prefix(49)), .distance, [.simulator, .mixture, .lognormal])
    #expect(short.ranking.map(\.model) == [.lognormal])
    #expect(short.failures.map(\.error) == [.tooFewSamples(have: 49, need: 50), .tooFewSamples(have: 49, need: 50)])
    let enough = try Self.fit(samples, .distance, [.simulator, .mixture, .lognormal])
    #expect(!enough.failures.contains { $0.error == .tooFewSamples(have: 50, need: 50) })
  }

  @Test func withoutOutliersTheMixtureIsRefusedAndRayleighWins() throws {
    // Quantiles of a Rayleigh distribution: no mixture can be better.
    let samples = TestData.sequence(501, TestData.golden).enumerated().map { i, u in
      TimeSeries.Point(time: Double(i), value: 2.9 * (-2 * Double.log(onePlus: -u)).squareRoot())
    }
    let report = try Self.fit(samples, .distance, ErrorModel.allCases)
    #expect(report.winner.model == .rayleigh)
    let mixture = report.failures.first { $0.model == .mixture }
    #expect(mixture?.error == .parameterOnBound(name: "tail_share", bound: 0))
    let rice = try #require(report[.rice]).summary
    if let bias = rice["bias"], bias.value == 0 {
      #expect(bias.bound == 0)
      #expect(rice.warnings.contains(.parameterOnBound(name: "bias", bound: 0)))
      #expect((bias.interval95?.upperBound ?? 9) < 2.9)
      #expect(agree(rice["deviation"]?.value, report[.rayleigh]?.summary["deviation"]?.value ?? 0, within: 1e-6))
    }
    #expect(report.equals.contains(.weibull) || report.equals.contains(.rice))
    #expect(report.verdict.contains("do not prefer"))
  }

  /// Without outliers their size has no meaning: that is said, and not that a search did not end.
  @Test func outliersOfCleanErrorsLieOnTheirBound() throws {
    for seed in [45, 62, 70, 86, 131] as [UInt64] {
      let (x, y) = (TestData.normals(400, seed: 2 * seed), TestData.normals(400, seed: 2 * seed + 1))
      let samples = x.indices.map { TimeSeries.Point(time: Double($0), value: 4 * Double.hypot(x[$0], y[$0])) }
      let report = try Self.fit(samples, .distance, [.rayleigh, .mixture, .simulator])
      for failure in report.failures {
        let name = failure.model == .mixture ? "tail_share" : "outlier_probability"
        #expect(failure.error == .parameterOnBound(name: name, bound: 0), "seed \(seed): \(failure)")
      }
    }
  }

  @Test func winnerIsTheModelThatMadeTheDataAndTheTestsKnowIt() throws {
    let samples = TestData.normals(1_201, seed: 23).enumerated().map { i, z in
      TimeSeries.Point(time: Double(i), value: 5.3 * Double.exp(0.83 * z))
    }
    let report = try Self.fit(samples, .distance, [.rayleigh, .gamma, .lognormal, .weibull])
    #expect(report.winner.model == .lognormal)
    #expect(report.equals.isEmpty)
    #expect(agree(report.winner.quantile(0.5), 5.3, within: 0.08))
    for test in report.winner.summary.goodnessOfFit {
      #expect(try #require(test.pValue) > 0.02, "\(test)")
    }
    let wrong = try #require(report[.rayleigh]).summary
    let p = try #require(wrong.goodnessOfFit.first?.pValue)
    #expect(p < 1e-6 && wrong.warnings.contains(.poorFit(test: "Kolmogorov-Smirnov", pValue: p)))
    // scipy.stats.kstwobign.sf(1.1 and 0.7), SciPy 1.17.1; with a million samples the correction is nothing.
    for (size, expected) in [(1.1, 0.17771805064767), (0.7, 0.71123522098), (0.2, 1)] {
      #expect(abs(EmpiricalDistance.pValue(size / 1e3, samples: 1e6) - expected) < 2e-4)
    }
  }

  @Test func correlatedErrorsCountForLess() throws {
    let times = (0..<6_000).map { Double($0) }
    let east = TestData.gaussMarkov(times: times, timeConstant: 21, seed: 31)
    let north = TestData.gaussMarkov(times: times, timeConstant: 21, seed: 32)
    let samples = times.indices.map {
      TimeSeries.Point(time: times[$0], value: 3.1 * Double.hypot(east[$0], north[$0]))
    }
    let report = try Self.fit(samples, .distance, [.rayleigh, .lognormal])
    // A Rayleigh magnitude's correlation is close to the square of its axes': half the time constant.
    #expect(agree(report.effectiveSamples, 6_000 / 21.0, within: 0.35))
    #expect(report.winner.model == .rayleigh)
    let deviation = try #require(report.winner.summary["deviation"])
    let naive = deviation.value / (4.0 * 6_000).squareRoot()
    // Squares repeat each other over coth(1 / 21) = 21 samples; the estimate of that scatters by a third.
    let widening = try #require(deviation.standardError) / naive
    #expect((11...42).contains(widening * widening), "\(widening * widening)")
    // Over all samples instead of the effective ones this p-value would be near 0.
    for test in report.winner.summary.goodnessOfFit { #expect(try #require(test.pValue) > 0.02, "\(test)") }
    #expect(report.winner.summary.warnings.contains { $0.description.contains("independent ones") })
  }

  @Test func theOrderOfTheSamplesDoesNotMatter() throws {
    let samples = Self.simulated(
      301, deviation: 3.7, multiplier: 4.1, outliers: 0.1, geometry: .distance, seed: 41)
    let first = try Self.fit(samples, .distance, [.gamma, .simulator])
    let second = try Self.fit(samples.reversed(), .distance, [.gamma, .simulator])
    #expect(first.ranking.map(\.summary) == second.ranking.map(\.summary))
  }

  @Test func errorsOfZeroAreRaisedAndReported() throws {
    var samples = Self.simulated(300, deviation: 3.7, multiplier: 4.1, outliers: 0.1, geometry: .crossTrack, seed: 43)
    samples[7] = TimeSeries.Point(time: 7, value: 0)
    let report = try Self.fit(samples, .crossTrack, [.lognormal])
    #expect(report.winner.summary.warnings.contains { "\($0)".contains("raised to it") })
    #expect(report.winner.summary.warnings.contains { "\($0)".contains("lower bound") })
  }

  @Test func unusableInputIsRefused() {
    let samples = (0..<30).map { TimeSeries.Point(time: Double($0), value: 3.1) }
    #expect(throws: EstimationError.badInput("all errors are equal")) {
      try Self.fit(samples, .distance, [.gamma])
    }
    #expect(throws: EstimationError.tooFewSamples(have: 19, need: 20)) {
      try Self.fit(Array(samples.prefix(19)), .distance, [.gamma])
    }
    #expect(throws: EstimationError.badInput("an error magnitude is negative or not a finite number")) {
      try Self.fit(samples + [TimeSeries.Point(time: 31, value: -0.1)], .distance, [.gamma])
    }
  }

  /// Independent errors in steps of 5 m: hundreds are equal, and their ranks are no series in time.
  @Test(arguments: [UInt64(3), 17, 41])
  func equalErrorsDoNotSeemToRepeatEachOther(seed: UInt64) throws {
    let samples = TestData.uniforms(1_500, seed: seed).enumerated().map { k, u in
      TimeSeries.Point(time: Double(k), value: 5 + 5 * (3.7 * (-2 * Double.log(u)).squareRoot() / 5).rounded(.down))
    }
    let report = try Self.fit(samples, .distance, [.rayleigh])
    #expect(report.effectiveSamples > 1_100, "\(report.effectiveSamples)")
  }

  /// A process of time constant T repeats its level over (1 + r) / (1 - r) samples and its square over
  /// (1 + r^2) / (1 - r^2), r = exp(-1 / T): for 6 s 12.0 and 6.06. The logarithms' mean and spread have these times.
  @Test func aSpreadForgetsFasterThanALevel() throws {
    let times = (0..<40_000).map { Double($0) }
    let z = TestData.gaussMarkov(times: times, timeConstant: 6, seed: 23)
    let summary = try Self.fit(
      zip(times, z).map { TimeSeries.Point(time: $0, value: 5.3 * .exp(0.7 * $1)) }, .distance, [.lognormal]
    ).winner.summary
    let (median, spread) = (try #require(summary["median"]), try #require(summary["log_deviation"]))
    let plain = (0.7 * 5.3 / 200.0, 0.7 / (2.0 * 40_000).squareRoot())
    let (level, width) = (try #require(median.standardError) / plain.0, try #require(spread.standardError) / plain.1)
    #expect(abs(level * level - 12.0) < 2.5, "\(level * level)")
    #expect(abs(width * width - 6.06) < 1.3, "\(width * width)")
    let interval = try #require(spread.interval95)
    let half = (interval.upperBound - interval.lowerBound) / 2
    #expect(abs(half / (1.96 * (try #require(spread.standardError))) - 1) < 0.02)
    #expect(
      summary.warnings.contains { $0.description.contains("independent samples: median ") }, "\(summary.warnings)")
  }
}
