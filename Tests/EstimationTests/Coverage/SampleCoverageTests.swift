import Core
import Foundation
import RealModule
import Testing

@testable import Estimation

/// Drives, and fits whose samples are independent: lengths are then the number of attempts, sites, probes or runs.
@Suite(.enabled(if: Coverage.isLong))
struct SampleCoverageTests {
  // MARK: - Drives

  /// In seconds; the received power wanders with 40 s.
  @Test(arguments: [(5.0, 16.0), (10, 8), (20, 8), (20, 30), (50, 8), (100, 8), (500, 4)])
  func throughput(_ length: Double, _ time: Double) throws {
    try Coverage.measure(
      "throughput against received power", length: length, time: time, [("intercept", 7.1), ("slope", 0.31)],
      isSafe: true
    ) { seed in
      let fit = try ThroughputFit(
        ThroughputFitTests.drive(seed, count: Int(length * time), time: time) { 7.1 + 0.31 * ($0 + 100) / 10 })
      // Where another model is taken there is nothing to hold.
      guard fit.levelModel == .level else { throw EstimationError.badInput("another model") }
      let summary = fit.levelSummary
      return FitSummary(
        model: summary.model, formula: summary.formula,
        parameters: zip(["intercept", "slope"], summary.parameters).map { name, parameter in
          FittedParameter(
            name: name, value: parameter.value, standardError: parameter.standardError,
            interval95: parameter.interval95, intervalMethod: parameter.intervalMethod, unit: parameter.unit)
        }, covariance: [[1, 0], [0, 1]], logLikelihood: nil, samples: summary.samples,
        effectiveSamples: summary.effectiveSamples)
    }
  }

  /// Shadows in dB of 6 over one cell; fast fading is white. In steps of 10 m.
  @Test(arguments: [(5.0, 6.0), (10, 6), (20, 6), (20, 15), (50, 6), (50, 15), (100, 2.5), (500, 3)], [0.0, 2])
  func pathLoss(_ cell: (length: Double, time: Double), _ fading: Double) throws {
    let (length, time) = cell
    try Coverage.measure(
      "path loss past a known tower with fading of \(Int(fading)) dB", length: length, time: time,
      [("exponent", 3.4), ("shadowing_deviation", 6), ("decorrelation_distance", 10 * time)], isSafe: true,
      repetitions: Coverage.repetitions / 2
    ) { seed in
      let (points, tower) = DriveRadioTests.pathLoss(
        seed, exponent: 3.4, length: 10 * length * time, decorrelation: 10 * time, fading: fading)
      return try PathLossFit([points], towers: [4: tower]).summary
    }
  }

  @Test(arguments: [(5.0, 16.0), (10, 8), (20, 8), (50, 4), (100, 4), (500, 2)])
  func radioPower(_ length: Double, _ time: Double) throws {
    let count = Int(length * time)
    try Coverage.measure(
      "power against received power", length: length, time: time,
      [("floor", 1.21), ("slope", 0.43), ("knee", -103)], isSafe: true, repetitions: Coverage.repetitions / 2
    ) { seed in
      let wander = CorrelatedCoverageTests.noise(count, 25, seed)
      let noise = CorrelatedCoverageTests.noise(count, time, seed + 1)
      return try RadioPowerFit(
        (0..<count).map { i in
          let level = -100 + 9 * wander[i]
          return SignalSample(
            time: Double(i), drive: 0, level: level, value: 1.21 + 0.43 * max(-103 - level, 0) / 10 + 0.05 * noise[i])
        }
      ).summary
    }
  }

  /// By the expected number of changes; an exact interval of a count is on the safe side.
  @Test(arguments: [5.0, 10, 20, 50, 100, 500])
  func cellChanges(_ expected: Double) throws {
    try Coverage.measure(
      "cell changes per kilometre", length: expected, time: 0, [("handovers_per_km", 0.4)], isSafe: true,
      repetitions: expected > 100 ? Coverage.repetitions / 4 : Coverage.repetitions
    ) { seed in
      let length = expected / 0.4 * 1000
      let u = TestData.uniforms(Int(2 * expected) + 100, seed: seed)
      var (places, place) = ([Double](), 0.0)
      for k in u.indices where place < length {
        place -= 2_500 * Double.log(u[k])
        if place < length { places.append(place) }
      }
      return try HandoverFit([("a", DriveRadioTests.way(places, length: length))]).summary
    }
  }

  /// Stretches of 400 m in a weak signal, 1,600 m apart; by the expected number of stretches.
  @Test(arguments: [5.0, 10, 20, 50, 100, 500])
  func coverageHoles(_ expected: Double) throws {
    let truths = [("share_of_way", 0.2), ("length", 400), ("spacing", 1_600)]
    try Coverage.tally(
      "stretches of weak signal", length: expected, time: 0, truths.map(\.0), isSafe: true
    ) { seed in
      let u = TestData.uniforms(Int(4 * expected) + 200, seed: seed)
      var (isHole, end, k) = (u[0] < 0.2, 0.0, 1)
      end = -(isHole ? 400 : 1_600) * Double.log(u[1])
      let points = stride(from: 0.0, through: expected * 2_000, by: 10).map { way -> DrivePoint in
        while way >= end, k + 1 < u.count {
          isHole.toggle()
          k += 1
          end -= (isHole ? 400 : 1_600) * Double.log(u[k])
        }
        return DrivePoint(time: way / 10, distance: way, level: isHole ? -115 : -90)
      }
      // One stretch has no spacing.
      let summary = try CoverageHoleFit([points], below: -110).summary
      return truths.map { name, truth in summary[name]?.interval95.map { $0.contains(truth) } }
    }
  }

  // MARK: - Times to first fix

  private static func fit(_ model: FirstFixModel, assumption: FirstFixAssumption = .allWouldSucceed) -> FirstFixFit {
    var fit = FirstFixFit(assumption: assumption)
    fit.models = [model]
    return fit
  }

  @Test(arguments: Coverage.counts)
  func firstFixes(_ count: Int) throws {
    try Coverage.measure(
      "times to first fix", length: Double(count), time: 0, [("median", 8.3), ("log_deviation", 0.61)]
    ) { seed in
      try Self.fit(.lognormal).fit(
        FirstFixFitTests.attempts(count, median: 8.3, deviation: 0.61, failure: 0, limit: 1e6, seed: seed)
      ).winner.summary
    }
  }

  /// Weibull's times, half of the attempts given up after 13 s, the others after 29 s.
  @Test(arguments: Coverage.counts)
  func weibullFirstFixes(_ count: Int) throws {
    try Coverage.measure(
      "Weibull's times to first fix, some given up", length: Double(count), time: 0, [("scale", 11.7), ("shape", 1.63)]
    ) { seed in
      let (u, v) = (TestData.uniforms(count, seed: seed), TestData.uniforms(count, seed: seed + 3))
      return try Self.fit(.weibull).fit(
        zip(u, v).map { u, v in
          let time = 11.7 * Double.pow(-Double.log(u), 1 / 1.63)
          let limit = v < 0.5 ? 29.0 : 13.0
          return FirstFixAttempt(seconds: min(time, limit), succeeded: time <= limit)
        }
      ).winner.summary
    }
  }

  @Test(arguments: Coverage.counts)
  func quantilesOfFirstFixes(_ count: Int) throws {
    try Coverage.tally(
      "quantiles of times to first fix", length: Double(count), time: 0, ["p50", "p95"]
    ) { seed in
      let fit = try Self.fit(.lognormal).fit(
        FirstFixFitTests.attempts(count, median: 8.3, deviation: 0.61, failure: 0, limit: 1e6, seed: seed)
      ).winner
      return [(0.5, 8.3), (0.95, 8.3 * Double.exp(0.61 * 1.644_853_626_951_472))].map { share, truth in
        fit.quantileInterval(share).map { $0.contains(truth) }
      }
    }
  }

  @Test(arguments: Coverage.counts, [(1.7, 0.53), (8.3, 0.61)])
  func firstFixesInWholeSeconds(_ count: Int, _ truth: (median: Double, deviation: Double)) throws {
    try Coverage.measure(
      "times to first fix in whole seconds; median \(truth.median) s", length: Double(count), time: 0,
      [("median", truth.median), ("log_deviation", truth.deviation)]
    ) { seed in
      let exact = FirstFixFitTests.attempts(
        count, median: truth.median, deviation: truth.deviation, failure: 0, limit: 1e4, seed: seed)
      return try Self.fit(.lognormal).fit(
        exact.map { FirstFixAttempt(seconds: $0.seconds.rounded(), succeeded: true) }
      ).winner.summary
    }
  }

  /// Twelve attempts at each of some sites that differ; lengths are sites.
  @Test(arguments: Coverage.counts)
  func firstFixesBySite(_ sites: Int) throws {
    try Coverage.measure(
      "times to first fix by site", length: Double(sites), time: 0,
      [("median", 8.3), ("log_deviation", 0.41.squareRoot())], isSafe: true
    ) { seed in
      try Self.fit(.lognormal).fit(FirstFixFitTests.attempts(sites: sites, each: 12, seed: seed)).winner.summary
    }
  }

  @Test(arguments: Coverage.counts)
  func shiftedFirstFixes(_ count: Int) throws {
    try Coverage.measure(
      "times to first fix after a shift", length: Double(count), time: 0,
      [("median", 32), ("log_deviation", 0.6), ("shift", 21)], isSafe: true
    ) { seed in
      try Self.fit(.shiftedLognormal).fit(
        FirstFixFitTests.attempts(count, median: 11, deviation: 0.6, failure: 0, limit: 1e6, seed: seed).map {
          FirstFixAttempt(seconds: 21 + $0.seconds, succeeded: true)
        }
      ).winner.summary
    }
  }

  /// Failures beside slow fixes, given up after 15 s.
  @Test(arguments: Coverage.counts)
  func failuresOfFirstFixes(_ count: Int) throws {
    try Coverage.measure(
      "times to first fix given up after 15 s", length: Double(count), time: 0,
      [("median", 8.3), ("log_deviation", 0.61), ("failure_probability", 0.27)], isSafe: true
    ) { seed in
      try Self.fit(.lognormal, assumption: .cure).fit(
        FirstFixFitTests.attempts(count, median: 8.3, deviation: 0.61, failure: 0.27, limit: 15, seed: seed)
      ).winner.summary
    }
  }

  // MARK: - Round trips after gaps

  /// A step between levels close to each other and far apart, with normal noise and Student's of 3 and 5 degrees of freedom.
  @Test(arguments: Coverage.counts, [(3, 0.089), (3, 0.2), (5, 0.089), (0, 0.089)])
  func stepsAfterGaps(_ count: Int, _ kind: (freedom: Int, latency: Double)) throws {
    let (freedom, latency) = kind
    let noise = freedom == 0 ? "normal noise" : "noise of t\(freedom)"
    try Coverage.measure(
      "step of idle gaps from 0.067 to \(latency) s; \(noise)", length: Double(count), time: 0,
      [("step_1", 5.13), ("latency_0", 0.067), ("latency_1", latency)], isSafe: true
    ) { seed in
      var random = Xoshiro256PlusPlus(seed: seed)
      func normal() -> Double { NormalDistribution.quantile(random.uniform()) }
      let samples = (0..<count).map { _ -> IdleGapSample in
        let gap = 12 * random.uniform()
        let squares = (0..<freedom).reduce(0.0) { sum, _ in
          let z = normal()
          return sum + z * z
        }
        let scale = freedom == 0 ? 1 : (squares / Double(freedom)).squareRoot()
        return IdleGapSample(
          gap: gap, roundTrip: (gap < 5.13 ? 0.067 : latency) * Double.exp(0.2 * normal() / scale))
      }
      return try IdleGapFit(samples: samples, stepCount: 1).summary
    }
  }

  // MARK: - Battery levels

  /// Four strategies, so many runs of each: lengths are all runs.
  @Test(arguments: [1, 3, 5, 12, 25, 125])
  func batteryLevels(_ each: Int) throws {
    let truth = SyntheticRuns(runsPerStrategy: each)
    let runs = truth.make(seed: 1).count
    try Coverage.measure(
      "powers from battery levels", length: Double(runs), time: 0,
      zip(truth.components.map(\.name) + ["gauge.plateau"], truth.powers + [truth.plateau]).map { ($0, $1) },
      repetitions: each > 100 ? Coverage.repetitions / 4 : Coverage.repetitions
    ) { seed in
      try DrainFit(runs: truth.make(seed: seed), components: truth.components, options: truth.options).summary
    }
  }

  // MARK: - Tails

  /// A power trace with so many tails; a tail is the mean of its episodes.
  @Test(arguments: Coverage.counts)
  func tails(_ episodes: Int) throws {
    try Coverage.measure(
      "tails of a power trace", length: Double(episodes), time: 0, [("tail.duration", 4.1), ("tail_1.power", 0.43)]
    ) { seed in
      let z = TestData.normals(2 * episodes, seed: seed)
      var pieces: [(watts: Double, seconds: Double)] = [(0.02, 3)]
      for k in 0..<episodes {
        pieces += [(1.2, 0.9), (0.43 + 0.03 * z[2 * k], 4.1 + 0.3 * z[2 * k + 1]), (0.02, 3.1)]
      }
      let trace = try SyntheticTrace(step: 0.05, noise: 0.06, correlation: 0.4, pieces: pieces).trace(seed: seed + 7)
      return try RadioTailFit(steps: try PowerSteps(trace: trace, levelCount: 3)).summary
    }
  }

  // MARK: - Access along the way

  /// Two accesses in turn with stays of 400 m and 1,600 m on average; lengths are stays on the first.
  @Test(arguments: [5.0, 10, 20, 50, 100, 500])
  func accesses(_ expected: Double) throws {
    try Coverage.tally(
      "radio access along the way", length: expected, time: 0, ["share", "stay", "stay on the other"], isSafe: true
    ) { seed in
      let u = TestData.uniforms(Int(4 * expected) + 200, seed: seed)
      var (isFirst, k) = (u[0] < 0.2, 1)
      var end = -(isFirst ? 400 : 1_600) * Double.log(u[1])
      let points = stride(from: 0.0, through: expected * 2_000, by: 10).map { way -> DrivePoint in
        while way >= end, k + 1 < u.count {
          isFirst.toggle()
          k += 1
          end -= (isFirst ? 400 : 1_600) * Double.log(u[k])
        }
        return DrivePoint(time: way / 15, distance: way, access: isFirst ? 0 : 1)
      }
      let fit = try AccessFit([points], accesses: [0, 1])
      let (first, other) = (fit.accesses.first { $0.access == 0 }, fit.accesses.first { $0.access == 1 })
      return [
        first?.share.interval95.map { $0.contains(0.2) }, first?.stay?.interval95.map { $0.contains(400) },
        other?.stay?.interval95.map { $0.contains(1_600) },
      ]
    }
  }
}
