/// Fits a formula to the columns of a table by weighted or robust least squares.
///
/// Standard errors use the scatter of the residuals unless rows have deviations. Rows in order of time may repeat each other:
/// least squares then go over all shapes of such noise (`CorrelatedRegression`), along the formula's slopes, robust fits through their
/// pseudo-values. Fits on a bound and tables of more than 20,000 rows widen their errors by that of the rows' mean (`CorrelationTime`).
package struct FormulaFit: Sendable {
  package var formula: Formula
  /// In the order they are reported in.
  package var parameters: [FormulaParameter]
  package var loss = CurveLoss.squares
  /// Whether rows follow each other in time: if so, their noise may repeat itself.
  package var rowsAreInTimeOrder = true
  package var scatter = ScatterModel.automatic
  /// What the result is called.
  var name = "formula"
  /// Starting values of the parameters that are not fixed; empty for the parameters' own. The best of them is taken.
  var starts: [[Double]] = []
  /// The range over which the one parameter that is not linear, a scale above 0, is looked at as a whole.
  var scaleRange: ClosedRange<Double>?
  /// Two straight lines in x, whose knee is looked at as a whole; parameters in the order of the form.
  var isHinge = false

  package init(_ formula: Formula, parameters: [FormulaParameter]) {
    (self.formula, self.parameters) = (formula, parameters)
  }

  /// - Throws: `badInput` for a name without a column and formulas that are no number in some row; `tooFewSamples`;
  ///   `singularJacobian`, for instance where all x are equal; `didNotConverge` where no minimum was reached.
  package func fit(_ data: FormulaData) throws(EstimationError) -> CurveResult {
    GSL.prepare()
    let problem = try problem(data)
    let count = problem.names.count
    guard count > 0 else { throw .badInput("no parameter is left to fit") }
    let need = count + (rowsAreInTimeOrder ? 3 : 2)
    guard data.rows >= need else { throw .tooFewSamples(have: data.rows, need: need) }
    guard let first = problem.response.first, problem.response.contains(where: { $0 != first }) else {
      throw .badInput("all y are equal: no curve shows")
    }
    let own = parameters.filter { !$0.isFixed }.map(\.start)
    let starts = starts.isEmpty ? [own] : starts
    var solution =
      try loss == .squares
      ? FormulaSolution(problem, from: starts, scaleIsKnown: data.deviations != nil)
      : FormulaRobust(loss: loss).solve(problem, from: starts)
    if scatter == .proportional { solution = try proportional(solution, data) }
    if scaleRange != nil, let k = problem.curved.first, !(solution.values[k] > 0) {
      throw .didNotConverge(reason: "\(problem.names[k]) left the positive numbers")
    }
    let fitted = solution.problem.fitted(solution.values)
    return try FormulaReport(fit: self, data: data, solution: solution, fitted: fitted).result()
  }

  /// Least squares with weights of 1 / curve^2, until they stay.
  private func proportional(_ first: FormulaSolution, _ data: FormulaData) throws(EstimationError) -> FormulaSolution {
    guard loss == .squares, data.deviations == nil else {
      throw .badInput("scatter in proportion to the curve goes with neither deviations nor robust losses")
    }
    var solution = first
    for _ in 0..<50 {
      var problem = solution.problem
      let curve = problem.fitted(solution.values)
      if let row = curve.firstIndex(where: { !($0 > 0) }) {
        throw .badInput("scatter in proportion to the curve needs a curve above 0, and it is not in row \(row + 1)")
      }
      problem.roots = zip(data.roots, curve).map { $0 / $1 }
      solution = try FormulaSolution(problem, from: [solution.values], scaleIsKnown: false)
      let moved = zip(problem.fitted(solution.values), curve).reduce(0) { max($0, abs($1.0 - $1.1) / $1.1) }
      if moved < 1e-9 { break }
    }
    return solution
  }

  /// Rows, counted from 0, where the formula is no number: the response, or the curve at the starting values.
  ///
  /// - Throws: `badInput` for a name without a column.
  package func badRows(_ data: FormulaData) throws(EstimationError) -> (response: [Int], curve: [Int]) {
    let problem = try problem(data, checks: false)
    let own = starts.first ?? parameters.filter { !$0.isFixed }.map(\.start)
    let curve = problem.fitted(own)
    return (
      problem.response.indices.filter { !problem.response[$0].isFinite }, curve.indices.filter { !curve[$0].isFinite }
    )
  }

  private func problem(_ data: FormulaData, checks: Bool = true) throws(EstimationError) -> FormulaProblem {
    let names = data.columns.keys.sorted()
    let free = parameters.filter { !$0.isFixed }
    let constants = Dictionary(
      parameters.filter(\.isFixed).map { ($0.name, $0.start) }, uniquingKeysWith: { first, _ in first })
    for name in formula.names {
      let isParameter = parameters.contains { $0.name == name.text }
      if name.isInResponse, isParameter {
        throw .badInput("'\(name.text)' at character \(name.position) is a parameter and stands in the response")
      }
      guard isParameter || data.columns[name.text] != nil else {
        throw .badInput("'\(name.text)' at character \(name.position) is neither a column nor a parameter")
      }
    }
    let columns = names.map { data.columns[$0] ?? [] }
    let left = FormulaProgram(formula.response, columns: names, parameters: [])
    var response = [Double](repeating: 0, count: data.rows)
    var none: [Double] = []
    left.evaluate([], columns, rows: 0..<data.rows, values: &response, slopes: &none)
    if checks, let row = response.firstIndex(where: { !$0.isFinite }) {
      throw .badInput("the left side of the formula is not a number in row \(row + 1)")
    }
    // Greedy: each parameter that leaves all taken so far linear together.
    var linear: [Int] = []
    for (k, parameter) in free.enumerated() where !parameter.isBounded {
      if formula.model.dependence(on: Set((linear + [k]).map { free[$0].name })) == .linear { linear.append(k) }
    }
    return FormulaProblem(
      names: free.map(\.name),
      program: FormulaProgram(
        formula.model, columns: names, parameters: free.map(\.name), constants: constants),
      columns: columns, response: response, roots: data.roots, bounds: free.map(\.bounds),
      linear: linear,
      hasCorners: formula.model.hasCorners)
  }
}

/// A parameter of a formula, or a constant where it is fixed.
package struct FormulaParameter: Sendable, Hashable {
  package let name: String
  /// Where the search starts; the value of a fixed one.
  package let start: Double
  /// Infinite ends where there is no bound.
  package var bounds: ClosedRange<Double>
  package var isFixed: Bool

  package init(
    _ name: String, start: Double, bounds: ClosedRange<Double> = -Double.infinity...Double.infinity,
    isFixed: Bool = false
  ) {
    (self.name, self.start, self.bounds, self.isFixed) = (name, start, bounds, isFixed)
  }

  var isBounded: Bool { bounds.lowerBound > -.infinity || bounds.upperBound < .infinity }
}

/// A fitted curve.
package struct CurveResult: Sendable {
  /// Half the pointwise 95 % range of the curve at a row; `nil` where a parameter has no error.
  package let band: (@Sendable (_ row: Int) -> Double)?
  package let summary: FitSummary
  /// The left side of the formula, in the order of the rows.
  package let response: [Double]
  /// Response minus curve.
  package let residuals: [Double]
  /// Weight times squared residual, over all rows.
  package let sumOfSquares: Double

  /// The curve at each row.
  package var fitted: [Double] { zip(response, residuals).map { $0 - $1 } }
}

/// The columns of a table that a formula names, and how good its rows are.
package struct FormulaData: Sendable, Hashable {
  package let columns: [String: [Double]]
  package let rows: Int
  /// Standard deviation of each row's response, in its unit; `nil` when the residuals tell it.
  package let deviations: [Double]?
  /// Weights: inverse variances but for a common factor, which the residuals tell.
  package let weights: [Double]?
  /// Standard deviations of measured inputs, row by row, in the column's unit; empty where inputs are exact.
  package let inputDeviations: [String: [Double]]
  /// In seconds, in order; `nil` where rows are even in time.
  package let times: [Double]?

  /// - Throws: `badInput` for columns of unequal length, a value that is not finite, a deviation or weight not above 0, an
  ///   input's deviation below 0 or without its column.
  package init(
    columns: [String: [Double]], deviations: [Double]? = nil, weights: [Double]? = nil,
    inputDeviations: [String: [Double]] = [:], times: [Double]? = nil
  ) throws(EstimationError) {
    let rows = columns.values.first?.count ?? 0
    let sizes = [("deviation", deviations), ("weight", weights)].compactMap { name, own in own.map { (name, $0) } }
    guard (columns.values + sizes.map(\.1)).allSatisfy({ $0.count == rows }) else {
      throw .badInput("columns of unequal length")
    }
    guard columns.values.allSatisfy({ $0.allSatisfy(\.isFinite) }) else {
      throw .badInput("a value is not a finite number")
    }
    for (name, own) in sizes where !own.allSatisfy({ $0 > 0 && $0.isFinite }) {
      throw .badInput("a \(name) is not above 0")
    }
    guard sizes.count < 2 else {
      throw .badInput("rows have deviations and weights: give one of them")
    }
    for (name, errors) in inputDeviations {
      guard columns[name] != nil, errors.count == rows else {
        throw .badInput("errors of '\(name)' without its column")
      }
      guard errors.allSatisfy({ $0 >= 0 && $0.isFinite }) else { throw .badInput("an error of '\(name)' is below 0") }
    }
    guard (times?.count ?? rows) == rows else { throw .badInput("times of unequal length") }
    if let times, let row = times.indices.dropFirst().first(where: { !(times[$0] >= times[$0 - 1]) }) {
      throw .badInput("row \(row + 1) is earlier than the one before: rows must follow each other in time")
    }
    self.times = times
    (self.columns, self.rows, self.deviations, self.weights) = (columns, rows, deviations, weights)
    self.inputDeviations = inputDeviations
  }

  /// Roots of the weights of the rows.
  var roots: [Double] {
    deviations?.map { 1 / $0 } ?? weights?.map { $0.squareRoot() } ?? [Double](repeating: 1, count: rows)
  }
}
