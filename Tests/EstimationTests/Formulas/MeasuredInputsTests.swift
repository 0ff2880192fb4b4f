import RealModule
import Testing

@testable import Estimation

/// Values: python3 Tests/EstimationTests/Reference/measured_inputs.py (NumPy 2.4, SciPy 1.17.1).
@Suite struct MeasuredInputsTests {
  private static let true61 = TestData.scores(61, TestData.golden).map { 11.3 + 4.7 * $0 }
  private static let noise = TestData.scores(61, TestData.root)
  private static let errors = TestData.scores(61, 3.0.squareRoot() - 1)

  private static func fit(
    _ formula: String, _ names: [String], _ columns: [String: [Double]], _ errors: [Double],
    deviations: [Double]? = nil, inOrder: Bool = false
  ) throws -> FitSummary {
    var fit = FormulaFit(try Formula(formula), parameters: names.map { FormulaParameter($0, start: 1) })
    fit.rowsAreInTimeOrder = inOrder
    return try fit.fit(
      FormulaData(columns: columns, deviations: deviations, inputDeviations: ["x": errors])
    ).summary
  }

  private static func expect(_ summary: FitSummary, _ rows: [(value: Double, low: Double, high: Double)]) throws {
    for (parameter, row) in zip(summary.parameters, rows) {
      #expect(agree(parameter.value, row.value, within: 1e-9), "\(parameter)")
      let interval = try #require(parameter.interval95)
      #expect(agree(interval.lowerBound, row.low, within: 1e-7), "\(parameter)")
      #expect(agree(interval.upperBound, row.high, within: 1e-7), "\(parameter)")
    }
    #expect(summary.parameters.count == rows.count)
  }

  @Test func aLineAgrees() throws {
    let x = zip(Self.true61, Self.errors).map { $0 + 1.9 * $1 }
    let y = zip(Self.true61, Self.noise).map { 3.1 + 0.83 * $0 + 1.21 * $1 }
    try Self.expect(
      Self.fit("y = a + b*x", ["a", "b"], ["x": x, "y": y], x.map { _ in 1.9 }),
      [
        (3.2301557829428216, 1.1484958195286161, 4.9144229285773156),
        (0.8231418229220953, 0.6838594678349097, 1.0012693105845036),
      ])
  }

  /// Errors that differ from row to row, beside an exact column; then a deviation of each response too.
  @Test func errorsByRowAgree() throws {
    let own = (0..<61).map { 0.7 + 0.04 * Double($0) }
    let v = (0..<61).map { Double($0) / 10 }
    let x = Self.true61.indices.map { Self.true61[$0] + own[$0] * Self.errors[$0] }
    let y = Self.true61.indices.map { 3.1 + 0.83 * Self.true61[$0] + 1.21 * Self.noise[$0] }
    let tilted = zip(y, v).map { $0 - 0.47 * $1 }
    try Self.expect(
      Self.fit("y = a + b*x + c*v", ["a", "b", "c"], ["x": x, "y": tilted, "v": v], own),
      [
        (3.044673196897923, 0.8739328627411667, 4.901189965516904),
        (0.8396921526938703, 0.6981241312651788, 1.0232676828889058),
        (-0.46632988076588294, -0.7856446230563973, -0.1495566209088183),
      ])
    try Self.expect(
      Self.fit("y = a + b*x", ["a", "b"], ["x": x, "y": y], own, deviations: y.map { _ in 1.21 }),
      [
        (3.469130389047983, 1.6912248552654288, 5.043808977615097),
        (0.8041639600008272, 0.6797705272053012, 0.958543565842521),
      ])
  }

  /// Over x that wanders and among noise that repeats itself: scores over all shapes of the noise.
  @Test func aLineInOrderAgrees() throws {
    let truth = Self.filtered(TestData.scores(61, TestData.golden), 0.8).map { 11.3 + 4.7 * $0 }
    let noise = Self.filtered(Self.noise, 0.6)
    let x = zip(truth, Self.errors).map { $0 + 1.2 * $1 }
    let y = zip(truth, noise).map { 3.1 + 0.83 * $0 + 1.21 * $1 }
    let summary = try Self.fit("y = a + b*x", ["a", "b"], ["x": x, "y": y], x.map { _ in 1.2 }, inOrder: true)
    for (name, row) in [
      ("a", (2.7804553156316447, 0.3831625884374198, 5.024483583754839)),
      ("b", (0.8766406389126737, 0.6933747311581802, 1.0928692579531756)),
    ] {
      let parameter = try #require(summary[name])
      let interval = try #require(parameter.interval95)
      // Differences of determinants have four or more correct digits.
      #expect(agree(parameter.value, row.0, within: 1e-4), "\(parameter)")
      #expect(agree(interval.lowerBound, row.1, within: 1e-4), "\(parameter)")
      #expect(agree(interval.upperBound, row.2, within: 1e-4), "\(parameter)")
    }
  }

  private static func filtered(_ values: [Double], _ memory: Double) -> [Double] {
    var last: Double?
    return values.map { value in
      let next = last.map { memory * $0 + (1 - memory * memory).squareRoot() * value } ?? value
      last = next
      return next
    }
  }

  /// Yields of corn against nitrogen in the soil, whose measurement has a variance of 57: W. A. Fuller, "Measurement Error Models"
  /// (1987), table 1.2.1 and section 1.2.2: 67.5613 and 0.4232.
  @Test func fullersExampleAgrees() throws {
    let y: [Double] = [86, 115, 90, 86, 110, 91, 99, 96, 99, 104, 96]
    let x: [Double] = [70, 97, 53, 64, 95, 64, 50, 70, 94, 69, 51]
    let summary = try Self.fit("y = a + b*x", ["a", "b"], ["x": x, "y": y], x.map { _ in 57.0.squareRoot() })
    #expect(agree(summary["b"]?.value, 0.4232, within: 2e-4))
    #expect(agree(summary["a"]?.value, 67.5613, within: 1e-4))
    #expect(summary.warnings.contains { $0.description.contains("least squares would give a 73.2, b 0.344") })
  }

  @Test func withoutErrorsItIsLeastSquares() throws {
    let y = zip(Self.true61, Self.noise).map { 3.1 + 0.83 * $0 + 1.21 * $1 }
    let columns = ["x": Self.true61, "y": y]
    let measured = try Self.fit("y = a + b*x", ["a", "b"], columns, y.map { _ in 0 })
    let plain = try FormulaFitTests.fit("y = a + b*x", FormulaFitTests.starts(("a", 1), ("b", 1)), columns)
    for (a, b) in zip(measured.parameters, plain.parameters) { #expect(agree(a.value, b.value, within: 1e-9)) }
  }

  @Test func whatCannotBeCorrectedIsRefused() {
    let x = Self.true61
    let y = zip(x, Self.noise).map { 3.1 + 0.83 * $0 + 1.21 * $1 }
    func refusal(_ formula: String, _ names: [String], error: Double, loss: CurveLoss = .squares) -> String {
      var text = ""
      do {
        var fit = FormulaFit(try Formula(formula), parameters: names.map { FormulaParameter($0, start: 1) })
        fit.loss = loss
        _ = try fit.fit(FormulaData(columns: ["x": x, "y": y], inputDeviations: ["x": x.map { _ in error }]))
      } catch { text = "\(error)" }
      return text
    }
    #expect(refusal("y = a + b*x", ["a", "b"], error: 6).contains("varies by no more than its error"))
    #expect(refusal("y = a + b*x^2", ["a", "b"], error: 1).contains("linear"))
    #expect(refusal("y = a + exp(b)*x", ["a", "b"], error: 1).contains("linear"))
    #expect(refusal("y = a + b*x", ["a", "b"], error: 1, loss: .huber).contains("least squares only"))
    #expect(refusal("y = a + b*x", ["a", "b"], error: -1).contains("below 0"))
    #expect(refusal("y - x = a + b*x", ["a", "b"], error: 1).contains("left side"))
  }

  /// A column whose variance may all be error has no upper end of its slope.
  @Test func anIntervalMayBeOpen() throws {
    let x = zip(Self.true61, Self.errors).map { 0.1 * $0 + $1 }
    let y = zip(Self.true61, Self.noise).map { 3.1 + 0.83 * $0 + 1.21 * $1 }
    let summary = try Self.fit("y = a + b*x", ["a", "b"], ["x": x, "y": y], x.map { _ in 0.97 })
    #expect(summary["b"]?.interval95 == nil)
    #expect(summary.warnings.contains(.openInterval(name: "b")))
    #expect(summary.warnings.contains { $0.description.contains("no more of x than its error") })
  }
}
