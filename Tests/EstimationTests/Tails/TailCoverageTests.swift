import Estimation
import Core
import RealModule
import Testing

/// How often the 95 % interval holds the truth.
@Suite(.enabled(if: Coverage.isLong, "long: set GEOJOULE_LONG_TESTS=1")) struct TailCoverageTests {
  private static let repetitions = Coverage.repetitions

  @Test func timersFromPower() throws {
    var held = [0, 0]
    for seed in 0..<Self.repetitions {
      var random = Xoshiro256PlusPlus(seed: UInt64(seed))
      func normal() -> Double { NormalDistribution.quantile(random.uniform()) }
      var pieces: [(watts: Double, seconds: Double)] = [(0.02, 3)]
      for _ in 0..<9 { pieces += [(1.2, 0.9), (0.43 + 0.03 * normal(), 4.1 + 0.3 * normal()), (0.02, 3.1)] }
      let trace = try SyntheticTrace(step: 0.05, noise: 0.06, correlation: 0.4, pieces: pieces).trace(
        seed: UInt64(seed))
      let fit = try RadioTailFit(steps: try PowerSteps(trace: trace, levelCount: 3))
      held[0] += try #require(fit.summary["tail.duration"]?.interval95).contains(4.1) ? 1 : 0
      held[1] += try #require(fit.summary["tail_1.power"]?.interval95).contains(0.43) ? 1 : 0
    }
    print("tail's duration and power: \(held) of \(Self.repetitions)")
    for count in held {
      let share = Double(count) / Double(Self.repetitions)
      #expect((0.92...0.98).contains(share), "\(share)")
    }
  }

  @Test func latenciesAndStepsFromProbes() throws {
    // A step between levels close to each other; the interval is on the safe side, so only its lower limit counts.
    let truth = SyntheticProbes(
      steps: [5.13], latencies: [0.067, 0.089], spreads: [0.3, 0.3], longest: 12, count: 180)
    var (steps, levels) = (0, 0)
    for seed in 0..<Self.repetitions {
      let fit = try IdleGapFit(samples: truth.make(seed: UInt64(seed)), stepCount: 1)
      steps += try #require(fit.summary["step_1"]?.interval95).contains(5.13) ? 1 : 0
      levels += try #require(fit.summary["latency_0"]?.interval95).contains(0.067) ? 1 : 0
    }
    print("step and latency: \(steps), \(levels) of \(Self.repetitions)")
    #expect(Double(steps) / Double(Self.repetitions) >= 0.92, "\(steps)")
    #expect((0.92...0.98).contains(Double(levels) / Double(Self.repetitions)), "\(levels)")
  }
}
