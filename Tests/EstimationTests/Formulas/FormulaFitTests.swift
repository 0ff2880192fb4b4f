import Core
import RealModule
import Testing

@testable import Estimation

/// Values: python3 Tests/EstimationTests/Reference/formula_values.py (SciPy 1.17.1, lmfit 1.3.4).
@Suite struct FormulaFitTests {
  static let u = TestData.sequence(61, TestData.golden)
  static let z = TestData.scores(61, TestData.root)
  static let x = u.map { 3.1 + 17 * $0 }
  static let logistic = zip(x, z).map { 21.7 / (1 + Double.exp(-($0 - 11.3) / 1.9)) + 0.61 * $1 }

  static func fit(
    _ formula: String, _ parameters: [FormulaParameter], _ columns: [String: [Double]], weights: [Double]? = nil,
    loss: CurveLoss = .squares
  ) throws -> FitSummary {
    var fit = FormulaFit(try Formula(formula), parameters: parameters)
    fit.rowsAreInTimeOrder = false
    fit.loss = loss
    fit.scatter = .constant
    return try fit.fit(FormulaData(columns: columns, weights: weights)).summary
  }

  static func starts(_ values: (String, Double)...) -> [FormulaParameter] {
    values.map { FormulaParameter($0.0, start: $0.1) }
  }

  static func expect(_ summary: FitSummary, _ values: [Double], _ errors: [Double], within: Double = 1e-6) {
    for (parameter, value) in zip(summary.parameters, values) {
      #expect(agree(parameter.value, value, within: within), "\(parameter)")
    }
    for (parameter, error) in zip(summary.parameters, errors) {
      #expect(agree(parameter.standardError, error, within: within), "\(parameter)")
    }
  }

  @Test func aLogarithmAgrees() throws {
    let y = zip(Self.x, Self.z).map { 4.7 + 1.9 * Double.log10($0) + 0.13 * $1 }
    Self.expect(
      try Self.fit("y = a + b*log10(x)", Self.starts(("a", 1), ("b", 1)), ["x": Self.x, "y": y]),
      [4.795368434195054, 1.8180433732820207], [0.07949883197147474, 0.07673026030402359])
  }

  @Test func weightsAgree() throws {
    let weights = Self.u.map { 0.4 + $0 }
    let y = Self.x.indices.map { 0.83 * Double.pow(Self.x[$0], 1.37) + 0.7 * Self.z[$0] / weights[$0].squareRoot() }
    Self.expect(
      try Self.fit("y = a*x^b", Self.starts(("a", 1), ("b", 1)), ["x": Self.x, "y": y], weights: weights),
      [0.8488057467210295, 1.362115828267085], [0.03145329972533411, 0.013293017445041959])
  }

  @Test func twoColumnsAgree() throws {
    let v = TestData.sequence(61, 3.0.squareRoot() - 1)
    let y = Self.u.indices.map {
      3.3 * Double.exp(-2.1 * Self.u[$0]) + 1.7 * v[$0].squareRoot() + 0.07 * Self.z[$0]
    }
    Self.expect(
      try Self.fit(
        "y = a*exp(-b*u) + c*sqrt(v)", Self.starts(("a", 1), ("b", 1), ("c", 1)), ["u": Self.u, "v": v, "y": y]),
      [3.3487264868945092, 2.0957814765594502, 1.6752323146835144],
      [0.033178261627554904, 0.0423430774135073, 0.035383974322358326])
  }

  @Test func aTransformedResponseAgrees() throws {
    let y = zip(Self.x, Self.z).map { Double.exp(2.1 - 0.17 * $0 + 0.06 * $1) }
    let summary = try Self.fit("log(y) = a - b*x", Self.starts(("a", 1), ("b", 1)), ["x": Self.x, "y": y])
    Self.expect(
      summary, [2.12246866924785, 0.1714567696462737], [0.019550728042809145, 0.0015608278782477396])
  }

  /// Intervals are those of the F test, which lmfit finds by fitting anew.
  @Test func profilesAgree() throws {
    let summary = try Self.fit(
      "y = height/(1 + exp(-(x - middle)/width))", Self.starts(("height", 20), ("middle", 10), ("width", 2)),
      ["x": Self.x, "y": Self.logistic])
    Self.expect(
      summary, [21.71795278478558, 11.284692395548083, 1.9242731223023941],
      [0.2143004044664345, 0.07645846471416189, 0.05970779681044694])
    let ends = [
      21.295123092951314...22.165017415428977, 11.133307831690601...11.441492133081606,
      1.8043148483410292...2.050518968295542,
    ]
    for (parameter, expected) in zip(summary.parameters, ends) {
      let width = expected.upperBound - expected.lowerBound
      let interval = try #require(parameter.interval95)
      #expect(abs(interval.lowerBound - expected.lowerBound) < 1e-4 * width, "\(parameter)")
      #expect(abs(interval.upperBound - expected.upperBound) < 1e-4 * width, "\(parameter)")
      #expect(parameter.intervalMethod == .profileLikelihood)
    }
  }

  @Test func aCeilingHoldsAParameterAndMovesTheOthers() throws {
    var parameters = Self.starts(("height", 20), ("middle", 10), ("width", 2))
    parameters[0].bounds = 0...21.5
    let summary = try Self.fit(
      "y = height/(1 + exp(-(x - middle)/width))", parameters, ["x": Self.x, "y": Self.logistic])
    Self.expect(summary, [21.5, 11.228062508580102, 1.883718250812743], [])
    #expect(summary.parameters[0].bound == 21.5 && summary.parameters[0].standardError == nil)
    let interval = try #require(summary.parameters[0].interval95)
    #expect(interval.upperBound == 21.5 && interval.lowerBound < 21.5)
    #expect(summary.warnings.contains(.parameterOnBound(name: "height", bound: 21.5)))
  }

  /// A bound that the minimum does not touch changes nothing; an end of an interval stays inside it.
  @Test func boundsOutsideTheMinimumChangeNothing() throws {
    let columns = ["x": Self.x, "y": Self.logistic]
    let text = "y = height/(1 + exp(-(x - middle)/width))"
    let free = try Self.fit(text, Self.starts(("height", 20), ("middle", 10), ("width", 2)), columns)
    var parameters = Self.starts(("height", 20), ("middle", 10), ("width", 2))
    parameters[2].bounds = 1.9...50
    let bounded = try Self.fit(text, parameters, columns)
    for (a, b) in zip(free.parameters, bounded.parameters) { #expect(agree(a.value, b.value, within: 1e-7)) }
    #expect(bounded.parameters[2].interval95?.lowerBound == 1.9)
    #expect(bounded.warnings.contains(.intervalEndsAtBound(name: "width", bound: 1.9)))
  }

  @Test func aFixedParameterIsAConstant() throws {
    let columns = ["x": Self.x, "y": Self.logistic]
    let fixed = try Self.fit(
      "y = height/(1 + exp(-(x - middle)/width))",
      [
        FormulaParameter("height", start: 21.7, isFixed: true), FormulaParameter("middle", start: 10),
        FormulaParameter("width", start: 2),
      ], columns)
    let written = try Self.fit(
      "y = 21.7/(1 + exp(-(x - middle)/width))", Self.starts(("middle", 10), ("width", 2)), columns)
    #expect(fixed.parameters.map(\.name) == ["middle", "width"])
    for (a, b) in zip(fixed.parameters, written.parameters) {
      #expect(agree(a.value, b.value, within: 1e-9) && agree(a.standardError, b.standardError ?? 0, within: 1e-6))
    }
    #expect(fixed.warnings.contains { $0.description == "assumed: height is 21.7" })
  }

  @Test(arguments: [CurveLoss.huber, .cauchy, .bisquare])
  func robustLossesIgnoreStrays(_ loss: CurveLoss) throws {
    var y = Self.logistic
    for k in stride(from: 3, to: 61, by: 8) { y[k] += 14.7 }
    let parameters = Self.starts(("height", 20), ("middle", 10), ("width", 2))
    let text = "y = height/(1 + exp(-(x - middle)/width))"
    let robust = try Self.fit(text, parameters, ["x": Self.x, "y": y], loss: loss)
    for (parameter, truth) in zip(robust.parameters, [21.7, 11.3, 1.9]) {
      #expect(abs(parameter.value - truth) < 4 * (parameter.standardError ?? 0), "\(parameter)")
    }
    let plain = try Self.fit(text, parameters, ["x": Self.x, "y": y])
    #expect(abs(plain.parameters[0].value - 21.7) > 3 * abs(robust.parameters[0].value - 21.7))
    // Scale and weight of the response change nothing.
    let scaled = try Self.fit(
      text, parameters, ["x": Self.x, "y": y], weights: [Double](repeating: 4, count: 61), loss: loss)
    for (a, b) in zip(robust.parameters, scaled.parameters) { #expect(agree(a.value, b.value, within: 1e-6)) }
  }

  @Test func unusableFormulasAreRefused() throws {
    let columns = ["x": Self.x, "y": Self.logistic]
    #expect(throws: EstimationError.badInput("'q' at character 9 is neither a column nor a parameter")) {
      try Self.fit("y = a + q*x", Self.starts(("a", 1)), columns)
    }
    #expect(throws: EstimationError.badInput("'y' at character 1 is a parameter and stands in the response")) {
      try Self.fit("y = a + x", Self.starts(("a", 1), ("y", 1)), columns)
    }
    #expect(throws: EstimationError.self) { try Self.fit("log(y - 1e9) = a + x", Self.starts(("a", 1)), columns) }
    #expect(throws: EstimationError.singularJacobian(parameters: ["a", "b"])) {
      try Self.fit("y = (a + b)*x", Self.starts(("a", 1), ("b", 1)), columns)
    }
    #expect(throws: EstimationError.self) { try Self.fit("y = a*b*exp(-x)", Self.starts(("a", 1), ("b", 1)), columns) }
    #expect(throws: EstimationError.badInput("no parameter is left to fit")) { try Self.fit("y = x", [], columns) }
    // Nothing settles where the sum falls for ever.
    #expect(throws: EstimationError.self) {
      try Self.fit("y = a + exp(-b)*0*x + exp(-c*1e-9)", Self.starts(("a", 1), ("b", 1), ("c", 1)), columns)
    }
  }

  /// The knee of two lines lies at a corner of the formula.
  @Test func twoLinesMeetAtTheirKnee() throws {
    let y = zip(Self.x, Self.z).map { 4.1 + 0.7 * min($0 - 9.7, 0) - 0.2 * max($0 - 9.7, 0) + 0.05 * $1 }
    var fit = CurveFit(.hinge)
    fit.rowsAreInTimeOrder = false
    let summary = try fit.fit(CurveData(inputs: [Self.x], response: y)).summary
    for (parameter, truth) in zip(summary.parameters, [4.1, 0.7, -0.2, 9.7]) {
      #expect(abs(parameter.value - truth) < 4 * (parameter.standardError ?? 0), "\(parameter)")
      #expect(parameter.interval95?.contains(truth) == true, "\(parameter)")
    }
  }

  /// Rows on one side of a knee show neither the other line nor the height where they meet.
  @Test(arguments: [-3.0, 40], [true, false])
  func kneesBesideTheRowsLeaveALineOpen(knee: Double, hasOrder: Bool) throws {
    let noise = TestData.gaussMarkov(
      times: Self.x.indices.map { Double($0) }, timeConstant: hasOrder ? 3 : 0.01, seed: 5)
    let y = zip(Self.x, noise).map { 4.1 + 0.7 * min($0 - knee, 0) - 0.2 * max($0 - knee, 0) + 0.05 * $1 }
    var fit = CurveFit(.hinge)
    fit.rowsAreInTimeOrder = hasOrder
    let summary = try fit.fit(CurveData(inputs: [Self.x], response: y)).summary
    for name in ["level", knee < 0 ? "slope_below" : "slope_above", "knee"] {
      #expect(summary[name]?.interval95 == nil, "\(name)")
      #expect(summary.warnings.contains(.openInterval(name: name)))
    }
  }

  /// A knee among the first or last rows may lie beside them, though both slopes show.
  @Test func aKneeThatMayLieBesideTheRowsLeavesItsSideOpen() throws {
    let x = (0..<61).map { 0.31 * Double($0) }
    for (knee, open, closed) in [(0.93, "slope_below", "slope_above"), (17.67, "slope_above", "slope_below")] {
      let y = zip(x, TestData.normals(61, seed: 7)).map {
        4.1 + 3 * min($0 - knee, 0) - 3 * max($0 - knee, 0) + 0.3 * $1
      }
      var fit = CurveFit(.hinge)
      fit.rowsAreInTimeOrder = false
      let summary = try fit.fit(CurveData(inputs: [x], response: y)).summary
      for name in ["level", open, "knee"] { #expect(summary[name]?.interval95 == nil, "\(name)") }
      #expect(summary[closed]?.interval95?.contains(closed == "slope_above" ? -3 : 3) == true)
    }
  }

  /// Slopes that may be equal have no knee, wherever their change fits best.
  @Test func aChangeThatMayBeNothingHasNoKnee() throws {
    let x = (0..<61).map { 0.31 * Double($0) }
    let y = zip(x, TestData.normals(61, seed: 7)).map { 4.1 + 0.2 * $0 + 0.05 * max($0 - 9, 0) + 0.3 * $1 }
    var fit = CurveFit(.hinge)
    fit.rowsAreInTimeOrder = false
    let summary = try fit.fit(CurveData(inputs: [x], response: y)).summary
    #expect(summary.parameters.allSatisfy { $0.interval95 == nil }, "\(summary.parameters)")
  }

  struct Named: Sendable, CustomTestStringConvertible {
    let form: CurveForm
    var order: Int?
    let truth: [Double]
    let curve: @Sendable (Double) -> Double
    var testDescription: String { form.rawValue }
  }

  static let named = [
    Named(form: .throughOrigin, truth: [2.3], curve: { 2.3 * $0 }),
    Named(form: .polynomial, order: 3, truth: [1.3, -0.4, 0.021, 0.0017]) {
      1.3 - 0.4 * $0 + 0.021 * $0 * $0 + 0.0017 * $0 * $0 * $0
    },
    Named(form: .powerLaw, truth: [3.1, -0.63], curve: { 3.1 * .pow($0, -0.63) }),
    Named(form: .logistic, truth: [5.3, 12.1, -1.4], curve: { 5.3 / (1 + .exp(($0 - 12.1) / 1.4)) }),
    Named(form: .exponentials, order: 2, truth: [2.7, 0.083, 6.1, 0.71]) {
      2.7 * .exp(-0.083 * $0) + 6.1 * .exp(-0.71 * $0)
    },
    Named(form: .exponentials, order: 1, truth: [2.7, 0.083], curve: { 2.7 * .exp(-0.083 * $0) }),
    Named(form: .exponentialTail, truth: [0.31, 1.21, 4.3], curve: { 0.31 + 1.21 * .exp(-$0 / 4.3) }),
  ]

  @Test(arguments: named)
  func namedFormsStartByThemselves(_ named: Named) throws {
    let y = zip(Self.x, Self.z).map { named.curve($0) + 0.002 * $1 }
    var fit = CurveFit(named.form)
    fit.order = named.order
    fit.rowsAreInTimeOrder = false
    let summary = try fit.fit(CurveData(inputs: [Self.x], response: y)).summary
    for (parameter, truth) in zip(summary.parameters, named.truth) {
      #expect(abs(parameter.value - truth) < 4 * (parameter.standardError ?? 0), "\(parameter), truth \(truth)")
    }
    #expect(summary.parameters.count == named.truth.count)
  }

  /// Rows far from 0, and few time constants of them: the amplitude at 0 is an extrapolation, but no open one.
  @Test(arguments: [false, true])
  func anExponentialTailFarFromZeroHasClosedIntervals(_ isInOrder: Bool) throws {
    let misra = try #require(ReferenceDataset.nonlinear.first { $0.name == "Misra1a" })
    var fit = CurveFit(.exponentialTail)
    fit.rowsAreInTimeOrder = isInOrder
    let far = Self.x.map { $0 + 1_000 }
    let tables = [
      CurveData(inputs: [misra.columns["x"] ?? []], response: misra.columns["y"] ?? []),
      CurveData(
        inputs: [far], response: zip(Self.x, Self.z).map { 0.31 + 1.21 * .exp(-$0 / 14.3) + 0.002 * $1 }),
    ]
    for table in tables {
      let summary = try fit.fit(table).summary
      for parameter in summary.parameters {
        let interval = try #require(parameter.interval95, "\(parameter)")
        #expect(interval.contains(parameter.value))
      }
    }
    let summary = try fit.fit(tables[1]).summary
    #expect(summary["time_constant"]?.interval95?.contains(14.3) == true)
    #expect(summary["floor"]?.interval95?.contains(0.31) == true)
  }

  /// The rows' order widens a formula's errors as it does those of the same named form.
  @Test func correlatedRowsWidenAFormulaAsTheyDoANamedForm() throws {
    let times = (0..<300).map { Double($0) }
    let noise = TestData.gaussMarkov(times: times, timeConstant: 7, seed: 11)
    let y = zip(times, noise).map { 0.013 * $0 + 2.7 + 0.9 * $1 }
    let named = try CurveFit(.linear).fit(CurveData(inputs: [times], response: y)).summary
    let typed = try FormulaFit(Formula("y = a + b*t"), parameters: Self.starts(("a", 0), ("b", 0))).fit(
      FormulaData(columns: ["t": times, "y": y])
    ).summary
    for (a, b) in zip(named.parameters, typed.parameters) {
      #expect(agree(a.value, b.value, within: 1e-9) && agree(a.standardError, b.standardError ?? 0, within: 1e-9))
      #expect(b.intervalMethod == .correlatedStudentT)
    }
    #expect(typed.effectiveSamples < 60)
    // A shift and a scale of t change its slope's interval as they must.
    let shifted = try FormulaFit(Formula("y = a + b*t"), parameters: Self.starts(("a", 0), ("b", 0))).fit(
      FormulaData(columns: ["t": times.map { 1.7e9 + 2 * $0 }, "y": y])
    ).summary
    #expect(agree(shifted["b"]?.standardError, (typed["b"]?.standardError ?? 0) / 2, within: 1e-6))
  }

  /// How often the intervals of a curved formula hold the truth with rows that repeat each other.
  @Test(arguments: [0.0, 3.0])
  func intervalsOfAFormulaHoldTheTruth(_ timeConstant: Double) throws {
    let x = (0..<80).map { 0.25 * Double($0) }
    let times = (0..<80).map { Double($0) }
    var held = [0, 0, 0]
    for seed in 1...40 as ClosedRange<UInt64> {
      let noise =
        timeConstant == 0
        ? TestData.normals(80, seed: 31 * seed)
        : TestData.gaussMarkov(times: times, timeConstant: timeConstant, seed: 31 * seed)
      let y = zip(x, noise).map { 5.3 / (1 + Double.exp(-($0 - 9.1) / 1.7)) + 0.2 * $1 }
      let summary = try FormulaFit(
        Formula("y = h/(1 + exp(-(x - m)/w))"), parameters: Self.starts(("h", 4), ("m", 8), ("w", 1))
      ).fit(FormulaData(columns: ["x": x, "y": y])).summary
      for (k, truth) in [5.3, 9.1, 1.7].enumerated() {
        held[k] += summary.parameters[k].interval95?.contains(truth) == true ? 1 : 0
      }
    }
    #expect(held.allSatisfy { $0 >= 34 }, "\(held) of 40")
  }

  @Test func dataAreChecked() throws {
    #expect(throws: EstimationError.badInput("columns of unequal length")) {
      try FormulaData(columns: ["x": [1, 2], "y": [1]])
    }
    #expect(throws: EstimationError.badInput("a weight is not above 0")) {
      try FormulaData(columns: ["x": [1, 2]], weights: [1, 0])
    }
    #expect(throws: EstimationError.badInput("rows have deviations and weights: give one of them")) {
      try FormulaData(columns: ["x": [1, 2]], deviations: [1, 1], weights: [1, 1])
    }
  }
}
