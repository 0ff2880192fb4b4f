import RealModule
import Testing

@testable import Estimation

/// Designs that no method here was chosen on. Takes minutes: GEOJOULE_LONG_TESTS=1 swift test.
@Suite(.enabled(if: Coverage.isLong))
struct OtherDesignsCoverageTests {
  /// Noise of deviation 1 that no assumption of the fits describes.
  private static func noise(_ kind: String, _ count: Int, _ seed: UInt64) -> [Double] {
    let (z, u) = (TestData.normals(count, seed: seed + 7), TestData.uniforms(count, seed: seed + 19))
    switch kind {
    case "a late burst": return z.enumerated().map { $0 >= count * 3 / 4 ? 3 * $1 : $1 / 2 }
    case "5 % outliers": return zip(z, u).map { $1 < 0.05 ? 10 * $0 : $0 }
    case "skewed errors": return z.map { (Double.exp($0) - Double.exp(0.5)) / 2.16 }
    case "three degrees of freedom":
      let parts = (1...3).map { TestData.normals(count, seed: seed + 100 * UInt64($0)) }
      return z.indices.map { i in z[i] / (parts.reduce(0) { $0 + $1[i] * $1[i] } / 3).squareRoot() }
    case "alternating errors": return z.indices.map { $0 == 0 ? z[0] : (z[$0] - 0.8 * z[$0 - 1]) }
    default: return z
    }
  }

  @Test(
    arguments: [15, 40, 100],
    [
      "a late burst", "5 % outliers", "skewed errors", "three degrees of freedom", "alternating errors",
      "whole numbers",
    ])
  func lines(_ count: Int, _ kind: String) throws {
    try Coverage.measure(
      "line of \(count) rows with \(kind)", length: Double(count), time: 1, [("intercept", 0.47), ("slope", 0.083)],
      isSafe: true
    ) { seed in
      let x = (0..<count).map { Double($0) }
      let y = zip(x, Self.noise(kind, count, seed)).map { 0.47 + 0.083 * $0 + $1 }
      return try CurveFit(.linear).fit(
        CurveData(inputs: [x], response: kind == "whole numbers" ? y.map { $0.rounded() } : y)
      ).summary
    }
  }

  /// Counts, whose variance is their mean, and errors in proportion to the curve.
  @Test(arguments: [20, 60], ["counts", "errors in proportion"])
  func scatterOfOtherKinds(_ count: Int, _ kind: String) throws {
    var fit = CurveFit(.linear)
    fit.rowsAreInTimeOrder = false
    try Coverage.measure(
      "line over \(count) \(kind)", length: Double(count), time: 0, [("intercept", 4), ("slope", 2.3)], isSafe: true
    ) { seed in
      let x = TestData.uniforms(count, seed: seed).map { 30 * $0 * $0 }
      let y = zip(x, TestData.normals(count, seed: seed + 7)).map { x, z in
        let mean = 4 + 2.3 * x
        return mean + (kind == "counts" ? mean.squareRoot() : 0.2 * mean) * z
      }
      return try fit.fit(CurveData(inputs: [x], response: y)).summary
    }
  }

  @Test(arguments: [
    ("a power near 0", SyntheticRuns(powers: [0.047, 0.213, 0.006])),
    (
      "hardly varied states", SyntheticRuns(shares: [[1, 0.3, 0.2], [1, 0.5, 0.42], [1, 0.7, 0.6], [1, 0.6, 0.75]])
    ),
    ("two runs of each strategy", SyntheticRuns(runsPerStrategy: 2)),
    ("runs of a quarter of the time", SyntheticRuns(hours: 3.1, readingsPerHour: 4)),
    (
      "a gauge without noise or plateau",
      SyntheticRuns(plateau: 0, plateauDeviation: 0, readingDeviation: 0, readingsPerHour: 6)
    ),
  ])
  func drains(_ kind: String, _ truth: SyntheticRuns) throws {
    try Coverage.measure(
      "drain with \(kind)", length: Double(4 * truth.runsPerStrategy), time: 0,
      Array(zip(truth.components.map(\.name) + ["gauge.plateau"], truth.powers + [truth.plateau])), isSafe: true
    ) { seed in
      try DrainFit(runs: truth.make(seed: seed), components: truth.components, options: truth.options).summary
    }
  }

  /// Visits of very different length that differ by more than the noise inside them.
  @Test(arguments: [3, 5, 12]) func unequalVisits(_ visits: Int) throws {
    try Coverage.measure(
      "power over \(visits) unequal visits", length: Double(visits), time: 0, [("on", 0.71)], isSafe: true
    ) { seed in
      let apart = TestData.normals(visits, seed: seed + 3)
      var (pieces, spans, time) = ([(watts: Double, seconds: Double)](), [LabelledSpan](), 0.0)
      for k in 0..<visits {
        let seconds = k == 0 ? 41.0 : 7
        pieces += [(0.71 + 0.05 * apart[k], seconds), (0.13, 5)]
        spans += [
          LabelledSpan(state: "on", start: time, end: time + seconds),
          LabelledSpan(state: "off", start: time + seconds, end: time + seconds + 5),
        ]
        time += seconds + 5
      }
      let trace = try SyntheticTrace(step: 0.1, noise: 0.08, correlation: 0.5, pieces: pieces).trace(seed: seed)
      return try StatePowerFit(trace: trace, spans: spans).summary
    }
  }

  /// Few tails whose durations are skewed, and whose trace has spikes.
  @Test(arguments: [4, 8, 20]) func skewedTails(_ count: Int) throws {
    try Coverage.measure(
      "\(count) skewed tails with spikes", length: Double(count), time: 0,
      [("tail.duration", 4.2), ("tail_1.power", 0.43), ("idle.power", 0.02)], isSafe: true
    ) { seed in
      let z = TestData.normals(count, seed: seed + 3)
      var pieces: [(watts: Double, seconds: Double)] = [(0.02, 3)]
      for k in 0..<count { pieces += [(1.2, 0.9), (0.43, 4.2 * Double.exp(0.2 * z[k] - 0.02)), (0.02, 3.1)] }
      let made = try SyntheticTrace(step: 0.05, noise: 0.04, correlation: 0.3, pieces: pieces).trace(seed: seed)
      let u = TestData.uniforms(made.watts.count, seed: seed + 5)
      let trace = try PowerTrace(times: made.times, watts: zip(made.watts, u).map { $1 < 0.015 ? $0 + 1.1 : $0 })
      return try RadioTailFit(steps: try PowerSteps(trace: trace, levelCount: 3)).summary
    }
  }
}
