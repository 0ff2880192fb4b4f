import Core
import RealModule
import Testing

@testable import Estimation

@Suite struct FirstFixFitTests {
  /// As `first_fixes` in Reference/scipy_values.py.
  static let censored: [FirstFixAttempt] = zip(
    TestData.scores(257, TestData.golden), TestData.sequence(257, TestData.root)
  ).map { z, v in
    let time = 8.3 * Double.exp(0.71 * z)
    let limit = v < 0.6 ? 31.0 : 11.7
    return FirstFixAttempt(seconds: min(time, limit), succeeded: time <= limit)
  }

  static func attempts(
    _ count: Int, median: Double, deviation: Double, failure: Double, limit: Double, seed: UInt64
  ) -> [FirstFixAttempt] {
    zip(TestData.normals(count, seed: seed), TestData.uniforms(count, seed: seed + 7_919)).map { z, u in
      let time = u < failure ? .infinity : median * Double.exp(deviation * z)
      return FirstFixAttempt(seconds: min(time, limit), succeeded: time <= limit)
    }
  }

  static func quick(_ assumption: FirstFixAssumption = .cure, _ model: FirstFixModel = .lognormal) -> FirstFixFit {
    var fit = FirstFixFit(assumption: assumption)
    fit.models = [model]
    return fit
  }

  /// Values: python3 Tests/EstimationTests/Reference/scipy_values.py (SciPy 1.17.1).
  @Test func censoredFitsAgreeWithSciPy() throws {
    var fit = FirstFixFit(assumption: .allWouldSucceed)
    fit.models = [.lognormal, .weibull]
    let report = try fit.fit(Self.censored)
    let lognormal = try #require(report[.lognormal]).summary
    #expect(agree(lognormal["median"]?.value, 8.255525517202198, within: 1e-6))
    #expect(agree(lognormal["log_deviation"]?.value, 0.7027285161376902, within: 1e-6))
    let weibull = try #require(report[.weibull]).summary
    #expect(agree(weibull["scale"]?.value, 11.377609703761674, within: 1e-6))
    #expect(agree(weibull["shape"]?.value, 1.5789400676446883, within: 1e-6))
    #expect(report.winner.model == .lognormal)
  }

  @Test func failuresAndSlowFixesAreToldApart() throws {
    let attempts = Self.attempts(1_500, median: 8.3, deviation: 0.61, failure: 0.13, limit: 37, seed: 5)
    let summary = try Self.quick().fit(attempts).winner.summary
    for (name, truth) in [("median", 8.3), ("log_deviation", 0.61), ("failure_probability", 0.13)] {
      let parameter = try #require(summary[name])
      let error = try #require(parameter.standardError)
      #expect(abs(parameter.value - truth) < 3.5 * error, "\(parameter)")
      #expect(try #require(parameter.interval95).contains(parameter.value))
    }
    #expect(summary.warnings.contains(.assumption(FirstFixAssumption.cure.text)))
    #expect(abs((summary.residuals?.standardDeviation ?? 0) - 1) < 0.1)
  }

  @Test func droppingTheAttemptsGivenUpWouldFlatterTheReceiver() throws {
    let attempts = Self.attempts(900, median: 17, deviation: 0.7, failure: 0, limit: 19, seed: 6)
    let fit = Self.quick(.allWouldSucceed)
    let (report, kept) = (try fit.fit(attempts), try fit.fit(attempts.filter(\.succeeded)))
    #expect(abs((report[.lognormal]?.summary["median"]?.value ?? 0) - 17) < 2.5)
    #expect((kept[.lognormal]?.summary["median"]?.value ?? 99) < 11)
  }

  @Test func withoutFailuresTheProbabilityLiesOnItsBoundWithAnUpperLimit() throws {
    let attempts = Self.attempts(97, median: 4.1, deviation: 0.4, failure: 0, limit: 600, seed: 7)
    let summary = try Self.quick().fit(attempts).winner.summary
    let failure = try #require(summary["failure_probability"])
    #expect(failure.value == 0)
    #expect(failure.bound == 0)
    #expect(failure.standardError == nil)
    // 2 n ln(1 - p) = -3.84 has the solution p = 1 - exp(-1.92 / n).
    #expect(agree(failure.interval95?.upperBound, 1 - .exp(-1.920729410347062 / 97), within: 1e-3))
    #expect(summary.warnings.contains(.parameterOnBound(name: "failure_probability", bound: 0)))
  }

  @Test func whenNoneWouldSucceedTheProbabilityIsTheShareGivenUp() throws {
    let attempts = Self.attempts(301, median: 8.3, deviation: 0.61, failure: 0.2, limit: 400, seed: 8)
    let givenUp = attempts.count { !$0.succeeded }
    let summary = try Self.quick(.noneWouldSucceed, .weibull).fit(attempts).winner.summary
    #expect(agree(summary["failure_probability"]?.value, Double(givenUp) / 301, within: 1e-6))
  }

  @Test func tooFewFixesAreRefused() {
    let attempts = (0..<30).map { FirstFixAttempt(seconds: 3.1 + Double($0), succeeded: $0 < 4) }
    #expect(throws: EstimationError.tooFewSamples(have: 4, need: 5)) { try FirstFixFit().fit(attempts) }
    #expect(throws: EstimationError.tooFewSamples(have: 7, need: 10)) {
      try FirstFixFit().fit(Array(attempts.prefix(7)))
    }
    // A time of 0 is a short one where all are written in whole seconds; here they are not written in steps.
    #expect(throws: EstimationError.badInput("a time to first fix is not above 0")) {
      try FirstFixFit().fit([0, 3.14159].map { FirstFixAttempt(seconds: $0, succeeded: true) })
    }
    #expect(throws: EstimationError.badInput("a time to first fix is not above 0")) {
      try FirstFixFit().fit([-1, 3].map { FirstFixAttempt(seconds: $0, succeeded: true) })
    }
    #expect(throws: EstimationError.tooFewSamples(have: 2, need: 10)) {
      try FirstFixFit().fit([0, 3].map { FirstFixAttempt(seconds: $0, succeeded: true) })
    }
    #expect(throws: EstimationError.badInput("all times to first fix are equal")) {
      try FirstFixFit().fit((0..<12).map { _ in FirstFixAttempt(seconds: 3.1, succeeded: true) })
    }
  }

  @Test func theDistanceToKaplanMeierSeesAWrongModelAndNotARightOne() throws {
    let fit = Self.quick()
    for seed in 0..<12 {
      let attempts = Self.attempts(180, median: 8.3, deviation: 0.61, failure: 0.13, limit: 29, seed: UInt64(40 + seed))
      let test = try #require(try fit.fit(attempts)[.lognormal]?.summary.goodnessOfFit.first)
      #expect(test.statistic < 0.1 && test.pValue == nil, "\(test)")
    }
    // Half of the attempts are hot, half cold: no single distribution.
    let mixed = (0..<180).map { k in
      FirstFixAttempt(seconds: (k % 2 == 0 ? 1.7 : 31) * Double.exp(0.05 * Double(k % 7 - 3)), succeeded: true)
    }
    let wrong = try #require(try fit.fit(mixed)[.lognormal]?.summary)
    #expect(try #require(wrong.goodnessOfFit.first).statistic > 0.2)
  }

  /// Slow fixes and failures are hard to tell apart; along the profile of one the other meets its bound.
  @Test(arguments: [UInt64(1_000), 1_037, 1_111, 1_185])
  func intervalsAreClosedWhereManyAttemptsAreGivenUp(seed: UInt64) throws {
    let fit = Self.quick()
    let summary = try fit.fit(
      Self.attempts(301, median: 8.3, deviation: 0.61, failure: 0.27, limit: 15, seed: seed)
    ).winner.summary
    for (name, truth) in [("median", 8.3), ("log_deviation", 0.61), ("failure_probability", 0.27)] {
      let interval = try #require(summary[name]?.interval95, "\(name)")
      #expect(interval.contains(truth), "\(name) \(interval)")
    }
  }

  @Test func kaplanMeierByHand() {
    // 5 attempts: fixes at 2 and 7, given up at 3; then a fix and a give-up both at 11.
    let curve = KaplanMeier([
      FirstFixAttempt(seconds: 11, succeeded: false), FirstFixAttempt(seconds: 2, succeeded: true),
      FirstFixAttempt(seconds: 3, succeeded: false), FirstFixAttempt(seconds: 7, succeeded: true),
      FirstFixAttempt(seconds: 11, succeeded: true),
    ])
    #expect(curve.steps.map(\.time) == [2, 7, 11])
    for (step, survival) in zip(curve.steps, [0.8, 0.8 * 2 / 3, 0.8 / 3]) {
      #expect(agree(step.survival, survival, within: 1e-12))
    }
  }

  /// Hot starts in whole seconds, half of them 1 s or 2 s: a density at the written second makes the spread far too narrow.
  @Test func timesInWholeSecondsAreIntervals() throws {
    let exact = Self.attempts(400, median: 1.7, deviation: 0.53, failure: 0, limit: 60, seed: 11)
    let written = exact.map { FirstFixAttempt(seconds: $0.seconds.rounded(), succeeded: true) }
    #expect(written.contains { $0.seconds == 0 })
    var fit = FirstFixFit(assumption: .allWouldSucceed)
    let summary = try #require(try fit.fit(written)[.lognormal]).summary
    #expect(try #require(summary["median"]?.interval95).contains(1.7))
    #expect(try #require(summary["log_deviation"]?.interval95).contains(0.53))
    #expect(summary.warnings.contains { $0.description.contains("steps of 1.0 s") })
    // Cut down instead of rounded, and said to be.
    fit.rounding = .down
    let cut = exact.map { FirstFixAttempt(seconds: $0.seconds.rounded(.down), succeeded: true) }
    let other = try #require(try fit.fit(cut)[.lognormal]).summary
    #expect(try #require(other["median"]?.interval95).contains(1.7))
    #expect(try #require(other["log_deviation"]?.interval95).contains(0.53))
  }

  /// Twelve sites, each with a factor of its own, ten attempts at each: the sites are the sample.
  static func attempts(sites: Int, each: Int, seed: UInt64) -> [FirstFixAttempt] {
    let factors = TestData.normals(sites, seed: seed)
    let z = TestData.normals(sites * each, seed: seed + 5)
    return z.indices.map { i in
      FirstFixAttempt(
        seconds: 8.3 * Double.exp(0.4 * factors[i / each] + 0.5 * z[i]), succeeded: true, site: "s\(i / each)")
    }
  }

  @Test func attemptsOfOneSiteAreNoIndependentOnes() throws {
    var (held, narrow) = (0, 0)
    for seed in 1...20 as ClosedRange<UInt64> {
      let attempts = Self.attempts(sites: 12, each: 10, seed: 31 * seed)
      let fit = Self.quick(.allWouldSucceed)
      held += try fit.fit(attempts).winner.summary["median"]?.interval95?.contains(8.3) == true ? 1 : 0
      let without = attempts.map { FirstFixAttempt(seconds: $0.seconds, succeeded: true) }
      narrow += try fit.fit(without).winner.summary["median"]?.interval95?.contains(8.3) == true ? 1 : 0
    }
    #expect(held >= 17 && narrow < held, "\(held) and \(narrow) of 20")
    #expect(throws: EstimationError.self) {
      try FirstFixFit().fit(Self.attempts(sites: 4, each: 10, seed: 3))
    }
  }

  /// Cold starts that read orbits for 21 s first.
  @Test func aShiftIsFound() throws {
    let attempts = Self.attempts(211, median: 11, deviation: 0.6, failure: 0, limit: 1e6, seed: 17).map {
      FirstFixAttempt(seconds: 21 + $0.seconds, succeeded: true)
    }
    let fit = FirstFixFit(assumption: .allWouldSucceed)
    let report = try fit.fit(attempts)
    #expect(report.winner.model == .shiftedLognormal)
    for (name, truth) in [("median", 32.0), ("shift", 21), ("log_deviation", 0.6)] {
      #expect(report.winner.summary[name]?.interval95?.contains(truth) == true, "\(name)")
    }
  }

  /// Of ten times the likelihood is often highest with a shift just before the first.
  @Test(arguments: [27, 28, 33, 37] as [UInt64])
  func tenTimesAfterAShiftHaveIntervals(_ set: UInt64) throws {
    let attempts = Self.attempts(10, median: 11, deviation: 0.6, failure: 0, limit: 1e6, seed: 4_000_000 + 41 * set)
    let times = attempts.map { FirstFixAttempt(seconds: 21 + $0.seconds, succeeded: true) }
    let summary = try Self.quick(.allWouldSucceed, .shiftedLognormal).fit(times).winner.summary
    let first = try #require(times.map(\.seconds).min())
    for parameter in summary.parameters { #expect(parameter.interval95 != nil, "\(parameter.name)") }
    #expect(first - (summary["shift"]?.value ?? 0) < 0.1)
    #expect(summary["median"]?.interval95?.contains(32) == true)
  }

  /// Attempts are independent samples; from 20 on there is no warning.
  @Test func fewSamplesAreWarnedOf() throws {
    #expect(FitWarning.effective(samples: 20, worth: 20).isEmpty)
    let warning = try #require(FitWarning.effective(samples: 19, worth: 19).first)
    for count in [19, 20] {
      let attempts = Self.attempts(count, median: 4.1, deviation: 0.4, failure: 0, limit: 600, seed: 7)
      let summary = try Self.quick().fit(attempts).winner.summary
      #expect(summary.warnings.contains(warning) == (count == 19))
    }
  }

  /// Of 20 lognormal times without any given up, the interval of the median is Student's on their logarithms.
  @Test func theMedianOfFewTimesHasStudentsInterval() throws {
    let attempts = Self.attempts(20, median: 8.3, deviation: 0.61, failure: 0, limit: 1e6, seed: 9)
    var fit = FirstFixFit(assumption: .allWouldSucceed)
    fit.models = [.lognormal]
    let winner = try fit.fit(attempts).winner
    let logs = attempts.map { Double.log($0.seconds) }
    let mean = logs.reduce(0, +) / 20
    let deviation = (logs.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 19).squareRoot()
    let reach = try GSL.studentQuantile(19) * deviation / 20.0.squareRoot()
    let interval = try #require(winner.summary["median"]?.interval95)
    let ofQuantile = try #require(winner.quantileInterval(0.5))
    for found in [interval, ofQuantile] {
      #expect(agree(found.lowerBound, .exp(mean - reach), within: 1e-3), "\(found)")
      #expect(agree(found.upperBound, .exp(mean + reach), within: 1e-3), "\(found)")
    }
  }
}
