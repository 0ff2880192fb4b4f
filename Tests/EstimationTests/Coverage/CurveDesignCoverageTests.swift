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
