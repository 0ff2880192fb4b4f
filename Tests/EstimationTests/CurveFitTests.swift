import Estimation
import Core
import RealModule
import Testing

/// Values: python3 Tests/EstimationTests/Reference/scipy_values.py (SciPy 1.17.1).
@Suite struct CurveFitTests {
  static let u = TestData.sequence(211, TestData.golden)
  static let v = TestData.sequence(211, TestData.root)
  static let z = TestData.scores(211, TestData.root)
  static let x = u.map { 17 * $0 }
  static let tail = zip(x, z).map { 0.31 + 1.21 * Double.exp(-$0 / 2.63) + 0.017 * $1 }

  static func fit(_ form: CurveForm, _ data: CurveData, robust: Bool = false) throws -> CurveResult {
    var fit = CurveFit(form)
    fit.isRobust = robust
    fit.rowsAreInTimeOrder = false
    fit.scatter = .constant
    return try fit.fit(data)
  }

  static func expect(_ summary: FitSummary, _ values: [Double], _ errors: [Double]) {
    for (parameter, value) in zip(summary.parameters, values) {
      #expect(agree(parameter.value, value, within: 1e-6), "\(parameter)")
    }
    for (parameter, error) in zip(summary.parameters, errors) {
      #expect(agree(parameter.standardError, error, within: 1e-6), "\(parameter)")
    }
  }

  @Test func straightLineAgrees() throws {
    let y = zip(Self.u, Self.z).map { 3.7 - 0.83 * $0 + 0.21 * $1 }
    let summary = try Self.fit(.linear, CurveData(inputs: [Self.u], response: y)).summary
    Self.expect(
      summary, [3.7073091848987656, -0.8309716870271849], [0.02923764602250707, 0.05063005297926312])
  }

  @Test func powerAgainstThroughputAgrees() throws {
    let down = zip(Self.u, Self.v).map { u, v in
      let x = 3.3 * u + 1.7 * v
      return 9.1 * (x - x.rounded(.down))
    }
    let y = Self.u.indices.map { 438.4 * Self.u[$0] + 52.0 * down[$0] + 1288 + 13.0 * Self.z[$0] }
    let summary = try Self.fit(.throughputPower, CurveData(inputs: [Self.u, down], response: y)).summary
    Self.expect(
      summary, [438.3646209976661, 52.21260140227888, 1287.463221190182],
      [3.1391738884205416, 0.345773796256359, 2.4236957018308822])
  }

  @Test func exponentialTailAgrees() throws {
    let summary = try Self.fit(.exponentialTail, CurveData(inputs: [Self.x], response: Self.tail)).summary
    Self.expect(
      summary, [0.31069924247149444, 1.2091746149756064, 2.629733199933136],
      [0.001890399223229706, 0.00604720889479473, 0.024601130866815195])
    let time = try #require(summary["time_constant"])
    let interval = try #require(time.interval95)
    #expect(time.intervalMethod == .profileLikelihood)
    // Close to, but not quite, value ± 1.97 errors: the profile is not a parabola.
    #expect(agree((interval.upperBound - interval.lowerBound) / 2, 1.97 * 0.0246, within: 0.01))
    #expect(interval.upperBound - time.value > time.value - interval.lowerBound)
  }

  @Test func exponentialTailWithDeviationsAgrees() throws {
    let summary = try Self.fit(
      .exponentialTail,
      CurveData(inputs: [Self.x], response: Self.tail, deviations: Self.u.map { 0.011 + 0.013 * $0 })
    ).summary
    Self.expect(
      summary, [0.31063692848818053, 1.208925044844602, 2.6314123227230706],
      [0.002143160087024678, 0.004234205904149995, 0.020930102749050324])
  }

  static let forms = [CurveForm.linear, .throughputPower, .exponentialTail]

  @Test(arguments: forms)
  func robustFitIgnoresGrossErrors(form: CurveForm) throws {
    let inputs = form == .throughputPower ? [Self.x, Self.v] : [Self.x]
    let truth: [Double]
    switch form {
    case .linear: truth = [3.7, -0.83]
    case .throughputPower: truth = [4.1, 2.3, 12.7]
    default: truth = [0.31, 1.21, 2.63]
    }
    // Of its own sequence: the scores of `v` would be part of the column `v`.
    let scores = TestData.scores(211, 0.732_050_807_568_877_2)
    let y = Self.x.indices.map { i -> Double in
      let gross = i % 9 == 4 ? 7.7 : 0
      let noise = 0.02 * scores[i] + gross
      switch form {
      case .linear: return truth[0] + truth[1] * Self.x[i] + noise
      case .throughputPower: return truth[0] * Self.x[i] + truth[1] * Self.v[i] + truth[2] + noise
      default: return truth[0] + truth[1] * Double.exp(-Self.x[i] / truth[2]) + noise
      }
    }
    let data = CurveData(inputs: inputs, response: y)
    let robust = try Self.fit(form, data, robust: true).summary
    let ordinary = try Self.fit(form, data).summary
    for (i, value) in truth.enumerated() {
      let error = try #require(robust.parameters[i].standardError)
      #expect(abs(robust.parameters[i].value - value) < 4 * error)
      #expect(error < 0.3 * (ordinary.parameters[i].standardError ?? 0))
    }
    #expect(robust.warnings.contains { $0.description.contains("given no weight") })
  }

  @Test func equalInputsAreSingular() throws {
    let data = CurveData(inputs: [[Double](repeating: 3.1, count: 20)], response: Array(Self.tail.prefix(20)))
    for form in [CurveForm.linear, .exponentialTail] {
      let names = try NamedFormula(form).parameters
      #expect(throws: EstimationError.singularJacobian(parameters: names)) { try Self.fit(form, data) }
    }
    #expect(throws: EstimationError.singularJacobian(parameters: ["intercept", "slope"])) {
      try Self.fit(.linear, data, robust: true)
    }
  }

  @Test func unusableInputIsRefused() throws {
    #expect(throws: EstimationError.badInput("columns of unequal length")) {
      try FormulaData(columns: ["x": [1, 2], "y": [1]])
    }
    #expect(throws: EstimationError.badInput("a value is not a finite number")) {
      try FormulaData(columns: ["x": [1, .nan], "y": [1, 2]])
    }
    let short = CurveData(inputs: [[1, 2, 3]], response: [1, 2, 4])
    #expect(throws: EstimationError.tooFewSamples(have: 3, need: 4)) { try Self.fit(.linear, short) }
    #expect(throws: EstimationError.tooFewSamples(have: 3, need: 5)) { try CurveFit(.linear).fit(short) }
    #expect(throws: EstimationError.self) { try Self.fit(.throughputPower, short) }
  }

  @Test func residualsThatRepeatEachOtherWidenTheErrors() throws {
    let times = (0..<2_000).map { Double($0) }
    let noise = TestData.gaussMarkov(times: times, timeConstant: 7, seed: 11)
    let y = zip(times, noise).map { 0.013 * $0 + 2.7 + 0.9 * $1 }
    let data = CurveData(inputs: [times], response: y)
    let independent = try Self.fit(.linear, data).summary
    let correlated = try CurveFit(.linear).fit(data).summary
    // The integrated time of such a process is (1 + a) / (1 - a) with a = exp(-1/7).
    let expected = (2 / (1 - Double.exp(-1.0 / 7)) - 1).squareRoot()
    let ratio = (correlated["slope"]?.standardError ?? 0) / (independent["slope"]?.standardError ?? 1)
    #expect(agree(ratio, expected, within: 0.25))
    #expect(correlated.effectiveSamples < 300)
  }

  /// Rows on the curve itself leave no scatter to weigh by: the answer is exact, errors are 0 and said to mean nothing.
  @Test(arguments: forms, [0, 3])
  func aRobustFitOfAnExactCurveIsExact(form: CurveForm, strays: Int) throws {
    let x = (0..<41).map { 0.25 * Double($0) }
    let other = x.indices.map { Double(($0 * 7) % 13) }
    let truth: [Double]
    var y: [Double]
    switch form {
    case .linear:
      truth = [0.47, 0.083]
      y = x.map { 0.47 + 0.083 * $0 }
    case .throughputPower:
      truth = [0.438, 0.052, 1.288]
      y = zip(x, other).map { 0.438 * $0 + 0.052 * $1 + 1.288 }
    default:
      truth = [0.31, 1.21, 2.63]
      y = x.map { 0.31 + 1.21 * .exp(-$0 / 2.63) }
    }
    for k in 0..<strays { y[11 * k + 5] += 3.1 }
    var fit = CurveFit(form)
    fit.isRobust = true
    fit.rowsAreInTimeOrder = false
    let summary = try fit.fit(CurveData(inputs: form == .throughputPower ? [x, other] : [x], response: y)).summary
    for (parameter, value) in zip(summary.parameters, truth) {
      #expect(abs(parameter.value - value) < 1e-6 * abs(value), "\(parameter)")
      let error = try #require(parameter.standardError)
      #expect(error >= 0 && error < 1e-5, "\(parameter)")
    }
    #expect(summary.covariance.allSatisfy { $0.allSatisfy(\.isFinite) })
  }

  /// A short series whose the samples are correlated: 30 rows with a correlation of 0.9. With the time constant that such a
  /// series shows plugged in, 16 to 25 of 40 intervals held the truth.
  @Test func intervalsOfShortSeriesHoldTheTruth() throws {
    var held = [0, 0]
    for seed in 1...40 as ClosedRange<UInt64> {
      let x = (0..<30).map { Double($0) }
      let noise = TestData.gaussMarkov(times: x, timeConstant: -1 / Double.log(0.9), seed: 17 * seed)
      let y = zip(x, noise).map { 0.47 + 0.083 * $0 + 0.21 * $1 }
      let summary = try CurveFit(.linear).fit(CurveData(inputs: [x], response: y)).summary
      for (i, truth) in [0.47, 0.083].enumerated() {
        held[i] += summary.parameters[i].interval95?.contains(truth) == true ? 1 : 0
      }
      #expect(
        summary.warnings.contains {
          $0.description.contains("independent ones") || $0.description.contains("effective")
        })
    }
    #expect(held.allSatisfy { $0 >= 33 }, "\(held) of 40")
  }

  /// Its knee may be anywhere, and the sum of squares hardly tells where: that is an open interval and no error.
  @Test(arguments: [5, 6, 7] as [UInt64]) func aHingeOnALongStraightLineIsOpen(_ seed: UInt64) throws {
    let x = (0..<50_000).map { Double($0) }
    let y = zip(x, TestData.normals(x.count, seed: seed)).map { 3 + 0.002 * $0 + $1 }
    var fit = CurveFit(.hinge)
    fit.rowsAreInTimeOrder = false
    let knee = try #require(try fit.fit(CurveData(inputs: [x], response: y)).summary["knee"])
    #expect(knee.interval95 == nil)
  }

  /// Noise of a first-order autoregression with coefficient 0.8, made from a sequence.
  static let wander: [Double] = {
    var value = 0.0
    return TestData.scores(60, TestData.root).enumerated().map { i, z in
      value = i == 0 ? z : 0.8 * value + 0.6 * z
      return value
    }
  }()

  /// All shapes of noise, integrated on a fine grid with dense matrices: Reference/correlated_values.py. The fit's own grid has
  /// five shares of white noise at first, so its ends differ by up to a fiftieth of the width.
  @Test func correlatedLineAgreesWithAFineGrid() throws {
    let x = (0..<60).map { Double($0) }
    let y = zip(x, Self.wander).map { 0.47 + 0.083 * $0 + 0.21 * $1 }
    var fit = CurveFit(.linear)
    fit.scatter = .constant
    let summary = try fit.fit(CurveData(inputs: [x], response: y)).summary
    for (parameter, expected) in zip(summary.parameters, Self.fineGrid) {
      let interval = try #require(parameter.interval95)
      let width = expected[2] - expected[0]
      #expect(abs(interval.lowerBound - expected[0]) < 0.02 * width, "\(parameter)")
      #expect(abs(parameter.value - expected[1]) < 0.02 * width, "\(parameter)")
      #expect(abs(interval.upperBound - expected[2]) < 0.02 * width, "\(parameter)")
      #expect(parameter.intervalMethod == .correlatedStudentT)
    }
  }

  static let fineGrid = [
    [0.3769698633468125, 0.6042018787791018, 0.9140762120862977],
    [0.07377274218636533, 0.08069173118282326, 0.08640651070943971],
  ]
}
