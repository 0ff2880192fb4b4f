import Estimation
import Core
import RealModule
import Testing

/// Probes after silences of random length against known timers.
struct SyntheticProbes {
  var steps = [5.13, 10.71]
  var latencies = [0.067, 0.113, 0.79]
  /// Standard deviations of the logarithm.
  var spreads = [0.21, 0.27, 0.35]
  var longest = 17.0
  var count = 230

  func make(seed: UInt64) -> [IdleGapSample] {
    var random = Xoshiro256PlusPlus(seed: StableHash.combine(seed, StableHash.name("probes")))
    return (0..<count).map { _ in
      let gap = longest * random.uniform()
      let state = steps.filter { $0 <= gap }.count
      let z = NormalDistribution.quantile(random.uniform())
      return IdleGapSample(gap: gap, roundTrip: latencies[state] * .exp(spreads[state] * z))
    }
  }
}

@Suite struct IdleGapFitTests {
  @Test(arguments: 1...20) func findsTimersAndLatencies(seed: UInt64) throws {
    let truth = SyntheticProbes()
    let fit = try IdleGapFit(samples: truth.make(seed: seed))
    #expect(fit.steps.count == 2)
    for (k, step) in truth.steps.enumerated() {
      let found = try #require(fit.summary["step_\(k + 1)"])
      #expect(abs(found.value - step) < 0.7, "\(found.value)")
      #expect(try #require(found.interval95).contains(found.value))
      #expect(try #require(found.standardError) > 0)
    }
    for (k, latency) in truth.latencies.enumerated() {
      let found = try #require(fit.summary["latency_\(k)"])
      #expect(abs(found.value - latency) < 4.5 * (try #require(found.standardError)))
    }
  }

  @Test func aSharpStepLiesBetweenItsTwoSamples() throws {
    let samples = (0..<40).map { IdleGapSample(gap: 0.37 * Double($0), roundTrip: $0 < 23 ? 0.051 : 0.73) }
    let fit = try IdleGapFit(samples: samples, stepCount: 1)
    let step = try #require(fit.summary["step_1"])
    // Between gaps 22 x 0.37 and 23 x 0.37.
    #expect(abs(step.value - 8.325) < 1e-12)
    #expect(try #require(step.interval95) == 22 * 0.37...(23 * 0.37))
    #expect(abs(fit.latencies[0] - 0.051) < 1e-12 && abs(fit.latencies[1] - 0.73) < 1e-12)
  }

  @Test func withoutStepItFindsNone() throws {
    var found = 0
    for seed in UInt64(0)..<30 {
      var truth = SyntheticProbes()
      truth.steps = []
      found += try IdleGapFit(samples: truth.make(seed: seed)).steps.count
    }
    #expect(found <= 2)
  }

  @Test func aFewLostPacketsMakeNoLevel() throws {
    var samples = SyntheticProbes().make(seed: 4)
    for i in stride(from: 7, to: samples.count, by: 41) {
      samples[i] = IdleGapSample(gap: samples[i].gap, roundTrip: samples[i].roundTrip + 13)
    }
    let fit = try IdleGapFit(samples: samples)
    #expect(fit.steps.count == 2)
    #expect(fit.summary.warnings.contains { $0.description.contains("lost packet") })
    for (found, step) in zip(fit.steps, [5.13, 10.71]) { #expect(abs(found - step) < 0.7) }
  }

  @Test func manySamplesAreSearchedInPieces() throws {
    var truth = SyntheticProbes()
    truth.count = 7_003
    let fit = try IdleGapFit(samples: truth.make(seed: 2))
    #expect(fit.steps.count == 2)
    for (found, step) in zip(fit.steps, truth.steps) { #expect(abs(found - step) < 0.05) }
  }

  @Test func equalGapsAreNeverSplit() throws {
    // Ten probes at each of nine gaps: a step can only lie between two gaps.
    let samples = (0..<90).map { i -> IdleGapSample in
      let level = i % 9 < 5 ? 0.061 : 0.59
      return IdleGapSample(gap: 1.1 * Double(i % 9), roundTrip: level * (1 + 0.01 * Double(i % 7)))
    }
    let fit = try IdleGapFit(samples: samples)
    #expect(fit.steps.count == 1)
    #expect(abs(fit.steps[0] - 4.95) < 1e-9)
  }

  @Test func badProbesAreRefused() {
    #expect(throws: EstimationError.tooFewSamples(have: 5, need: 16)) {
      try IdleGapFit(samples: (0..<5).map { IdleGapSample(gap: Double($0), roundTrip: 0.1) })
    }
    let bad = (0..<30).map { IdleGapSample(gap: Double($0), roundTrip: $0 == 17 ? -0.1 : 0.1) }
    let error = #expect(throws: EstimationError.self) { try IdleGapFit(samples: bad) }
    #expect(error?.description.contains("probe 18") == true)
    let same = (0..<30).map { _ in IdleGapSample(gap: 3, roundTrip: 0.1) }
    #expect(throws: EstimationError.self) { try IdleGapFit(samples: same, stepCount: 1) }
  }
}
