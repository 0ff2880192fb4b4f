import Core
import Foundation
import RealModule
import Testing

@testable import Estimation

/// Curves and powers among correlated noise, on series from 5 to 500 time constants long. Takes minutes:
/// GEOJOULE_LONG_TESTS=1 swift test.
@Suite(.enabled(if: Coverage.isLong))
struct CorrelatedCoverageTests {
  static func noise(_ count: Int, _ time: Double, _ seed: UInt64) -> [Double] {
    TestData.gaussMarkov(times: (0..<count).map { Double($0) }, timeConstant: time, seed: seed)
  }

  private static func count(_ index: Int) -> (length: Double, time: Double, count: Int) {
    let (length, time) = Coverage.grid[index]
    return (length, time, Int(length * time))
  }

  // MARK: - Curves

  static let line = [("intercept", 0.47), ("slope", 0.083)]

  @Test(arguments: Coverage.grid.indices, ["along the time", "over scattered x", "over x that wanders too"])
  func lines(_ index: Int, _ kind: String) throws {
    let (length, time, count) = Self.count(index)
    try Coverage.measure("line \(kind)", length: length, time: time, Self.line) { seed in
      let x: [Double]
      switch kind {
      case "along the time": x = (0..<count).map { 9 * Double($0) / Double(count) }
      case "over scattered x": x = TestData.uniforms(count, seed: seed).map { 9 * $0 }
      default: x = Self.noise(count, time, seed + 3).map { 3 + 1.7 * $0 }
      }
      let y = zip(x, Self.noise(count, time, seed + 11)).map { 0.47 + 0.083 * $0 + 0.21 * $1 }
      return try CurveFit(.linear).fit(CurveData(inputs: [x], response: y)).summary
    }
  }

  /// The noise that was measured at 41 to 82 %: a correlation of 0.9 or 0.5 from row to row.
  @Test(arguments: [(30, 0.9), (100, 0.9), (30, 0.5)])
  func shortLines(_ count: Int, _ memory: Double) throws {
    let time = -1 / Double.log(memory)
    let length = (10 * Double(count) / time).rounded() / 10
    try Coverage.measure(
      "line with correlation \(memory)", length: length, time: (10 * time).rounded() / 10, Self.line
    ) { seed in
      let x = (0..<count).map { Double($0) }
      let y = zip(x, Self.noise(count, time, seed)).map { 0.47 + 0.083 * $0 + 0.21 * $1 }
      return try CurveFit(.linear).fit(CurveData(inputs: [x], response: y)).summary
    }
  }

  @Test(arguments: Coverage.counts)
  func linesWithoutCorrelation(_ count: Int) throws {
    try Coverage.measure(
      "line along the time, independent rows", length: Double(count), time: 0, Self.line, isSafe: true
    ) { seed in
      let x = (0..<count).map { 100 * Double($0) / Double(count) }
      let y = zip(x, TestData.normals(count, seed: seed)).map { 0.47 + 0.083 * $0 + 0.21 * $1 }
      return try CurveFit(.linear).fit(CurveData(inputs: [x], response: y)).summary
    }
  }

  /// Parameters, deviation of the noise and the curve itself, for inputs from 0 to 9.
  private struct Example {
    let truths: [Double]
    let noise: Double
    let curve: ([Double]) -> Double

    init(_ form: CurveForm) {
      switch form {
      case .linear: (truths, noise, curve) = ([0.47, 0.083], 0.21, { 0.47 + 0.083 * $0[0] })
      case .throughOrigin: (truths, noise, curve) = ([0.83], 0.4, { 0.83 * $0[0] })
      case .polynomial:
        (truths, noise) = ([0.7, 0.31, -0.047], 0.21)
        curve = { 0.7 + 0.31 * $0[0] - 0.047 * $0[0] * $0[0] }
      case .powerLaw: (truths, noise, curve) = ([1.7, 0.61], 0.13, { 1.7 * Double.pow($0[0], 0.61) })
      case .logistic:
        (truths, noise) = ([3.1, 4.7, 0.9], 0.09)
        curve = { 3.1 / (1 + Double.exp(-($0[0] - 4.7) / 0.9)) }
      case .hinge:
        (truths, noise) = ([1.3, 0.07, 0.53, 5.1], 0.05)
        curve = { 1.3 + 0.07 * min($0[0] - 5.1, 0) + 0.53 * max($0[0] - 5.1, 0) }
      case .exponentials: (truths, noise, curve) = ([2.3, 0.31], 0.05, { 2.3 * Double.exp(-0.31 * $0[0]) })
      case .exponentialTail:
        // The tail fades in the first half of the trace, whatever its length.
        (truths, noise) = ([0.31, 1.21, 2.63], 0.05)
        curve = { 0.31 + 1.21 * Double.exp(-$0[0] * 13 / 9 / 2.63) }
      case .throughputPower:
        (truths, noise) = ([0.44, 0.052, 1.29], 0.11)
        curve = { 0.44 * $0[0] + 0.052 * $0[1] + 1.29 }
      }
    }
  }

  /// - Parameter time: of the noise, in rows; 0 for independent rows, which have no order then.
  private static func fit(_ form: CurveForm, _ count: Int, _ time: Double, _ seed: UInt64) throws -> FitSummary {
    let example = Example(form)
    var fit = CurveFit(form)
    if form == .exponentials { fit.order = 1 }
    fit.rowsAreInTimeOrder = time > 0
    let scale = form == .exponentialTail ? 13.0 / 9 : 1
    var inputs = [(0..<count).map { 9 * (Double($0) + 0.5) / Double(count) }]
    if form == .throughputPower {
      inputs = (0..<2).map { k in Self.noise(count, 5, seed + 31 + UInt64(k)).map { 5 + 2 * $0 } }
    }
    let wander = time > 0 ? Self.noise(count, time, seed) : TestData.normals(count, seed: seed)
    let y = (0..<count).map { i in example.curve(inputs.map { $0[i] }) + example.noise * wander[i] }
    return try fit.fit(CurveData(inputs: inputs.map { $0.map { scale * $0 } }, response: y)).summary
  }

  private static func truths(_ form: CurveForm) throws -> [(String, Double)] {
    let names = try NamedFormula(form, order: form == .exponentials ? 1 : nil).parameters
    return Array(zip(names, Example(form).truths))
  }

  /// A curve of each form that bends, over x that grows with time.
  @Test(arguments: Coverage.grid.indices, CurveForm.allCases)
  func curves(_ index: Int, _ form: CurveForm) throws {
    if form == .linear { return }
    let (length, time, count) = Self.count(index)
    try Coverage.measure(
      "\(form.rawValue.replacing("_", with: " ")) curve", length: length, time: time, Self.truths(form)
    ) { try Self.fit(form, count, time, $0) }
  }

  /// Over x that wanders for 20 rows, as received power does: short series lie on one side of the knee.
  @Test(arguments: Coverage.grid.indices)
  func hingesOverWanderingX(_ index: Int) throws {
    let (length, time, count) = Self.count(index)
    try Coverage.measure(
      "hinge curve over x that wanders", length: length, time: time,
      [("level", 1.3), ("slope_below", 0.53), ("slope_above", 0.07), ("knee", -1)], isSafe: true,
      repetitions: Coverage.repetitions / 2
    ) { seed in
      let x = Self.noise(count, 20, seed + 1).map { 10 * $0 }
      let y = zip(x, Self.noise(count, time, seed)).map { 1.3 + 0.53 * min($0 + 1, 0) + 0.07 * max($0 + 1, 0) + $1 }
      return try CurveFit(.hinge).fit(CurveData(inputs: [x], response: y)).summary
    }
  }

  @Test(arguments: Coverage.counts, CurveForm.allCases)
  func curvesOfIndependentRows(_ count: Int, _ form: CurveForm) throws {
    try Coverage.measure(
      "\(form.rawValue.replacing("_", with: " ")) curve, independent rows", length: Double(count), time: 0,
      Self.truths(form)
    ) { try Self.fit(form, count, 0, $0) }
  }

  @Test(arguments: Coverage.grid.indices, [CurveForm.linear, .exponentialTail])
  func robustCurves(_ index: Int, _ form: CurveForm) throws {
    let (length, time, count) = Self.count(index)
    let isLine = form == .linear
    try Coverage.measure(
      isLine ? "robust line along the time" : "robust exponential tail", length: length, time: time,
      isLine ? Self.line : [("floor", 0.31), ("amplitude", 1.21), ("time_constant", 2.63)], isSafe: true,
      repetitions: Coverage.repetitions / (isLine ? 1 : 2)
    ) { seed in
      let x = (0..<count).map { (isLine ? 9 : 13) * Double($0) / Double(count) }
      let y = zip(x, Self.noise(count, time, seed + 11)).map { x, noise in
        isLine ? 0.47 + 0.083 * x + 0.21 * noise : 0.31 + 1.21 * .exp(-x / 2.63) + 0.05 * noise
      }
      var fit = CurveFit(form)
      fit.isRobust = true
      return try fit.fit(CurveData(inputs: [x], response: y)).summary
    }
  }

  // MARK: - Powers

  /// A power that wanders about its state's mean, in one visit.
  @Test(arguments: Coverage.grid.indices)
  func statePowers(_ index: Int) throws {
    let (length, time, count) = Self.count(index)
    try Coverage.measure("power of a state from a trace", length: length, time: time, [("on", 0.371)]) { seed in
      let trace = try PowerTrace(
        times: (0..<count).map { 0.1 * Double($0) }, watts: Self.noise(count, time, seed).map { 0.371 + 0.05 * $0 })
      return try StatePowerFit(
        trace: trace, spans: [LabelledSpan(state: "on", start: 0, end: 0.1 * Double(count))]
      ).summary
    }
  }

  /// Two states in turn, four visits each, whose lengths beyond the guard times add up to the series'; the noise of one goes on in
  /// the other.
  @Test(arguments: Coverage.grid.indices)
  func powersAboveAFloor(_ index: Int) throws {
    let (length, time, count) = Self.count(index)
    // Guard times take 10 samples at either end.
    let visit = count / 4 + 20
    try Coverage.measure(
      "power above a floor", length: length, time: time, [("floor", 0.031), ("scan", 0.142)], isSafe: true
    ) { seed in
      let labels = (0..<8 * visit).map { $0 / visit % 2 == 0 ? "floor" : "scan" }
      let trace = try PowerTrace(
        times: labels.indices.map { 0.1 * Double($0) },
        watts: zip(labels, Self.noise(labels.count, time, seed)).map { ($0 == "scan" ? 0.173 : 0.031) + 0.02 * $1 })
      return try StatePowerFit(
        trace: trace, spans: try LabelledSpan.spans(of: trace, labels: labels),
        floor: "floor"
      ).summary
    }
  }

  /// Changes with an energy of their own, 0.21 J that spread by 0.03 J; the count is the number of changes.
  @Test(arguments: Coverage.counts)
  func energiesOfChanges(_ changes: Int) throws {
    try Coverage.measure(
      "energy of a change of state", length: Double(changes), time: 0, [("energy.idle.on", 0.21)], isSafe: true
    ) { seed in
      let z = TestData.normals(changes, seed: seed + 7)
      var (pieces, spans): ([(watts: Double, seconds: Double)], [LabelledSpan]) = ([], [])
      for k in 0..<changes {
        let start = 8 * Double(k)
        // What the change itself takes is spent in the first half second.
        pieces += [(0.113, 4), (0.371 + (0.21 + 0.03 * z[k]) / 0.5, 0.5), (0.371, 3.5)]
        spans += [
          LabelledSpan(state: "idle", start: start, end: start + 4),
          LabelledSpan(state: "on", start: start + 4, end: start + 8),
        ]
      }
      let trace = try SyntheticTrace(step: 0.05, noise: 0.03, correlation: 0.6, pieces: pieces).trace(seed: seed)
      return try StatePowerFit(trace: trace, spans: spans, guardTime: 1).summary
    }
  }
}
