import RealModule
import Testing

@testable import Estimation

/// Curves where rows scatter unevenly, pause, or are shorter than their noise. Takes minutes: GEOJOULE_LONG_TESTS=1 swift test.
@Suite(.enabled(if: Coverage.isLong))
struct CurveDesignCoverageTests {
  private static let counts = [15, 30, 60, 200]

  /// A deviation that grows with x, whose values lie close together where it is small.
  @Test(
    arguments: counts,
    ["growing scatter", "growing scatter, x that crowds at 0", "growing scatter, in order", "even scatter"])
  func growingScatter(_ count: Int, _ kind: String) throws {
    var fit = CurveFit(.linear)
    fit.rowsAreInTimeOrder = kind.contains("in order")
    try Coverage.measure(
      "line with \(kind)", length: Double(count), time: 0,
      [("intercept", 3.1), ("slope", 0.47)], isSafe: true
    ) { seed in
      let power = kind.contains("crowds") ? 3 : 1
      let x = TestData.uniforms(count, seed: seed).map { 10 * Double.pow($0, power) }
      let y = zip(x, TestData.normals(count, seed: seed + 7)).map { x, z in
        3.1 + 0.47 * x + (kind == "even scatter" ? 0.5 : 0.05 + 0.2 * x) * z
      }
      return try fit.fit(CurveData(inputs: [x], response: y)).summary
    }
  }

  /// Power over throughput with errors of 15 %.
  @Test(arguments: counts, [ScatterModel.automatic, .proportional])
  func errorsInPercent(_ count: Int, _ scatter: ScatterModel) throws {
    var fit = CurveFit(.throughputPower)
    fit.rowsAreInTimeOrder = false
    fit.scatter = scatter
    try Coverage.measure(
      "power over throughput with errors of 15 %, \(scatter.rawValue)", length: Double(count), time: 0,
      [("alpha_up", 400), ("alpha_down", 50), ("beta", 1_200)], isSafe: true
    ) { seed in
      let inputs = (0..<2).map { k in TestData.uniforms(count, seed: seed + UInt64(k)).map { -3 * Double.log(1 - $0) } }
      let y = zip(zip(inputs[0], inputs[1]), TestData.normals(count, seed: seed + 7)).map { x, z in
        (400 * x.0 + 50 * x.1 + 1_200) * (1 + 0.15 * z)
      }
      return try fit.fit(CurveData(inputs: inputs, response: y)).summary
    }
  }

  /// The same, and a line with growing scatter, by robust losses.
  @Test(arguments: [30, 100, 400], [CurveLoss.huber, .bisquare, .cauchy])
  func robustLosses(_ count: Int, _ loss: CurveLoss) throws {
    for isLine in [true, false] {
      let truths = isLine ? [("a", 3.1), ("b", 0.47)] : [("a", 1_200.0), ("b", 400), ("c", 50)]
      var fit = FormulaFit(
        try Formula(isLine ? "y = a + b*x" : "y = a + b*x + c*u"),
        parameters: truths.map { FormulaParameter($0.0, start: $0.1) })
      (fit.loss, fit.rowsAreInTimeOrder) = (loss, false)
      try Coverage.measure(
        (isLine ? "line with growing scatter, " : "power over throughput with errors of 15 %, ") + loss.rawValue,
        length: Double(count), time: 0, truths, isSafe: true
      ) { seed in
        let u = (0..<2).map { TestData.uniforms(count, seed: seed + UInt64($0)) }
        let x = u[0].map { isLine ? 10 * $0 : -3 * Double.log(1 - $0) }
        let other = u[1].map { -3 * Double.log(1 - $0) }
        let y = zip(zip(x, other), TestData.normals(count, seed: seed + 7)).map { x, z in
          isLine ? 3.1 + 0.47 * x.0 + (0.05 + 0.2 * x.0) * z : (1_200 + 400 * x.0 + 50 * x.1) * (1 + 0.15 * z)
        }
        return try fit.fit(FormulaData(columns: ["x": x, "u": other, "y": y])).summary
      }
    }
  }

  /// Rows in bursts of ten with pauses of ninety, and steps that are tenfold at random; noise goes on in between.
  @Test(arguments: [60, 150], ["pauses", "tenfold gaps"])
  func unevenTimes(_ count: Int, _ kind: String) throws {
    let time = 8.0
    var last = 0.0
    let gaps = TestData.uniforms(count, seed: 71)
    let x = (0..<count).map { i -> Double in
      last += kind == "pauses" ? (i % 10 == 0 ? 90 : 1) : gaps[i] < 0.2 ? 10 : 1
      return last
    }
    try Coverage.measure(
      "line along uneven times, \(kind)", length: (x[count - 1] / time).rounded(), time: time,
      [("intercept", 0.47), ("slope", 0.083)], isSafe: true
    ) { seed in
      let y = zip(x, TestData.gaussMarkov(times: x, timeConstant: time, seed: seed)).map {
        0.47 + 0.083 * $0 + 0.7 * $1
      }
      return try CurveFit(.linear).fit(CurveData(inputs: [x], response: y)).summary
    }
  }

  /// A correlation of 0.9 from row to row under white noise of the same or half the deviation.
  @Test(arguments: [30, 60, 100, 200], [0.5, 1])
  func whiteNoiseOnTop(_ count: Int, _ white: Double) throws {
    let time = -1 / Double.log(0.9)
    try Coverage.measure(
      "line through \(count) rows with correlation 0.9 and white noise of \(white)",
      length: (10 * Double(count) / time).rounded() / 10, time: 9.5, [("intercept", 0.47), ("slope", 0.083)],
      isSafe: true
    ) { seed in
      let x = (0..<count).map { Double($0) }
      let process = TestData.gaussMarkov(times: x, timeConstant: time, seed: seed)
      let own = TestData.normals(count, seed: seed + 7)
      let y = x.indices.map { i -> Double in 0.47 + 0.083 * x[i] + process[i] + white * own[i] }
      return try CurveFit(.linear).fit(CurveData(inputs: [x], response: y)).summary
    }
  }

  /// A random walk under white noise of deviation 1.
  @Test(arguments: [30, 40, 60, 100], [0.15, 0.3])
  func walksUnderWhiteNoise(_ count: Int, _ step: Double) throws {
    try Coverage.measure(
      "line through \(count) rows of a random walk with steps of \(step) under white noise", length: 4, time: 0.5,
      [("slope", 0.083)], isSafe: true
    ) { seed in
      var walk = 0.0
      let own = TestData.normals(count, seed: seed + 7)
      let y = zip(TestData.normals(count, seed: seed), own).enumerated().map { i, z -> Double in
        walk += step * z.0
        return 0.47 + 0.083 * Double(i) + walk + z.1
      }
      return try CurveFit(.linear).fit(CurveData(inputs: [(0..<count).map { Double($0) }], response: y)).summary
    }
  }

  /// Rates of drives that differ by 0.21 in lg(rate), against the received power.
  @Test(arguments: [1, 2, 3, 6, 12])
  func throughputOfDrives(_ drives: Int) throws {
    try Coverage.measure(
      "throughput over \(drives) drives", length: 75, time: 8, [("intercept", 7.1), ("slope", 0.31)], isSafe: true
    ) { seed in
      let apart = TestData.normals(drives, seed: seed + 3)
      let samples = (0..<drives).flatMap { drive in
        let intercept = 7.1 + 0.21 * apart[drive]
        return ThroughputFitTests.drive(seed + 1_009 * UInt64(drive), drive: drive) { level -> Double in
          intercept + 0.31 * (level + 100) / 10
        }
      }
      let fit = try ThroughputFit(samples)
      guard fit.levelModel == .level else { throw EstimationError.badInput("another model") }
      return fit.levelSummary
    }
  }

  /// Tails of one radio where 2 % of samples belong to spikes of a width in samples, with as many levels as show.
  @Test(arguments: [6, 20], [(0.05, 1, 0.06), (0.05, 1, 0.2), (0.05, 3, 0.06), (0.01, 5, 0.06), (0.01, 20, 0.06)])
  func tailsWithSpikes(_ tails: Int, _ trace: (step: Double, width: Int, noise: Double)) throws {
    try Coverage.measure(
      "tail at \(Int(1 / trace.step)) Hz with spikes of \(trace.width) and noise of \(trace.noise) W",
      length: Double(tails), time: 0, [("tail.duration", 4.1), ("tail_1.power", 0.43), ("idle.power", 0.02)],
      isSafe: true
    ) { seed in
      let z = TestData.normals(2 * tails, seed: seed)
      var pieces: [(watts: Double, seconds: Double)] = [(0.02, 3)]
      for k in 0..<tails { pieces += [(1.2, 0.9), (0.43 + 0.03 * z[2 * k], 4.1 + 0.3 * z[2 * k + 1]), (0.02, 3.1)] }
      let clean = try SyntheticTrace(step: trace.step, noise: trace.noise, correlation: 0.4, pieces: pieces).trace(
        seed: seed)
      var watts = clean.watts
      for (i, u) in TestData.uniforms(watts.count, seed: seed + 7).enumerated() where u < 0.02 / Double(trace.width) {
        for k in i..<min(watts.count, i + trace.width) { watts[k] += 0.9 }
      }
      return try RadioTailFit(steps: try PowerSteps(trace: PowerTrace(times: clean.times, watts: watts))).summary
    }
  }

  /// The band of a curve at its first, middle and last row, among independent rows (a time of 0) and rows that repeat each other.
  @Test(arguments: [CurveForm.linear, .exponentialTail], [(15, 0.0), (60, 0), (40, 8), (80, 8), (160, 8), (300, 3)])
  func bands(_ form: CurveForm, _ rows: (count: Int, time: Double)) throws {
    let (count, time) = rows
    var fit = CurveFit(form)
    fit.rowsAreInTimeOrder = time > 0
    try Coverage.tally(
      "band of \(form.rawValue)", length: time > 0 ? Double(count) / time : Double(count), time: time,
      ["first row", "middle row", "last row"], isSafe: true
    ) { seed in
      let x = (0..<count).map { 5 * Double($0) / Double(count) }
      let truth = x.map { form == .linear ? 3.1 + 0.47 * $0 : 0.31 + 1.21 * Double.exp(-$0 / 1.3) }
      let noise =
        time > 0 ? CorrelatedCoverageTests.noise(count, time, seed) : TestData.normals(count, seed: seed)
      let result = try fit.fit(CurveData(inputs: [x], response: zip(truth, noise).map { $0 + 0.13 * $1 }))
      let fitted = result.fitted
      return [0, count / 2, count - 1].map { row in result.band.map { abs(fitted[row] - truth[row]) <= $0(row) } }
    }
  }

  /// Rows of fewer than five time constants, and a random walk, which has none.
  @Test(arguments: [15, 20, 30, 60, 100], [0.9, 0.8, 1])
  func shortRows(_ count: Int, _ memory: Double) throws {
    try Coverage.measure(
      memory == 1
        ? "line through a random walk of \(count) rows" : "line through \(count) rows with correlation \(memory)",
      length: memory == 1 ? 4 : Double(count) * -Double.log(memory), time: 0.5,
      memory == 1 ? [("slope", 0.083)] : [("intercept", 0.47), ("slope", 0.083)], isSafe: true
    ) { seed in
      let z = TestData.normals(count, seed: seed)
      var noise = 0.0
      let y = (0..<count).map { i -> Double in
        let spread = memory < 1 && i > 0 ? (1 - memory * memory).squareRoot() : 1
        noise = (i == 0 ? 0 : memory * noise) + spread * z[i]
        return 0.47 + 0.083 * Double(i) + noise
      }
      return try CurveFit(.linear).fit(
        CurveData(inputs: [(0..<count).map { Double($0) }], response: y)
      ).summary
    }
  }
}
